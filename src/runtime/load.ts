import type { CatalogEntry } from '../catalog/entry.ts'
import type { Loaders, ModuleSource } from './api.ts'
import { ModuleLoadError } from './errors.ts'
import { emit } from './events.ts'
import type { ModuleState, Store } from './store.ts'

/**
 * Gives the class or object of a module, loading its file at the first call. A failure is told once, however
 * many wait for it, and forgotten.
 *
 * @throws ModuleLoadError
 */
export async function loadModule(store: Store, state: ModuleState): Promise<ModuleSource> {
  const { entry, from } = state
  if ('module' in from) return from.module
  state.loading ??= importModule(entry, from.loaders).catch((error) => {
    state.loading = undefined
    emit(store.listeners, 'error', { id: entry.id, error })
    throw error
  })
  return state.loading
}

/** Tells whether a value can be a module: a class, or an object. */
export function isModule(value: unknown): value is ModuleSource {
  return Object(value) === value
}

async function importModule({ id, file, exportName }: CatalogEntry, loaders: Loaders): Promise<ModuleSource> {
  try {
    if (!Object.hasOwn(loaders, file)) throw new TypeError(`there is no loader for "${file}".`)
    const namespace = (await loaders[file]!()) as Record<string, unknown>
    const module = Object.hasOwn(namespace, exportName) && namespace[exportName]
    if (!isModule(module)) throw new TypeError(`"${file}" exports no class or object as "${exportName}".`)
    return module
  } catch (cause) {
    throw new ModuleLoadError({ id, file }, cause)
  }
}
