import { ModuleRegistryError } from '../diagnostics/error.ts'
import { closest } from '../util/closest.ts'

/** Facts of a {@link ModuleNotFoundError}. */
export interface ModuleNotFoundDetails {
  /** The ID that was asked for. */
  id: string
  /** Known IDs near it, the nearest first; may be empty. */
  closest: string[]
}

/** No module has this ID (`MODULE_NOT_FOUND`). */
export class ModuleNotFoundError extends ModuleRegistryError<ModuleNotFoundDetails> {
  /**
   * @param id the ID that was asked for
   * @param known the IDs that exist, to name the nearest
   */
  constructor(id: string, known: Iterable<string>) {
    const near = closest(id, known, 3)
    const names = near.map((name) => `"${name}"`).join(' or ')
    super('MODULE_NOT_FOUND', `No module has the ID "${id}".${names && ` Did you mean ${names}?`}`, {
      id,
      closest: near,
    })
    this.name = 'ModuleNotFoundError'
  }
}

/** Facts of a {@link ModuleLoadError}. */
export interface ModuleLoadDetails {
  id: string
  /** The file that should hold the module, as its catalog entry has it. */
  file: string
}

/**
 * A module could not be loaded (`MODULE_LOAD_FAILED`); `cause` is the original error. The registry forgets the
 * failure, but a browser may remember a file that it could not fetch: after a deployment that removed it, only
 * reloading the page helps.
 */
export class ModuleLoadError extends ModuleRegistryError<ModuleLoadDetails> {
  constructor(details: ModuleLoadDetails, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super('MODULE_LOAD_FAILED', `The module "${details.id}" could not be loaded: ${reason}`, details, {
      cause,
    })
    this.name = 'ModuleLoadError'
  }
}
