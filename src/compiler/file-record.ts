import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { contentHash } from './content-hash.ts'
import type { ExtensionFile } from './discover/extension-files.ts'
import { reportUnreadable } from './discover/walk.ts'
import { decodeText, type Host } from './host.ts'
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
  /** Whether its kind of file is scanned. */
  readonly scannable: boolean
  /** What the files of `result.dependencies` were when they were read, in the same order. */
  readonly dependencyHashes: readonly string[]
}

/** What is known of a file without scanning it. */
export type KnownFile = Pick<FileRecord, 'problems' | 'candidate' | 'result' | 'dependencyHashes'>

/** Answers of earlier runs. */
export interface KnownFiles {
  /**
   * Looks a file up.
   *
   * @param scannable whether its kind of file is scanned
   * @param hash of its bytes as they are now
   */
  find(source: ExtensionFile, scannable: boolean, hash: string): KnownFile | undefined
}

/**
 * Reads and scans a file.
 *
 * @param scannable whether its kind of file is scanned; others are only looked at for a warning
 * @param known the record so far
 * @param cache answers of earlier runs, which stand in for a scan
 * @returns nothing when there is no such file
 */
export function recordFile(
  source: ExtensionFile,
  scannable: boolean,
  known: FileRecord | undefined,
  scanner: Scanner,
  host: Host,
  cache?: KnownFiles,
): FileRecord | undefined {
  const collector = new DiagnosticCollector()
  const report: Report = scannable ? collector.report : () => {}
  const bytes = readBytes(source, host, report)
  if (bytes === undefined && host.kind(source.path) === undefined) return undefined
  const hash = bytes === undefined ? '' : contentHash(bytes)
  const cached = bytes === undefined ? undefined : cache?.find(source, scannable, hash)
  const { text, ...found } =
    cached === undefined ? scan(bytes, hash) : { ...cached, text: textToCut(bytes!, cached.result) }
  const sound = found.problems.every(({ severity }) => severity !== 'error')
  return {
    source,
    ...found,
    ...(text === undefined ? {} : { text }),
    hash,
    soundHash: sound ? hash : (known?.soundHash ?? ''),
    scannable,
  }

  function scan(bytes: Uint8Array | undefined, hash: string) {
    const text = bytes === undefined ? undefined : decodeText(bytes)
    const candidate = text !== undefined && scanner.mayHoldModule(text)
    const result =
      scannable && candidate
        ? scanner.scan({ path: source.path, file: source.file, text, hash }, collector.report)
        : NO_MODULES
    return {
      candidate,
      result,
      problems: collector.sorted(),
      dependencyHashes: scanner.hashesOf(result.dependencies),
      text: result.markerCuts.length > 0 ? text : undefined,
    }
  }
}

function textToCut(bytes: Uint8Array, { markerCuts }: ScanResult): string | undefined {
  return markerCuts.length > 0 ? decodeText(bytes) : undefined
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

const EMPTY = contentHash('')

function readBytes(source: ExtensionFile, host: Host, report: Report): Uint8Array | undefined {
  try {
    return host.readBytes(source.path)
  } catch (error) {
    reportUnreadable(source.file, error, report)
    return undefined
  }
}
