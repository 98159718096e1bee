import { createHash } from 'node:crypto'
import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import type { ExtensionFile } from './discover/extension-files.ts'
import { reportUnreadable } from './discover/walk.ts'
import type { Host } from './host.ts'
import { NO_MODULES, type Scanner, type ScanResult } from './parse/scanner.ts'

/** One extension file with what the scanner made of it. */
export interface ScannedExtension {
  readonly source: ExtensionFile
  readonly result: ScanResult
  /** The text, where something has to be cut out of it. */
  readonly text?: string
}

/** The same, with what a later look at the file has to be compared to. */
export interface FileRecord extends ScannedExtension {
  /** Of the text; empty where it cannot be read. */
  readonly hash: string
  /** The same of the last text without errors. */
  readonly soundHash: string
  readonly problems: readonly Diagnostic[]
  /** Whether the text could hold a module. */
  readonly candidate: boolean
}

/**
 * Reads and scans a file.
 *
 * @param scannable whether its kind of file is scanned; others are only looked at for a warning
 * @param known the record so far
 * @returns nothing when there is no such file
 */
export function recordFile(
  source: ExtensionFile,
  scannable: boolean,
  known: FileRecord | undefined,
  scanner: Scanner,
  host: Host,
): FileRecord | undefined {
  const collector = new DiagnosticCollector()
  const report: Report = scannable ? collector.report : () => {}
  const text = readText(source, host, report)
  if (text === undefined && host.kind(source.path) === undefined) return undefined
  const candidate = text !== undefined && scanner.mayHoldModule(text)
  const result =
    scannable && candidate ? scanner.scan(source.path, source.file, text, collector.report) : NO_MODULES
  const hash = text === undefined ? '' : hashOf(text)
  const problems = collector.sorted()
  const sound = problems.every(({ severity }) => severity !== 'error')
  return {
    source,
    result,
    ...(text !== undefined && result.markerCuts.length > 0 ? { text } : {}),
    hash,
    soundHash: sound ? hash : (known?.soundHash ?? ''),
    problems,
    candidate,
  }
}

/** What a file says to the rest of the project, without the places where it says so. */
export function meaning({ result, problems, candidate }: FileRecord): string {
  const classes = result.classes.map(
    ({ line: _line, column: _column, endColumn: _end, unresolved, ...facts }) => ({
      ...facts,
      unresolved: Object.entries(unresolved ?? {}).map(([field, { reason, file }]) => [field, reason, file]),
    }),
  )
  return canonicalJson([classes, result.markerCuts.length > 0, problems, candidate])
}

/** Whether a text was taken away: some editors empty a file before they write it. */
export function isEmptied(before: FileRecord, after: FileRecord): boolean {
  return before.candidate && after.hash === EMPTY
}

const EMPTY = hashOf('')

function hashOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}

function readText(source: ExtensionFile, host: Host, report: Report): string | undefined {
  try {
    return host.read(source.path)
  } catch (error) {
    reportUnreadable(source.file, error, report)
    return undefined
  }
}
