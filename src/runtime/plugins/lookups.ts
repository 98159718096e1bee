import type { ContributionEntry } from '../../catalog/contribution-entry.ts'
import type { CatalogEntry } from '../../catalog/entry.ts'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { compareText } from '../../util/compare.ts'
import type { CallContext, ListFilter } from '../api.ts'
import { makeContext } from '../call.ts'
import { storeOf } from '../registry.ts'
import { callTool } from './call-tool.ts'
import { isUp, type Plugins } from './state.ts'

type AnyEntry = CatalogEntry | ContributionEntry | PluginEntry

/**
 * Makes the look-ups of a registry with plugins: they know of plugins, and of tools that plugins have only while they
 * run, beside what every registry knows of.
 */
export function lookups(plugins: Plugins): Record<string, unknown> {
  const { registry, tools } = plugins
  const { has, describe, list, call } = registry
  const toolNow = (id: string) => {
    const tool = tools.get(id)
    return tool !== undefined && isUp(tool.life.record) ? tool : undefined
  }
  return {
    has: (id: string) => toolNow(id) !== undefined || has.call(registry, id),
    describe: (id: string) => toolNow(id)?.entry ?? describe.call(registry, id),
    list: (filter: ListFilter = {}): readonly AnyEntry[] => {
      const more = entriesOf(plugins, filter.kind).filter((entry) => meets(entry, filter))
      const known: readonly AnyEntry[] = list.call(registry, filter)
      return more.length === 0 ? known : Object.freeze([...known, ...more].sort(byId))
    },
    call: (id: string, inputs: unknown, given?: CallContext): Promise<unknown> => {
      const tool = tools.get(id)
      if (tool === undefined) return call.call(registry, id, inputs, given)
      const context = makeContext(storeOf(registry), { id }, given)
      return callTool(tool.life.record, tool.tool, inputs, context)
    },
  }
}

function entriesOf({ records, tools }: Plugins, kind: string | undefined): readonly AnyEntry[] {
  if (kind === 'plugin') return [...records.values()].map(({ entry }) => entry)
  if (kind !== 'tool') return []
  return [...tools.values()].flatMap(({ life, entry }) => (isUp(life.record) ? entry : []))
}

function meets(entry: AnyEntry, { prefix = '', tag }: ListFilter): boolean {
  const tags = 'tags' in entry ? entry.tags : undefined
  return (
    `${entry.id}.`.startsWith(prefix && `${prefix}.`) && (tag === undefined || (tags?.includes(tag) ?? false))
  )
}

function byId(a: AnyEntry, b: AnyEntry): number {
  return compareText(a.id, b.id)
}
