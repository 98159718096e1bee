import { createHash } from 'node:crypto'
import { extname } from 'pathe'
import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { compareText } from '../util/compare.ts'
import { type Discovery, discoverExtensionFiles, type ExtensionFile } from './discover/extension-files.ts'
import { reportUnreadable } from './discover/walk.ts'
import type { Host } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import type { FactsMemory } from './parse/facts-store.ts'
import { NO_MODULES, Scanner, type ScanResult } from './parse/scanner.ts'

/** One extension file with what the scanner made of it. */
export interface ScannedExtension {
  readonly source: ExtensionFile
  readonly result: ScanResult
  /** The text, where something has to be cut out of it. */
  readonly text?: string
}

/** Files that changed since the last look, absolute with `/`. */
export interface Changes {
  /** Files that were there before and still are. */
  readonly edited: readonly string[]
  /** Whether any file or folder came, went or moved. */
  readonly structure: boolean
}

/** What a look at changes found. */
export interface UpdateResult {
  /** Whether descriptors, problems or the set of files are other than before; places of classes do not count. */
  readonly changed: boolean
  /** Absolute paths of files that were said to be edited, and whose text is what it was. */
  readonly untouched: ReadonlySet<string>
  /** Whether a file came whose text another file has, too. */
  readonly copied: boolean
}

interface FileRecord extends ScannedExtension {
  /** Of the text; empty where it cannot be read. */
  readonly hash: string
  readonly problems: readonly Diagnostic[]
  /** Whether the text could hold a module. */
  readonly candidate: boolean
}

/**
 * The first two stages, discover and parse, for a project that is looked at again and again. After every look its
 * state is what a fresh look would give; what is known to be unchanged is neither read nor parsed for it.
 */
export class ExtensionScan {
  readonly #options: ResolvedOptions
  readonly #outputs: readonly string[]
  readonly #host: Host
  readonly #memory: FactsMemory = new Map()
  #scanner: Scanner
  #discovery: Discovery = { files: [], notScanned: [], folders: [] }
  #walkProblems: readonly Diagnostic[] = []
  #records = new Map<string, FileRecord>()
  /** Who has to be scanned again when a file changes: its dependants, by its absolute path. */
  #dependants = new Map<string, Set<string>>()
  #inputs = new Set<string>()

  /**
   * @param outputs absolute paths of files that the plugin writes itself: they never count
   */
  constructor(options: ResolvedOptions, outputs: readonly string[], host: Host) {
    this.#options = options
    this.#outputs = outputs
    this.#host = host
    this.#scanner = new Scanner(options, host, this.#memory)
  }

  /** All extension files, sorted. */
  get files(): readonly ExtensionFile[] {
    return this.#discovery.files
  }

  /** The folders that were listed, relative to the project, sorted. */
  get folders(): readonly string[] {
    return this.#discovery.folders
  }

