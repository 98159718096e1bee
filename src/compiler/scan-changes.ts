import type { ExtensionFile } from './discover/extension-files.ts'
import type { FileRecord } from './file-record.ts'

/** Files that changed since the last look, absolute with `/`. */
export interface Changes {
  /** Files that were edited, came or went. */
  readonly edited: readonly string[]
  /** Whether any file or folder came, went or moved. */
  readonly structure: boolean
  /** Those of {@link edited} that came or went, where nothing else did; then all other folders are as they were. */
  readonly moved?: readonly string[]
}

/** What a look at the tree found. */
export interface Look {
  /** Whether all files, folders and problems are those of before. */
  readonly sameTree: boolean
  readonly sameProblems: boolean
  /** Files without a record that still counts. */
  readonly come: readonly ExtensionFile[]
  readonly gone: readonly ExtensionFile[]
  /** Whether imports may lead elsewhere. */
  readonly asksAnew: boolean
}

/** What a file was and what it is; one of both where it came or went. */
export interface FileChange {
  readonly before?: FileRecord
  readonly after?: FileRecord
}

/** What a look at changes found. */
export interface UpdateResult {
  /** Whether descriptors, problems or the set of files are other than before; places of classes do not count. */
  readonly changed: boolean
  /** The files that mean something else than before, unless more than files changed. */
  readonly changes: readonly FileChange[] | undefined
  /** Extension files whose text is new, by their project-relative path. */
  readonly rewritten: ReadonlySet<string>
  /** Absolute paths of files that were said to be edited, and whose text is what it was when it last had no errors. */
  readonly untouched: ReadonlySet<string>
  /** Absolute paths of files that look like half a change: they are copies of others, or suddenly empty. */
  readonly unsettled: readonly string[]
}
