import { isDeepStrictEqual } from 'node:util'
import type { FileRecord } from './file-record.ts'

/** The records of all files, and what follows from all of them together, kept up to date from one change to the next. */
export class RecordTable {
  readonly #records = new Map<string, FileRecord>()
  /** Who has to be scanned again when a file changes: its dependants, by its absolute path. */
  readonly #dependants = new Map<string, Set<string>>()
  /** How many files have a text, by its hash. */
  readonly #copies = new Map<string, number>()
  #dependencies: ReadonlySet<string> | undefined

  /** All records, by path relative to the project. */
  get all(): ReadonlyMap<string, FileRecord> {
    return this.#records
  }

  get(file: string): FileRecord | undefined {
    return this.#records.get(file)
  }

  /** The extension files that depend on a file, itself among them: relative to the project, by its absolute path. */
  dependantsOf(path: string): ReadonlySet<string> | undefined {
    return this.#dependants.get(path)
  }

  /** How many files have a text. */
  copiesOf(hash: string): number {
    return this.#copies.get(hash) ?? 0
  }

  /** Absolute paths of the files that others depend on; the same set for as long as they are the same. */
  get dependencies(): ReadonlySet<string> {
    this.#dependencies ??= new Set(
      [...this.#records.values()].flatMap(({ source, result }) =>
        result.dependencies.filter((path) => path !== source.path),
      ),
    )
    return this.#dependencies
  }

  /** Puts a record in, in place of the one of its file. */
  set(record: FileRecord): void {
    const { source, result, hash } = record
    const known = this.#records.get(source.file)
    const dependencies = this.#dependencies
    if (known !== undefined) this.delete(known)
    this.#records.set(source.file, record)
    this.#copies.set(hash, this.copiesOf(hash) + 1)
    for (const path of [source.path, ...result.dependencies]) {
      const dependants = this.#dependants.get(path) ?? new Set()
      this.#dependants.set(path, dependants.add(source.file))
    }
    const isSame = isDeepStrictEqual(known?.result.dependencies ?? [], result.dependencies)
    this.#dependencies = isSame ? dependencies : undefined
  }

  delete({ source, result, hash }: FileRecord): void {
    this.#records.delete(source.file)
    if (result.dependencies.length > 0) this.#dependencies = undefined
    if (this.copiesOf(hash) > 1) this.#copies.set(hash, this.copiesOf(hash) - 1)
    else this.#copies.delete(hash)
    for (const path of [source.path, ...result.dependencies]) {
      const dependants = this.#dependants.get(path)
      dependants?.delete(source.file)
      if (dependants?.size === 0) this.#dependants.delete(path)
    }
  }

  clear(): void {
    this.#records.clear()
    this.#dependants.clear()
    this.#copies.clear()
    this.#dependencies = undefined
  }
}
