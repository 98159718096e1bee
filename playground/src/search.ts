import { type ModuleId, registry } from 'virtual:module-registry'
import type { ModuleEntry } from 'unplugin-module-registry/runtime'

/** The modules that contain every word of a query; a word such as `#text` asks for a tag. */
export function search(query: string): readonly ModuleEntry<ModuleId>[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  const tag = words.find((word) => /^#./.test(word))?.slice(1)
  const rest = words.filter((word) => !word.startsWith('#'))
  const candidates = registry.list(tag === undefined ? {} : { tag })
  return candidates.filter((entry) => {
    const text = [entry.id, entry.className, entry.file, entry.description, ...(entry.tags ?? [])].join(' ')
    return rest.every((word) => text.toLowerCase().includes(word))
  })
}
