import type { OptionsInvalidError } from '../compiler/resolve-options.ts'

/** The command line, or what it was told to read, is wrong: nothing was looked at. The process ends with 2. */
export class UsageError extends Error {
  /** What to do about it, in one line or several. */
  readonly hint: string | undefined

  constructor(message: string, hint?: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'UsageError'
    this.hint = hint
  }
}

/** The options of a project are wrong. */
export class OptionsRefused extends Error {
  /** The configuration that they are from, as far as they are from one. */
  readonly file: string | undefined

  /** @param cause says what is wrong with them */
  constructor(cause: OptionsInvalidError, file: string | undefined) {
    super(cause.message, { cause })
    this.name = 'OptionsRefused'
    this.file = file
  }
}
