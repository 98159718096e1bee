import { readFileSync } from 'node:fs'
import { resolve } from 'pathe'
import { sameText } from '../../compiler/emit/same-text.ts'
import type { GeneratedFile } from '../../compiler/generated-files.ts'

/** A generated file held against what is on the disk. */
export interface FileState {
  /** Relative to the project. */
  readonly path: string
  readonly state: 'current' | 'stale' | 'missing'
  /** Where it begins to differ, when it is stale. */
  readonly difference?: Difference
}

/** A generated file after a run. */
export interface WrittenFile {
  /** Relative to the project. */
  readonly path: string
  /** What happened to it; it is `kept` as it was where there are errors. */
  readonly state: 'written' | 'current' | 'kept'
}

/** The first lines that differ. */
interface Difference {
  /** 1-based. */
  readonly line: number
  /** A few lines as they are. */
  readonly actual: readonly string[]
  /** The same lines as they should be. */
  readonly expected: readonly string[]
}

/** How many lines of a difference are shown. */
const SHOWN_LINES = 3

/** Compares generated files to those on the disk, as the plugin does before it writes. */
export function fileStates(files: readonly GeneratedFile[], root: string): FileState[] {
  return files.map(({ path, text }) => {
    const actual = readText(resolve(root, path))
    if (actual === undefined) return { path, state: 'missing' }
    if (sameText(actual, text)) return { path, state: 'current' }
    return { path, state: 'stale', difference: firstDifference(actual, text) }
  })
}

/** The text of a file; nothing when it cannot be read. */
export function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function firstDifference(actual: string, expected: string): Difference {
  const [before, after] = [actual, expected].map((text) => text.replaceAll('\r\n', '\n').split('\n'))
  const start = before!.findIndex((line, index) => line !== after![index])
  const index = start < 0 ? before!.length : start
  const part = (lines: readonly string[]): string[] => lines.slice(index, index + SHOWN_LINES)
  return { line: index + 1, actual: part(before!), expected: part(after!) }
}