  /** The files that could hold a module, sorted, with what they declare. */
  get scanned(): readonly ScannedExtension[] {
    return this.#discovery.files.flatMap(({ file }) => {
      const record = this.#records.get(file)
      return record?.candidate === true ? [record] : []
    })
  }

  /** Absolute paths of all files that were read. */
  get read(): string[] {
    return [...this.#allFiles().map(({ path }) => path), ...this.#inputs]
  }

  /** Absolute paths of everything that was read to answer, besides the extension files themselves. */
  get inputs(): ReadonlySet<string> {
    return this.#inputs
  }

  /** Everything that is wrong with single files and folders. */
  get problems(): Diagnostic[] {
    const collector = new DiagnosticCollector()
    this.#reportNotScanned(collector.report)
    return [
      ...this.#walkProblems,
      ...this.#discovery.files.flatMap(({ file }) => this.#records.get(file)?.problems ?? []),
      ...collector.sorted(),
    ]
  }

  /** Looks at everything anew; texts that are known are not parsed again. */
  scanAll(): void {
    this.#begin()
    this.#discover()
    this.#records = new Map()
    this.#dependants = new Map()
    this.#inputs = new Set()
    for (const source of this.#allFiles()) this.#scan(source)
    this.#scanner.finish()
  }

  /**
   * Looks at what changed, and at what depends on it.
   *
   */
  update(changes: Changes): UpdateResult {
    const edited = new Set(changes.edited)
    const structure = changes.structure || changes.edited.some((path) => this.#isConfig(path))
    const before = this.#shape()
    this.#begin()
    if (structure) this.#discover()
    const stale = new Set(changes.edited.flatMap((path) => [...(this.#dependants.get(path) ?? [])]))
    let changed = before !== this.#shape()
    const present = new Set<string>()
    const untouched = new Set<string>()
    const created: FileRecord[] = []
    for (const source of this.#allFiles()) {
      present.add(source.file)
      const record = this.#records.get(source.file)
      const doubtful = stale.has(source.file) || (structure && record?.result.asksOthers === true)
      if (record !== undefined && !doubtful && !edited.has(source.path)) continue
      const next = this.#scan(source)
      if (record === undefined) created.push(next)
      else if (record.hash === next.hash) untouched.add(source.path)
      if (record === undefined || meaning(record) !== meaning(next)) changed = true
    }
    for (const [file, { source }] of this.#records) {
      if (present.has(file)) continue
      this.#records.delete(file)
      this.#memory.delete(source.path)
    }
    return { changed, untouched, copied: created.some((record) => this.#isCopy(record)) }
  }

  /** Whether another file holds the same text: a file that is being moved is there twice for a moment. */
  #isCopy({ source, hash, candidate }: FileRecord): boolean {
    if (!candidate) return false
    for (const other of this.#records.values())
      if (other.hash === hash && other.source !== source) return true
    return false
  }

  /** What decides where imports lead, besides the files themselves. */
  #isConfig(path: string): boolean {
    return this.#inputs.has(path) && path.endsWith('.json') ? true : path.endsWith('/package.json')
  }

  #begin(): void {
    this.#scanner = new Scanner(this.#options, this.#host, this.#memory)
  }

  #discover(): void {
    const collector = new DiagnosticCollector()
    this.#discovery = discoverExtensionFiles(this.#options, this.#outputs, this.#host, collector.report)
    this.#walkProblems = collector.sorted()
  }

  #allFiles(): ExtensionFile[] {
    return [...this.#discovery.files, ...this.#discovery.notScanned]
  }

  /** The tree as far as it shows in results. */
  #shape(): string {
    const { files, folders } = this.#discovery
    return canonicalJson([files.map(({ file }) => file), folders, this.#walkProblems])
  }

  #scan(source: ExtensionFile): FileRecord {
    const collector = new DiagnosticCollector()
    const record = this.#makeRecord(source, collector)
    this.#records.set(source.file, record)
    for (const path of [source.path, ...record.result.dependencies]) {
      const dependants = this.#dependants.get(path) ?? new Set()
      this.#dependants.set(path, dependants.add(source.file))
      if (path !== source.path) this.#inputs.add(path)
    }
    for (const path of this.#scanner.configFiles) this.#inputs.add(path)
    return record
  }

  #makeRecord(source: ExtensionFile, collector: DiagnosticCollector): FileRecord {
    const { report } = collector
    const scannable = this.#options.fileExtensions.includes(extname(source.file))
    const text = this.#read(source, scannable ? report : () => {})
    const candidate = text !== undefined && this.#scanner.mayHoldModule(text)
    const result =
      scannable && candidate ? this.#scanner.scan(source.path, source.file, text, report) : NO_MODULES
    return {
      source,
      result,
      ...(text !== undefined && result.markerCuts.length > 0 ? { text } : {}),
      hash: text === undefined ? '' : createHash('sha1').update(text).digest('base64'),
      problems: collector.sorted(),
      candidate,
    }
  }

  #read(source: ExtensionFile, report: Report): string | undefined {
    try {
      return this.#host.read(source.path)
    } catch (error) {
      reportUnreadable(source.file, error, report)
      return undefined
    }
  }

  #reportNotScanned(report: Report): void {
    const byExtension = new Map<string, string[]>()
    for (const { file } of this.#discovery.notScanned) {
      if (this.#records.get(file)?.candidate !== true) continue
      const extension = extname(file)
      byExtension.set(extension, [...(byExtension.get(extension) ?? []), file])
    }
    for (const [extension, found] of [...byExtension].sort(([a], [b]) => compareText(a, b))) {
      report('EXTENSION_NOT_SCANNED', { extension, count: found.length, example: found[0]! })
    }
  }
}

/** What a file says to the rest of the project, without the places where it says so. */
function meaning({ result, problems, candidate }: FileRecord): string {
  const classes = result.classes.map(({ line: _line, column: _column, endColumn: _end, ...facts }) => facts)
  return canonicalJson([classes, result.markerCuts.length > 0, problems, candidate])
}
