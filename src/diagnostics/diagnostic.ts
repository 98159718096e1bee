/** Errors fail a build, warnings do not. */
export type Severity = 'error' | 'warning'

/** A range in a source file. Lines and columns are 1-based; a tab counts as one column; the end is exclusive. */
export interface Range {
  readonly line: number
  readonly column: number
  readonly endLine: number
  readonly endColumn: number
}

/** A file, and where in it, as far as that is known. */
export interface Place extends Partial<Range> {
  /** Relative to the project, with `/`. */
  readonly file: string
}

/** Another place that takes part in a problem. */
export interface RelatedPlace extends Place {
  /** What is there, such as `class MathOps`. */
  readonly message: string
  /** The source line with a caret, as in {@link Diagnostic.frame}. */
  readonly frame?: string
}

/** One problem, as data. The same shape in every bundler, in the command line and in `compile()`. */
export interface Diagnostic extends Partial<Place> {
  /** Permanent name of the kind of problem, such as `MODULE_ID_CONFLICT`. */
  readonly code: string
  readonly severity: Severity
  /** What is wrong, in the user's words; never a place. */
  readonly message: string
  /** What to do about it. */
  readonly hint?: string
  /** The lines around the place with a caret below the range. */
  readonly frame?: string
  readonly related: readonly RelatedPlace[]
  /** The facts of the problem as plain data; their keys belong to the code. */
  readonly details: Readonly<Record<string, unknown>>
}
