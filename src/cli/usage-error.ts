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
