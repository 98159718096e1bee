import { ModuleRegistryError } from '../../diagnostics/error.ts'

/** Facts of a {@link KindUnknownError}. */
export interface KindUnknownDetails {
  kind: string
  /** Known kinds near it, the nearest first; may be empty. */
  closest: string[]
}

/** No plugin has this kind (`KIND_UNKNOWN`). */
export class KindUnknownError extends ModuleRegistryError<KindUnknownDetails> {
  /**
   * @param near known kinds near it
   * @param hint names them in the message
   */
  constructor(kind: string, near: string[] = [], hint = '') {
    super('KIND_UNKNOWN', `No plugin has the kind "${kind}".${hint}`, { kind, closest: near })
    this.name = 'KindUnknownError'
  }
}
