import type { CatalogEntry } from '../catalog/entry.ts'
import { ModuleIdConflictError } from '../identity/errors.ts'
import { assertModuleId } from '../identity/module-id.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type { ModuleSource } from './api.ts'
import { retire } from './instances.ts'
import { isModule } from './load.ts'
import { noPlace } from './no-place.ts'
import { readShown } from './shown.ts'
import { type Store, stateOf } from './store.ts'

/** Adds a module by hand; see `Registry.register`. */
export function register(store: Store, id: string, module: ModuleSource): void {
  assertModuleId(id, store.options.reservedWords)
  refuseKnown(store, [id])
  store.states.set(id, { entry: describeByHand(id, module), from: { module } })
}

/** Replaces a module; see `Registry.override`. */
export function override(store: Store, id: string, module: ModuleSource): void {
  const { entry, live } = stateOf(store, id)
  store.states.set(id, { entry: describeByHand(id, module, entry), from: { module } })
  retire(store, live)
}

/** Adds the modules and plugins of another registry; see `Registry.merge`. */
export function merge(store: Store, other: Store): void {
  refuseKnown(store, other.states.keys())
  other.plugins?.addTo(store.registry)
  for (const [id, { entry, from }] of other.states) store.states.set(id, { entry, from })
}

function refuseKnown(store: Store, ids: Iterable<string>): void {
  for (const moduleId of ids) {
    if (store.states.has(moduleId)) throw new ModuleIdConflictError(`"${moduleId}" is taken.`, { moduleId })
  }
}

/** The catalog entry of a module that no file stands for. */
function describeByHand(id: string, module: ModuleSource, replaced?: CatalogEntry): CatalogEntry {
  if (!isModule(module)) throw new TypeError(`"${id}" is no class or object.`)
  return deepFreeze({ ...replaced, ...noPlace, id, ...readShown(module) })
}
