import { relative, resolve } from 'pathe'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { contentHash } from '../content-hash.ts'
import type { ExtensionFile } from '../discover/extension-files.ts'
import type { FileRecord, KnownFile, KnownFiles } from '../file-record.ts'
import type { Host } from '../host.ts'
import { NO_MODULES, type ScanResult } from '../parse/scanner.ts'
import { type Observation, type ObservedHost, stillHolds } from './observed-host.ts'
import { readSealed, writeSealed } from './sealed-file.ts'

/** What is known of one file: the hash of its text, whether it was scanned, and, where it could hold a module, the answer. */
type Entry = readonly [hash: string, scannable: 0 | 1, answer?: Answer]

interface Answer {
  readonly problems: readonly Diagnostic[]
  readonly result: ScanResult
  /** The files that it depends on, relative to the project, each with its hash. */
  readonly dependencies: readonly (readonly [path: string, hash: string])[]
}

/** Everything that a run leaves for the next one. No path in it is absolute. */
interface Content {
  /** What answers that ask where imports lead rely on, all together. */
  readonly observations: readonly Observation[]
  /** Configurations that were read to find out. */
  readonly configs: readonly string[]
  readonly files: Readonly<Record<string, Entry>>
}

const NOTHING: Content = { observations: [], configs: [], files: {} }

/**
 * The answers of the scanner, from one run to the next. An answer counts as long as the text of its file and of all files
 * that it depends on are the same, and imports lead where they led. Times and absolute paths play no part.
 */
export class ScanCache implements KnownFiles {
  readonly #root: string
  readonly #host: Host
  readonly #folder: string
  readonly #name: string
  #content: Content | undefined
  #holds: boolean | undefined
  /** How many files were found. */
  #found = 0
  #wasBelieved = false
  readonly #hashes = new Map<string, string>()

  /**
   * @param root the project, absolute
   * @param folder where the cache is, absolute
   * @param name of the file in it, which stands for whatever else an answer depends on: versions, options
   */
  constructor(root: string, host: Host, folder: string, name: string) {
    this.#root = root
    this.#host = host
    this.#folder = folder
    this.#name = name
  }

  /** Reads what the last run left. What it says is believed only where it can still be true. */
  open(): void {
    const content = readContent(this.#folder, this.#name)
    // Nobody knows which observations are of files that are gone: when there are too many, all are made anew.
    const isOvergrown =
      content !== undefined && content.observations.length > 5_000 + 20 * Object.keys(content.files).length
    this.#content = isOvergrown ? undefined : content
    this.#holds = undefined
    this.#found = 0
    this.#wasBelieved = false
    this.#hashes.clear()
  }

  find(source: ExtensionFile, scannable: boolean, hash: string): KnownFile | undefined {
    const { files } = this.#content ?? NOTHING
    const entry = Object.hasOwn(files, source.file) ? files[source.file] : undefined
    if (entry === undefined || entry[0] !== hash || entry[1] !== Number(scannable)) return undefined
    const [, , answer] = entry
    if (answer === undefined) {
      this.#found++
      return { candidate: false, problems: [], result: NO_MODULES, dependencyHashes: [] }
    }
    const asks = answer.result.asksOthers || answer.result.opensLibraries
    if (asks && !this.#checkWorld()) return undefined
    const dependencies = answer.dependencies.map(([path]) => resolve(this.#root, path))
    const dependencyHashes = answer.dependencies.map(([, known]) => known)
    if (dependencies.some((path, index) => this.#hashOf(path) !== dependencyHashes[index])) return undefined
    this.#found++
    if (asks) this.#wasBelieved = true
    return {
      candidate: true,
      problems: answer.problems,
      result: { ...answer.result, dependencies },
      dependencyHashes,
    }
  }

  /** Whether answers were given that rely on where imports led. */
  get wasBelieved(): boolean {
    return this.#wasBelieved
  }

  /** Whether imports lead where they led in the last run. */
  #checkWorld(): boolean {
    this.#holds ??= stillHolds((this.#content ?? NOTHING).observations, this.#root, this.#host)
    return this.#holds
  }

  /** What those answers rely on. */
  get observations(): readonly Observation[] {
    return (this.#content ?? NOTHING).observations
  }

  /** Configurations that they rely on, absolute. */
  get configs(): string[] {
    return (this.#content ?? NOTHING).configs.map((path) => resolve(this.#root, path))
  }

  /**
   * Leaves what is known for the next run. What is there already is not written again.
   *
   * @param records by path relative to the project
   * @param world what was asked to find out where imports lead
   * @param configs absolute paths of configurations that were read for it
   */
  save(records: ReadonlyMap<string, FileRecord>, world: ObservedHost, configs: Iterable<string>): void {
    const { files: before } = this.#content ?? NOTHING
    if (
      this.#content !== undefined &&
      this.#found === records.size &&
      this.#found === Object.keys(before).length
    )
      return
    const files: Record<string, Entry> = {}
    for (const [file, record] of records) {
      const entry = this.#toEntry(record)
      if (entry !== undefined) files[file] = entry
    }
    const content: Content = {
      observations: world.observations(this.#root),
      configs: [...configs].map((path) => relative(this.#root, path)),
      files,
    }
    writeSealed(this.#folder, this.#name, Buffer.from(JSON.stringify(content)))
    this.#content = undefined
  }

  #toEntry(record: FileRecord): Entry | undefined {
    const { hash, candidate, problems, result, scannable, dependencyHashes } = record
    // What could not be read is asked for again, and so is what changed while it was scanned.
    if (hash === '') return undefined
    if (!candidate) return [hash, scannable ? 1 : 0]
    const dependencies = result.dependencies.map(
      (path, index) => [relative(this.#root, path), dependencyHashes[index] ?? ''] as const,
    )
    return [hash, scannable ? 1 : 0, { problems, result: { ...result, dependencies: [] }, dependencies }]
  }

  #hashOf(path: string): string {
    const known = this.#hashes.get(path)
    if (known !== undefined) return known
    let hash = ''
    try {
      hash = contentHash(this.#host.readBytes(path))
    } catch {
      // What cannot be read has no hash, now as then.
    }
    this.#hashes.set(path, hash)
    return hash
  }
}

function readContent(folder: string, name: string): Content | undefined {
  const bytes = readSealed(folder, name)
  try {
    const content: unknown = bytes === undefined ? undefined : JSON.parse(bytes.toString())
    return isContent(content) ? content : undefined
  } catch {
    return undefined
  }
}

function isContent(value: unknown): value is Content {
  const { observations, configs, files } = (value ?? {}) as Partial<Record<keyof Content, unknown>>
  return (
    Array.isArray(observations) &&
    observations.every((one) => Array.isArray(one) && one.every((part) => typeof part === 'string')) &&
    Array.isArray(configs) &&
    typeof files === 'object' &&
    files !== null
  )
}
