import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Explanation } from '../../explain/explanation.ts'
import type { FileState, WrittenFile } from '../generate/file-states.ts'
import type { PluginGraph } from '../graph/plugin-graph.ts'
import type { SettingsSource } from '../settings/settings.ts'
import type { AnyEntry } from '../text/entries.ts'

// The JSON Schema of the package is made from these types: what they say is what programs rely on.

/** What every answer begins with. */
export interface AnswerHead {
  /** Of the format; it changes when a program that reads it would have to. New members may come without that. */
  readonly version: 1
  readonly command: string
  /** Whether nothing is wrong: the exit code is 0. */
  readonly ok: boolean
  /** The project, absolute. */
  readonly root: string
  readonly source: SettingsSource
  /** All problems of the project, in the order in which they are shown. */
  readonly diagnostics: readonly Diagnostic[]
}

/** What `check --json` prints. */
interface CheckAnswer extends AnswerHead {
  readonly command: 'check'
  readonly counts: { readonly files: number; readonly modules: number; readonly plugins: number }
}

/** What `list --json` prints. */
interface ListAnswer extends AnswerHead {
  readonly command: 'list'
  /** The kind that was asked for. */
  readonly kind: string
  readonly entries: readonly AnyEntry[]
}

/** What `describe --json` prints of something that is there. */
interface DescribeAnswer extends AnswerHead {
  readonly command: 'describe'
  readonly id: string
  readonly entry: AnyEntry
  /** Where it is; the file is relative to the project, lines and columns are 1-based. */
  readonly place: { readonly file: string; readonly line?: number; readonly column?: number }
}

/** What `describe --json` prints of something that is not there. */
interface NothingToDescribeAnswer extends AnswerHead {
  readonly command: 'describe'
  readonly ok: false
  readonly id: string
  readonly entry: null
  /** IDs that were probably meant, the likeliest first. */
  readonly nearest: readonly string[]
}

/** What `explain --json` prints. */
interface ExplainAnswer extends AnswerHead {
  readonly command: 'explain'
  readonly explanation: Explanation
}

/** What `generate --json` prints. */
interface GenerateAnswer extends AnswerHead {
  readonly command: 'generate'
  readonly files: readonly WrittenFile[]
}

/** What `generate --check --json` prints. */
interface GenerateCheckAnswer extends AnswerHead {
  readonly command: 'generate'
  /** Empty where the project has errors. */
  readonly files: readonly FileState[]
  /** The command that brings the files up to date, where they are not. */
  readonly fix?: string
}

/** What `graph --format json` and `graph --json` print. */
interface GraphAnswer extends AnswerHead, PluginGraph {
  readonly command: 'graph'
}

/** What `init --json` prints. */
interface InitAnswer extends AnswerHead {
  readonly command: 'init'
  /** Whether the changes were made. */
  readonly written: boolean
  readonly changes: readonly {
    /** Relative to the project. */
    readonly file: string
    readonly created: boolean
    /** In the unified format. */
    readonly diff: string
  }[]
  /** What is there already, as sentences. */
  readonly present: readonly string[]
  /** What is left to do by hand, as sentences. */
  readonly byHand: readonly string[]
  /** What to do next, as lines for a shell and sentences. */
  readonly next: readonly string[]
}

/** What `new --json` prints. */
interface NewAnswer extends AnswerHead {
  readonly command: 'new'
  readonly id: string
  /** What was written, relative to the project. */
  readonly files: readonly string[]
}

/** What any command prints with `--print-config --json`. */
interface ConfigAnswer extends AnswerHead {
  readonly command: 'print-config'
  /** All options with their defaults; functions are only named. */
  readonly options: Readonly<Record<string, unknown>>
}

/** What any command prints with `--json` when the command line or a configuration is wrong; the exit code is 2. */
interface RefusedAnswer {
  readonly version: 1
  readonly ok: false
  readonly error: {
    readonly message: string
    /** What to do about it. */
    readonly hint?: string
    /** What is wrong with the options. */
    readonly diagnostics?: readonly Diagnostic[]
  }
}

/** The answers of commands. */
export type CommandAnswer =
  | CheckAnswer
  | ListAnswer
  | DescribeAnswer
  | NothingToDescribeAnswer
  | ExplainAnswer
  | GenerateAnswer
  | GenerateCheckAnswer
  | GraphAnswer
  | InitAnswer
  | NewAnswer
  | ConfigAnswer

/** All that the command line prints as JSON. */
export type CliAnswer = CommandAnswer | RefusedAnswer
