/** One thing that is wrong with the options. */
export interface OptionIssue {
  /** Where, such as `extensions[1].namespace`; empty for the options as a whole. */
  readonly path: string
  /** What is wrong there, and what would be right. */
  readonly message: string
}
