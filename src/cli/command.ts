import type { Command } from 'commander'
import type { Io } from './io.ts'
import type { Settings } from './settings/settings.ts'
import type { Terminal } from './terminal.ts'

/** Exit codes: the same for every command. */
export const EXIT = {
  /** Nothing is wrong. */
  fine: 0,
  /** The project has problems, or what was asked for is not there. */
  problems: 1,
  /** The command line or a configuration is wrong. */
  misuse: 2,
} as const

/** What a command gets. */
export interface CommandContext {
  readonly io: Io
  /** The command line, without the program. */
  readonly args: readonly string[]
  readonly terminal: Terminal
  /** Whether the result is wanted as JSON. */
  readonly json: boolean
  /**
   * Finds out which project to look at, and with which options. It may be asked again, when a configuration has changed.
   *
   * @throws UsageError when a configuration cannot be read, OptionsRefused when the options are wrong
   */
  settings(): Promise<Settings>
}

/**
 * A command of the command line, as data. What is heavy is imported in `run`, and never at the top of its file: showing
 * help must load no compiler.
 */
export interface CommandSpec {
  /** Its name and arguments, such as `describe <id>`. */
  readonly usage: string
  /** What it does, in one line that stands beside its name: a verb first, no full stop. */
  readonly summary: string
  /** What its own help says besides. */
  readonly details?: string
  /** Command lines without the program, and what each does. */
  readonly examples: readonly (readonly [line: string, what: string])[]
  /** Whether it takes the flags that say which project, and with which options. */
  readonly project: boolean
  /** Whether it takes `--json`. */
  readonly json: boolean
  /** Whether it writes to the standard output of the process by itself. Default: no. */
  readonly ownsOutput?: boolean
  /** Whether it is asked for JSON by other flags than `--json`. */
  readonly isJson?: (flags: Readonly<Record<string, unknown>>) => boolean
  /** Adds flags of its own. */
  readonly flags?: (command: Command) => void
  /**
   * Runs it.
   *
   * @param args what is written behind its name, without flags
   * @param flags by their names in camel case
   * @returns the exit code; see {@link EXIT}
   */
  run(
    args: readonly string[],
    flags: Readonly<Record<string, unknown>>,
    context: CommandContext,
  ): Promise<number>
}
