import { contentHash } from '../content-hash.ts'
import { decodeText, type Host } from '../host.ts'
import type { FileFacts } from './facts.ts'
import { type ParseSettings, parseFile } from './file-facts.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/

/** How many files are kept that nobody has asked for. */
const KEPT = 100

/** Facts of files from earlier runs, by path; what is stale is replaced, what is not asked for is dropped. */
export type FactsMemory = Map<string, { readonly hash: string; readonly facts: FileFacts }>

/** Whether a file is one that has facts at all. */
export function isScript(path: string): boolean {
  return SCRIPT.test(path)
}

/** A text, and the hash of the bytes that it was decoded from. */
interface HashedText {
  readonly text: string
  readonly hash: string
}

/** Reads and parses each file at most once a run, and not at all when its text is known from an earlier one. */
export class FactsStore {
  readonly #host: Host
  readonly #settings: ParseSettings
  readonly #memory: FactsMemory
  readonly #texts = new Map<string, HashedText>()
  readonly #hashes = new Map<string, string>()
  readonly #facts = new Map<string, FileFacts | undefined>()
  /** Files that others have asked for. */
  readonly #shared = new Set<string>()
  /** Files that nobody has asked for since they were scanned, the longest first. */
  readonly #settled = new Set<string>()

  constructor(host: Host, settings: ParseSettings, memory: FactsMemory) {
    this.#host = host
    this.#settings = settings
    this.#memory = memory
  }

  /** Takes the text of a file that was read elsewhere, so that it is not read again. */
  offer(path: string, text: HashedText): void {
    // Whoever asked for it earlier may have seen what it was then.
    if (this.#facts.has(path) && this.hashOf(path) !== text.hash) this.#facts.delete(path)
    if (!this.#facts.has(path)) this.#texts.set(path, text)
  }

  /** What a file was when it was read in this run; empty where it could not be. */
  hashOf(path: string): string {
    return this.#hashes.get(path) ?? ''
  }

  /** The facts of a file; `undefined` for what cannot be read or is no script. */
  factsOf = (path: string): FileFacts | undefined => {
    if (!this.#facts.has(path)) this.#facts.set(path, this.#load(path))
    return this.#facts.get(path)
  }

  /** The facts of a file that another one depends on; they are kept for the whole run. */
  sharedFactsOf = (path: string): FileFacts | undefined => {
    this.#shared.add(path)
    return this.factsOf(path)
  }

  /**
   * Takes note that a file is scanned. Few files are asked for by others, and those mostly by their neighbours: what lies
   * further back is forgotten, so that memory does not grow with the project.
   */
  settle(path: string): void {
    this.#settled.add(path)
    const [oldest] = this.#settled
    if (this.#settled.size <= KEPT || oldest === undefined) return
    this.#settled.delete(oldest)
    if (this.#shared.has(oldest)) return
    this.#facts.delete(oldest)
    this.#memory.delete(oldest)
  }

  /** Forgets what this run did not ask for, so that memory follows the project. */
  prune(): void {
    for (const path of this.#memory.keys()) if (!this.#facts.has(path)) this.#memory.delete(path)
  }

  #load(path: string): FileFacts | undefined {
    if (!isScript(path)) return undefined
    const read = this.#read(path)
    if (read === undefined) return undefined
    const { text, hash } = read
    this.#hashes.set(path, hash)
    const known = this.#memory.get(path)
    if (known?.hash === hash) return known.facts
    const facts = parseFile(path, text, this.#settings)
    this.#memory.set(path, { hash, facts })
    return facts
  }

  #read(path: string): HashedText | undefined {
    const offered = this.#texts.get(path)
    if (offered !== undefined) {
      this.#texts.delete(path)
      return offered
    }
    try {
      const bytes = this.#host.readBytes(path)
      return { text: decodeText(bytes), hash: contentHash(bytes) }
    } catch {
      return undefined
    }
  }
}
