import { ModuleRegistryError } from '../../diagnostics/error.ts'

/** One thing that is wrong with a descriptor. */
export interface DescriptorIssue {
  /** Where: `command`, `tools[1].id`, `env.PATH`. */
  path: string
  /** What is wrong there, with the value if that helps. Values of environment variables are never in it. */
  reason: string
}

/** A descriptor cannot be used as it is (`PROCESS_DESCRIPTOR_INVALID`). All of its issues are listed. */
export class ProcessDescriptorError extends ModuleRegistryError<{
  module: string
  issues: DescriptorIssue[]
}> {
  /**
   * @param module name of the module, as far as the descriptor has one
   * @param issues what is wrong, in the order of the descriptor's fields; at least one
   */
  constructor(module: string, issues: DescriptorIssue[]) {
    const list = issues.map((issue) => `${issue.path}: ${issue.reason}`).join('; ')
    super('PROCESS_DESCRIPTOR_INVALID', `The process descriptor of "${module}" is invalid. ${list}`, {
      module,
      issues,
    })
    this.name = 'ProcessDescriptorError'
  }
}

/** How a child has ended. */
export interface ChildEnd {
  /** Its exit code; absent when a signal ended it, or when it was never started. */
  readonly exitCode?: number | undefined
  readonly signal?: string | undefined
  /** Why, as a clause: `its process ended with code 1`. */
  readonly reason: string
  /** The end of what it wrote to its error stream. */
  readonly stderr: string
}

/** What is known of a module that cannot be called. */
export interface ProcessUnavailableDetails extends Partial<ChildEnd> {
  readonly module: string
  readonly reason: string
  /** Whether the same call may succeed later. */
  readonly retryable: boolean
}

/**
 * A module in its own process cannot answer (`PROCESS_UNAVAILABLE`): it is not started, has ended, does not answer in
 * time, or is given up.
 */
export class ProcessUnavailableError extends ModuleRegistryError<ProcessUnavailableDetails> {
  constructor(details: ProcessUnavailableDetails, options?: ErrorOptions) {
    const last = lastLines(details.stderr ?? '')
    const tail = last === '' ? '' : `\nThe end of its error stream:\n${last}`
    super(
      'PROCESS_UNAVAILABLE',
      `The module "${details.module}" cannot be called: ${details.reason}.${tail}`,
      details,
      options,
    )
    this.name = 'ProcessUnavailableError'
  }
}

/**
 * The program or its surface is not what was approved (`PROCESS_MISMATCH`): another start would not change that, so the
 * module is given up until it is restarted on purpose.
 */
export class ProcessMismatchError extends ModuleRegistryError<{
  module: string
  what: string
  want: string
  got: string
}> {
  /**
   * @param what what differs: `its list of tools` and so on
   * @param hint a sentence for whoever has to mend it
   */
  constructor(module: string, what: string, want: string, got: string, hint?: string) {
    super(
      'PROCESS_MISMATCH',
      `The module "${module}" is not what was approved: ${what} is ${got}, not ${want}.${hint === undefined ? '' : ` ${hint}`}`,
      { module, what, want, got },
    )
    this.name = 'ProcessMismatchError'
  }
}

/** Enough to see what happened, in a message. */
function lastLines(stderr: string): string {
  return stderr.trimEnd().split('\n').slice(-8).join('\n').slice(-2000)
}
