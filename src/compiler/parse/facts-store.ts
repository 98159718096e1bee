import { createHash } from 'node:crypto'
import type { Host } from '../host.ts'
import type { FileFacts } from './facts.ts'
import { type ParseSettings, parseFile } from './file-facts.ts'

const SCRIPT = /\.[cm]?[jt]sx?$/

/** Facts of files from earlier runs, by path; what is stale is replaced, what is not asked for is dropped. */
export type FactsMemory = Map<string, { readonly hash: string; readonly facts: FileFacts }>

/** Reads and parses each file at most once a run, and not at all when its text is known from an earlier one. */
export class FactsStore {
  readonly #host: Host
  readonly #settings: ParseSettings
  readonly #memory: FactsMemory
  readonly #texts = new Map<string, string>()
  readonly #facts = new Map<string, FileFacts | undefined>()

  constructor(host: Host, settings: ParseSettings, memory: FactsMemory) {
    this.#host = host
    this.#settings = settings
    this.#memory = memory
  }

  /** Takes the text of a file that was read elsewhere, so that it is not read again. */
  offer(path: string, text: string): void {
    this.#texts.set(path, text)
  }

  /** The facts of a file; `undefined` for what cannot be read or is no script. */
  factsOf = (path: string): FileFacts | undefined => {
    if (!this.#facts.has(path)) this.#facts.set(path, this.#load(path))
    return this.#facts.get(path)
  }

  /** Forgets what this run did not ask for, so that memory follows the project. */
  prune(): void {
    for (const path of this.#memory.keys()) if (!this.#facts.has(path)) this.#memory.delete(path)
  }

  #load(path: string): FileFacts | undefined {
    if (!SCRIPT.test(path)) return undefined
    const text = this.#read(path)
    if (text === undefined) return undefined
    const hash = createHash('sha1').update(text).digest('base64')
    const known = this.#memory.get(path)
    if (known?.hash === hash) return known.facts
    const facts = parseFile(path, text, this.#settings)
    this.#memory.set(path, { hash, facts })
    return facts
  }

  #read(path: string): string | undefined {
    const offered = this.#texts.get(path)
    if (offered !== undefined) {
      this.#texts.delete(path)
      return offered
    }
    try {
      return this.#host.read(path)
    } catch {
      return undefined
    }
  }
}
