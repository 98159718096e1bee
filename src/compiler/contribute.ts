import type { CatalogEntry, Load } from '../catalog/entry.ts'
import { catalogFieldsOf } from '../catalog/fields.ts'
import type { Contribution } from '../kernel/contribution.ts'
import type { Offer } from '../kernel/discover.ts'
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
 * Offers scanned modules to the kernel, each file for itself, so that what one file offers is the same whatever other
 * files there are. Remembers it for as long as a module is the same.
 */
export class ModuleOffers {
  readonly #options: ResolvedOptions
  readonly #known = new WeakMap<IdentifiedModule, Offer>()

  constructor(options: ResolvedOptions) {
    this.#options = options
  }

  /** @throws OptionsInvalidError when the `load` function of the application fails */
  of(module: IdentifiedModule): Offer {
    let offer = this.#known.get(module)
    if (offer === undefined) {
      const entry = catalogEntry(module, this.#options)
      const payload: ModulePayload = {
        entry,
        shape: module.descriptor.shape,
        ...(entry.description === undefined ? {} : { description: entry.description }),
      }
      const source = { scope: entry.scope, origin: entry.origin, path: entry.file }
      const raw: Contribution = { kind: entry.kind, id: entry.id, source, payload }
      offer = { contributor: 'extensions', order: module.order, raw }
      this.#known.set(module, offer)
    }
    return offer
  }
}

/** The catalog entry of a module. */
export function catalogEntry(
  module: Pick<IdentifiedModule, 'id' | 'source' | 'descriptor'>,
  options: ResolvedOptions,
): CatalogEntry {
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
