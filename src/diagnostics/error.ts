/**
 * The base of every error that this package throws on purpose.
 *
 * `code` is one of the codes in the reference of diagnostics, or a run-time code such as `MODULE_NOT_FOUND`;
 * `details` holds the same facts as the diagnostic of that code, for programs.
 */
export class ModuleRegistryError<Details extends object = object> extends Error {
  /** Permanent and unique per kind of problem. */
  declare readonly code: string
  /** The facts behind the message, as plain data. */
  declare readonly details: Details

  constructor(code: string, message: string, details: Details, options?: ErrorOptions) {
    super(message, options)
    this.name = 'ModuleRegistryError'
    this.code = code
    this.details = details
  }
}
