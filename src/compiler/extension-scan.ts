import { isDeepStrictEqual } from 'node:util'
import { extname, resolve } from 'pathe'
import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../util/compare.ts'
import { ObservedHost } from './cache/observed-host.ts'
import type { ScanCache } from './cache/scan-cache.ts'
import { type Discovery, discoverExtensionFiles, type ExtensionFile } from './discover/extension-files.ts'
import { type FileRecord, isEmptied, meaning, recordFile, type ScannedExtension } from './file-record.ts'
import { type Host, realPathIfThere } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import type { FactsMemory } from './parse/facts-store.ts'
import { Scanner } from './parse/scanner.ts'

/** Files that changed since the last look, absolute with `/`. */
export interface Changes {
  /** Files that were there before and still are. */
  readonly edited: readonly string[]
  /** Whether any file or folder came, went or moved. */
  readonly structure: boolean
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

/**
 * The first two stages, discover and parse, for a project that is looked at again and again. After every look its
 * state is what a fresh look would give; what is known to be unchanged is neither read nor parsed for it.
 */
export class ExtensionScan {
  readonly #options: ResolvedOptions
  readonly #outputs: readonly string[]
  readonly #host: Host
  readonly #memory: FactsMemory = new Map()
  readonly #cache: ScanCache | undefined
  /** Answers to where imports lead, with what was asked for them. */
  readonly #world: ObservedHost
  #scanner: Scanner
  #discovery: Discovery = { files: [], notScanned: [], folders: [] }
  #walkProblems: readonly Diagnostic[] = []
  /** The roots, absolute, all links resolved. */
  #folders: readonly string[] = []
  #records = new Map<string, FileRecord>()
  /** Who has to be scanned again when a file changes: its dependants, by its absolute path. */
  readonly #dependants = new Map<string, Set<string>>()
  readonly #configs = new Set<string>()
  /** What {@link inputs} gave, as long as it is right. */
  #inputs: ReadonlySet<string> | undefined
  /** How many files have a text, by its hash. */
  readonly #copies = new Map<string, number>()
  /** Edited files that are no extension files, although their names would do. */
  readonly #strangers = new Set<string>()
  readonly #lost = new Set<ExtensionFile>()

