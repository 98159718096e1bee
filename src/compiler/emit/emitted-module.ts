import type { CatalogEntry } from '../../catalog/entry.ts'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { compareText } from '../../util/compare.ts'
import type { ModuleShape } from '../parse/class-descriptor.ts'

/** One module as the renderers need it: what the catalog says of it, and how its type is written. */
export interface EmittedModule {
  readonly entry: CatalogEntry
  readonly shape: ModuleShape
  /** The folder of the plugin whose tool it is; absent for what is in a file. */
  readonly plugin?: string
}

/** One plugin as the renderers need it. */
export interface EmittedPlugin {
  readonly entry: PluginEntry
  /** How its class is written; in-process plugins have one. */
  readonly shape?: ModuleShape
}

/** Gives the modules sorted by ID, and what shares an ID by file and export, so that the order given never shows. */
export function sortModules(modules: readonly EmittedModule[]): readonly EmittedModule[] {
  return sorted.has(modules) ? modules : markSorted([...modules].sort(compareModules))
}

/** Takes note that a list is sorted, which saves comparing all of it. */
export function markSorted(modules: readonly EmittedModule[]): readonly EmittedModule[] {
  sorted.add(Object.freeze(modules))
  return modules
}

const sorted = new WeakSet<readonly EmittedModule[]>()

/** The order of {@link sortModules}. */
export function compareModules({ entry: a }: EmittedModule, { entry: b }: EmittedModule): number {
  return compareText(a.id, b.id) || compareText(a.file, b.file) || compareText(a.exportName, b.exportName)
}
