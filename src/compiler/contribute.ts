import type { CatalogEntry, Load } from '../catalog/entry.ts'
import { catalogFieldsOf } from '../catalog/fields.ts'
import type { Contribution, Contributor } from '../kernel/contribution.ts'
import { errorText } from '../util/error-text.ts'
import type { ResolvedOptions } from './options.ts'
import type { ModuleShape } from './parse/class-descriptor.ts'
import { OptionsInvalidError } from './resolve-options.ts'
import type { IdentifiedModule } from './validate/identify-file.ts'

/** The payload of a contribution of kind `module`: its catalog entry, and what only the emitter needs. */
export interface ModulePayload {
  readonly entry: CatalogEntry
  readonly shape: ModuleShape
  readonly description?: string
  /** The folder of the plugin whose tool it is; absent for what is in a file. */
  readonly plugin?: string
}

/**
 * Offers scanned modules to the kernel.
 *
 * @param modules identified, each ID at most once
 */
export function moduleContributor(
  modules: readonly IdentifiedModule[],
  options: ResolvedOptions,
): Contributor {
  const contributions = modules.map((module): Contribution => {
    const entry = catalogEntry(module, options)
    const payload: ModulePayload = {
      entry,
      shape: module.descriptor.shape,
      ...(entry.description === undefined ? {} : { description: entry.description }),
    }
    const source = { scope: entry.scope, origin: entry.origin, path: entry.file }
    return { kind: entry.kind, id: entry.id, source, payload }
  })
  return { name: 'extensions', contribute: () => contributions }
}

/** The catalog entry of a module. */
export function catalogEntry(module: IdentifiedModule, options: ResolvedOptions): CatalogEntry {
  const { id, source, descriptor } = module
  const entry: CatalogEntry = {
    kind: 'module',
    id,
    className: descriptor.name,
    exportName: descriptor.exportName,
    file: source.file,
    scope: source.root.scope,
    origin: source.root.root,
    load: 'lazy',
    ...catalogFieldsOf(descriptor),
  }
  return { ...entry, load: decideLoad(entry, options) }
}

function decideLoad(entry: CatalogEntry, options: ResolvedOptions): Load {
  let load: unknown
  try {
    load = options.load(entry)
  } catch (error) {
    throw new OptionsInvalidError([{ path: 'load', message: `threw for "${entry.id}": ${errorText(error)}` }])
  }
  if (load === 'lazy' || load === 'eager') return load
  throw new OptionsInvalidError([
    {
      path: 'load',
      message: `returned ${String(load)} for "${entry.id}"; it must return "lazy" or "eager".`,
    },
  ])
}