  /**
   * @param outputs absolute paths of files that the plugin writes itself: they never count
   * @param cache what earlier processes found out
   */
  constructor(options: ResolvedOptions, outputs: readonly string[], host: Host, cache?: ScanCache) {
    this.#options = options
    this.#outputs = outputs
    this.#host = host
    this.#cache = cache
    this.#world = new ObservedHost(host)
    this.#scanner = new Scanner(options, host, this.#memory, this.#world)
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
    return [...this.#allFiles().map(({ path }) => path), ...this.inputs]
  }

  /** Absolute paths of everything that was read to answer, besides the extension files themselves. */
  get inputs(): ReadonlySet<string> {
    if (this.#inputs !== undefined) return this.#inputs
    const inputs = new Set(this.#configs)
    this.#inputs = inputs
    for (const { source, result } of this.#records.values()) {
      for (const path of result.dependencies) if (path !== source.path) inputs.add(path)
    }
    return inputs
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
    this.#dependants.clear()
    this.#configs.clear()
    this.#copies.clear()
    this.#inputs = undefined
    this.#strangers.clear()
    this.#cache?.open()
    for (const source of this.#allFiles()) this.#scan(source, this.#cache)
    this.#adoptWorld()
    this.#dropLost()
    this.#scanner.finish()
    this.#cache?.save(this.#records, this.#world, this.#configs)
  }

  /** Takes over what answers from the cache rely on. */
  #adoptWorld(): void {
    if (this.#cache?.wasBelieved !== true) return
    this.#world.adopt(this.#cache.observations, this.#options.root)
    for (const path of this.#cache.configs) this.#configs.add(path)
  }

  /** Looks at what changed, and at what depends on it. */
  update(changes: Changes): UpdateResult {
    const { edited } = changes
    const named = new Set(edited)
    if (changes.structure) this.#strangers.clear()
    const structure =
      changes.structure || edited.some((path) => this.#isConfig(path) || this.#isOtherThanKnown(path))
    const before = structure ? this.#shape : undefined
    this.#begin()
    if (structure) this.#discover()
    const after = before && this.#shape
    const sameShape = isDeepStrictEqual(before, after)
    const found: FileChange[] = []
    const untouched = new Set<string>()
    const rewritten = new Set<string>()
    const created: FileRecord[] = []
    const unsettled: string[] = []
    for (const source of this.#doubtful(edited, structure)) {
      const record = this.#records.get(source.file)
      const next = this.#scan(source)
      const change = { ...(record && { before: record }), ...(next && { after: next }) }
      if (next === undefined || record === undefined || meaning(record) !== meaning(next)) found.push(change)
      if (next === undefined) continue
      if (next.hash !== record?.hash) rewritten.add(source.file)
      if (record !== undefined && next.hash === record.soundHash && named.has(source.path)) {
        untouched.add(source.path)
      }
      if (record === undefined) created.push(next)
      else if (isEmptied(record, next)) unsettled.push(source.path)
    }
    if (structure) found.push(...this.#forgetGone())
    this.#dropLost()
    unsettled.push(...this.#copiesAmong(created))
    const isConfined =
      isDeepStrictEqual(before?.problems, after?.problems) &&
      found.every(({ before, after }) => (before ?? after)?.scannable === true)
    return {
      changed: found.length > 0 || !sameShape,
      changes: isConfined ? found : undefined,
      rewritten,
      untouched,
      unsettled,
    }
  }

  /** The files that may have changed their meaning. */
  #doubtful(edited: readonly string[], structure: boolean): ExtensionFile[] {
    const stale = new Set(edited.flatMap((path) => [...(this.#dependants.get(path) ?? [])]))
    if (!structure) return [...stale].flatMap((file) => this.#records.get(file)?.source ?? [])
    return this.#allFiles().filter((source) => {
      const record = this.#records.get(source.file)
      if (record === undefined || record.source.path !== source.path) return true
      return stale.has(source.file) || record.result.asksOthers
    })
  }

  /** The new files whose text another file holds that was there before: while it is moved, a file is there twice. */
  #copiesAmong(created: readonly FileRecord[]): string[] {
    return created.flatMap(({ hash, source, candidate }) => {
      const fresh = created.filter((one) => one.hash === hash).length
      return candidate && this.#copies.get(hash)! > fresh ? source.path : []
    })
  }

  /** What decides where imports lead, besides the files themselves. */
  #isConfig(path: string): boolean {
    return this.#configs.has(path) || path.endsWith('/package.json')
  }

  /**
   * Whether an edited file is not what the last walk found: it came unnoticed, or its name is spelled anew on a disk
   * that does not tell capitals from small letters.
   */
  #isOtherThanKnown(path: string): boolean {
    const inside = this.#folders.some((folder) => path.startsWith(`${folder}/`))
    if (!inside || !this.#isScannable(path) || this.#strangers.has(path)) return false
    if (!this.#dependants.has(path)) {
      this.#strangers.add(path)
      return true
    }
    return realPathIfThere(path, this.#host) !== path
  }

  #begin(): void {
    this.#scanner = new Scanner(this.#options, this.#host, this.#memory, this.#world)
  }

  #discover(): void {
    const collector = new DiagnosticCollector()
    this.#discovery = discoverExtensionFiles(this.#options, this.#outputs, this.#host, collector.report)
    this.#walkProblems = collector.sorted()
    const { root: project, extensions } = this.#options
    this.#folders = extensions.map(({ root }) => realPathIfThere(resolve(project, root), this.#host))
  }

  #allFiles(): ExtensionFile[] {
    return [...this.#discovery.files, ...this.#discovery.notScanned]
  }

  /** The tree as far as it shows in results. */
  get #shape(): {
    readonly files: readonly string[]
    readonly folders: readonly string[]
    readonly problems: readonly Diagnostic[]
  } {
    const files = this.#allFiles().map(({ file }) => file)
    return { files, folders: this.folders, problems: this.#walkProblems }
  }

  /** @returns nothing when the file is gone since it was found */
  #scan(source: ExtensionFile, cache?: ScanCache): FileRecord | undefined {
    const known = this.#records.get(source.file)
    const inputs = this.#inputs
    if (known !== undefined) this.#forget(known)
    const record = recordFile(source, this.#isScannable(source.file), known, this.#scanner, this.#host, cache)
    if (record === undefined) {
      this.#lost.add(source)
      return undefined
    }
    this.#records.set(source.file, record)
    this.#copies.set(record.hash, (this.#copies.get(record.hash) ?? 0) + 1)
    const sameInputs = isDeepStrictEqual(known?.result.dependencies ?? [], record.result.dependencies)
    this.#inputs = sameInputs ? inputs : undefined
    for (const path of [source.path, ...record.result.dependencies]) {
      const dependants = this.#dependants.get(path) ?? new Set()
      this.#dependants.set(path, dependants.add(source.file))
    }
    for (const path of this.#scanner.configFiles) {
      if (!this.#configs.has(path)) this.#inputs = undefined
      this.#configs.add(path)
    }
    return record
  }

  #isScannable(path: string): boolean {
    return this.#options.fileExtensions.includes(extname(path))
  }

  #forget({ source, result, hash }: FileRecord): void {
    this.#records.delete(source.file)
    if (result.dependencies.length > 0) this.#inputs = undefined
    const copies = this.#copies.get(hash)! - 1
    if (copies > 0) this.#copies.set(hash, copies)
    else this.#copies.delete(hash)
    for (const path of [source.path, ...result.dependencies]) {
      const dependants = this.#dependants.get(path)
      dependants?.delete(source.file)
      if (dependants?.size === 0) this.#dependants.delete(path)
    }
  }

  /** Forgets the files that a walk did not find any more. */
  #forgetGone(): FileChange[] {
    const present = new Set(this.#allFiles().map(({ file }) => file))
    const gone = [...this.#records.values()].filter(({ source }) => !present.has(source.file))
    for (const record of gone) {
      this.#forget(record)
      this.#memory.delete(record.source.path)
    }
    return gone.map((before) => ({ before }))
  }

  /** Takes files out that were gone when they were read: they go unnoticed, as if the walk had come later. */
  #dropLost(): void {
    if (this.#lost.size === 0) return
    const kept = (sources: readonly ExtensionFile[]) => sources.filter((source) => !this.#lost.has(source))
    const { files, notScanned } = this.#discovery
    this.#discovery = { ...this.#discovery, files: kept(files), notScanned: kept(notScanned) }
    this.#lost.clear()
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
