import { isDeepStrictEqual } from 'node:util'
import { dirname, extname, resolve } from 'pathe'
import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../util/compare.ts'
import { ObservedHost } from './cache/observed-host.ts'
import type { ScanCache } from './cache/scan-cache.ts'
import type { ExtensionFile } from './discover/extension-files.ts'
import { ExtensionTree } from './discover/extension-tree.ts'
import { type FileRecord, isEmptied, meaning, recordFile, type ScannedExtension } from './file-record.ts'
import { type Host, realPathIfThere } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import type { FactsMemory } from './parse/facts-store.ts'
import { Scanner } from './parse/scanner.ts'
import { RecordTable } from './record-table.ts'
import type { Changes, FileChange, Look, UpdateResult } from './scan-changes.ts'

export type { Changes, FileChange, UpdateResult } from './scan-changes.ts'

/**
 * The first two stages, discover and parse, for a project that is looked at again and again. After every look its
 * state is what a fresh look would give; what is known to be unchanged is neither read nor parsed for it.
 */
export class ExtensionScan {
  readonly #options: ResolvedOptions
  readonly #host: Host
  readonly #tree: ExtensionTree
  readonly #memory: FactsMemory = new Map()
  readonly #cache: ScanCache | undefined
  /** Answers to where imports lead, with what was asked for them. */
  readonly #world: ObservedHost
  #scanner: Scanner
  readonly #records = new RecordTable()
  readonly #configs = new Set<string>()
  /** Edited files that are no extension files, although their names would do. */
  readonly #strangers = new Set<string>()
  readonly #lost = new Set<string>()
  /** What {@link inputs} gave last, and from what. */
  #inputs: { all: ReadonlySet<string>; of: ReadonlySet<string>; configs: number } | undefined

  /**
   * @param outputs absolute paths of files that the plugin writes itself: they never count
   * @param cache what earlier processes found out
   */
  constructor(options: ResolvedOptions, outputs: readonly string[], host: Host, cache?: ScanCache) {
    this.#options = options
    this.#host = host
    this.#tree = new ExtensionTree(options, outputs, host)
    this.#cache = cache
    this.#world = new ObservedHost(host)
    this.#scanner = new Scanner(options, host, this.#memory, this.#world)
  }

  /** All extension files, sorted. */
  get files(): readonly ExtensionFile[] {
    return this.#tree.discovery.files
  }

  /** The folders that were listed, relative to the project, sorted. */
  get folders(): readonly string[] {
    return this.#tree.discovery.folders
  }

