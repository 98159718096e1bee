import type { Changes } from '../../compiler/extension-scan.ts'

/** How a dev server names what happened to a file. */
export type FileEvent = 'create' | 'update' | 'delete'

/** Gathers file events until somebody takes them. */
export class ChangeQueue {
  readonly #files = new Set<string>()
  #structure = false

  add(path: string, event: FileEvent): void {
    this.#files.add(path)
    if (event !== 'update') this.#structure = true
  }

  /** Asks for a look at the whole tree, without an event. */
  addStructure(): void {
    this.#structure = true
  }

  /** Everything since the last time. A file that came or went is listed too: what depends on it has to know. */
  take(): Changes {
    const changes = { edited: [...this.#files], structure: this.#structure }
    this.#files.clear()
    this.#structure = false
    return changes
  }
}
