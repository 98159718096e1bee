import { closest } from '../../util/closest.ts'
import { compareText } from '../../util/compare.ts'
import { AmbiguousPluginError, didYouMean, PluginNotFoundError } from './errors.ts'
import { KindUnknownError } from './kind-unknown.ts'
import { planOf } from './plan.ts'
import type { PluginRecord, Plugins } from './state.ts'
import type { PluginHandle } from './types.ts'

/** Lists plugins in plan order; see `Registry.plugins`. */
export function listPlugins(plugins: Plugins, kind?: string): readonly PluginHandle[] {
  const records = planOf(plugins).order
  return Object.freeze(
    records
      .filter(({ entry }) => kind === undefined || entry.pluginKind === kind)
      .map(({ handle }) => handle),
  )
}

/** Finds a plugin by its name, or the one with the highest priority; see `Registry.getPlugin`. */
export function findPlugin(plugins: Plugins, kind: string, name?: string): PluginRecord {
  const records = [...plugins.records.values()]
  const ofKind = records.filter(({ entry }) => entry.pluginKind === kind)
  if (ofKind.length === 0) {
    const kinds = new Set(records.map(({ entry }) => entry.pluginKind))
    const near = closest(kind, kinds, 3)
    throw new KindUnknownError(kind, near, didYouMean(near))
  }
  if (name !== undefined) {
    const found = ofKind.find(({ entry }) => entry.name === name)
    if (found !== undefined) return found
    const known = ofKind.map(({ entry }) => entry.name)
    throw new PluginNotFoundError(kind, name, known)
  }
  const highest = ofKind.reduce((most, { entry }) => Math.max(most, entry.priority), -Infinity)
  const best = ofKind.filter(({ entry }) => entry.priority === highest)
  if (best.length > 1) throw tie(kind, best)
  return best[0]!
}

function tie(kind: string, records: readonly PluginRecord[]): AmbiguousPluginError {
  const entries = records.map(({ entry }) => entry).sort((a, b) => compareText(a.name, b.name))
  const names = entries.map(({ name }) => name)
  const quoted = names.map((name) => `"${name}"`).join(', ')
  return new AmbiguousPluginError(
    `The plugins ${quoted} of kind "${kind}" share the highest priority. Ask for one by its name, or raise its priority.`,
    { kind, names, paths: foldersOf(entries) },
  )
}

/** The folders that plugins have; those that were registered by hand have none. */
export function foldersOf(entries: readonly { readonly folder: string }[]): string[] {
  return entries.map(({ folder }) => folder).filter((folder) => folder !== '')
}