  /** The files that could hold a module, sorted, with what they declare. */
  get scanned(): readonly ScannedExtension[] {
    return this.#tree.discovery.files.flatMap(({ file }) => {
      const record = this.#records.get(file)
      return record?.candidate === true ? [record] : []
    })
  }

  /** Absolute paths of all files that were read. */
  get read(): string[] {
    return [...this.#tree.files.map(({ path }) => path), ...this.inputs]
  }

  /** Absolute paths of everything that was read to answer, besides the extension files themselves. */
  get inputs(): ReadonlySet<string> {
    const { dependencies } = this.#records
    if (this.#inputs?.of !== dependencies || this.#inputs.configs !== this.#configs.size) {
      const all = new Set([...this.#configs, ...dependencies])
      this.#inputs = { all, of: dependencies, configs: this.#configs.size }
    }
    return this.#inputs.all
  }

  /** Everything that is wrong with single files and folders. */
  get problems(): Diagnostic[] {
    const collector = new DiagnosticCollector()
    this.#reportNotScanned(collector.report)
    return [
      ...this.#tree.problems,
      ...this.#tree.discovery.files.flatMap(({ file }) => this.#records.get(file)?.problems ?? []),
      ...collector.sorted(),
    ]
  }

  /** Looks at everything anew; texts that are known are not parsed again. */
  scanAll(): void {
    this.#begin()
    this.#tree.walk()
    this.#records.clear()
    this.#configs.clear()
    this.#inputs = undefined
    this.#strangers.clear()
    this.#cache?.open()
    for (const source of this.#tree.files) this.#scan(source, this.#cache)
    this.#adoptWorld()
    this.#dropLost()
    this.#scanner.finish()
    this.#cache?.save(this.#records.all, this.#world, this.#configs)
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
    const moved = new Set(changes.moved)
    const isUnsure = edited.some(
      (path) => this.#isConfig(path) || (!moved.has(path) && this.#isOtherThanKnown(path)),
    )
    this.#begin()
    const look = this.#look(isUnsure ? { edited, structure: true } : changes)
    const found: FileChange[] = []
    const untouched = new Set<string>()
    const rewritten = new Set<string>()
    const created: FileRecord[] = []
    const unsettled: string[] = []
    for (const source of this.#doubtful(edited, look)) {
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
    for (const { file, path } of look.gone) {
      const before = this.#records.get(file)
      if (before === undefined) continue
      this.#records.delete(before)
      this.#memory.delete(path)
      found.push({ before })
    }
    this.#dropLost()
    unsettled.push(...this.#copiesAmong(created))
    const isConfined =
      look.sameProblems && found.every(({ before, after }) => (before ?? after)?.scannable === true)
    return {
      changed: found.length > 0 || !look.sameTree,
      changes: isConfined ? found : undefined,
      rewritten,
      untouched,
      unsettled,
    }
  }

  /** Looks for files that came or went: nowhere, where they did, or everywhere. */
  #look({ structure, moved }: Changes): Look {
    if (!structure) return { sameTree: true, sameProblems: true, come: [], gone: [], asksAnew: false }
    const tree = this.#tree
    const { discovery, problems } = tree
    const change = moved && tree.lookAgain(moved)
    if (change !== undefined) {
      const sameTree = change.discovery === discovery
      return { ...change, sameTree, sameProblems: true, asksAnew: this.#leadsElsewhere(moved!) }
    }
    tree.walk()
    const present = new Set(tree.files.map(({ file }) => file))
    const gone = [...this.#records.all.values()].flatMap(({ source }) =>
      present.has(source.file) ? [] : [source],
    )
    const come = tree.files.filter((source) => this.#records.get(source.file)?.source.path !== source.path)
    const sameProblems = isDeepStrictEqual(problems, tree.problems)
    const sameFolders = isDeepStrictEqual(discovery.folders, tree.discovery.folders)
    const sameTree = sameProblems && sameFolders && come.length + gone.length === 0
    return { sameTree, sameProblems, come, gone, asksAnew: true }
  }

  /** Whether imports may lead elsewhere since files came or went: somebody looked there, or at a folder that did too. */
  #leadsElsewhere(moved: readonly string[]): boolean {
    const folders = new Set(this.folders.map((folder) => resolve(this.#options.root, folder)))
    return moved.some((path) => {
      for (let at = path; !folders.has(at); at = dirname(at)) {
        if (this.#world.wasAsked(at)) return true
        if (at === dirname(at)) break
      }
      return false
    })
  }

  /** The files that may have changed their meaning. */
  #doubtful(edited: readonly string[], { come, gone, asksAnew }: Look): Iterable<ExtensionFile> {
    const stale = edited.flatMap((path) => [...(this.#records.dependantsOf(path) ?? [])])
    const records = asksAnew ? [...this.#records.all.values()] : []
    const asking = records.flatMap(({ source, result }) => (result.asksOthers ? source.file : []))
    const doubtful = new Map(
      [...stale, ...asking].map((file) => [file, this.#records.get(file)!.source] as const),
    )
    for (const { file } of gone) doubtful.delete(file)
    for (const source of come) doubtful.set(source.file, source)
    return doubtful.values()
  }

  /** The new files whose text another file holds that was there before: while it is moved, a file is there twice. */
  #copiesAmong(created: readonly FileRecord[]): string[] {
    return created.flatMap(({ hash, source, candidate }) => {
      const fresh = created.filter((one) => one.hash === hash).length
      return candidate && this.#records.copiesOf(hash) > fresh ? source.path : []
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
    const inside = this.#tree.folders.some((folder) => path.startsWith(`${folder}/`))
    if (!inside || !this.#isScannable(path) || this.#strangers.has(path)) return false
    if (this.#records.dependantsOf(path) === undefined) {
      this.#strangers.add(path)
      return true
    }
    return realPathIfThere(path, this.#host) !== path
  }

  #begin(): void {
    this.#scanner = new Scanner(this.#options, this.#host, this.#memory, this.#world)
  }

  /** @returns nothing when the file is gone since it was found */
  #scan(source: ExtensionFile, cache?: ScanCache): FileRecord | undefined {
    const known = this.#records.get(source.file)
    const record = recordFile(source, this.#isScannable(source.file), known, this.#scanner, this.#host, cache)
    if (record === undefined) {
      if (known !== undefined) this.#records.delete(known)
      this.#lost.add(source.file)
      return undefined
    }
    this.#records.set(record)
    for (const path of this.#scanner.configFiles) this.#configs.add(path)
    return record
  }

  #isScannable(path: string): boolean {
    return this.#options.fileExtensions.includes(extname(path))
  }

  /** Takes files out that were gone when they were read: they go unnoticed, as if the walk had come later. */
  #dropLost(): void {
    if (this.#lost.size === 0) return
    this.#tree.drop(this.#lost)
    this.#lost.clear()
  }

  #reportNotScanned(report: Report): void {
    const byExtension = new Map<string, string[]>()
    for (const { file } of this.#tree.discovery.notScanned) {
      if (this.#records.get(file)?.candidate !== true) continue
      const extension = extname(file)
      byExtension.set(extension, [...(byExtension.get(extension) ?? []), file])
    }
    for (const [extension, found] of [...byExtension].sort(([a], [b]) => compareText(a, b))) {
      report('EXTENSION_NOT_SCANNED', { extension, count: found.length, example: found[0]! })
    }
  }
}
