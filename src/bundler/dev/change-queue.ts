import type { Changes } from '../../compiler/extension-scan.ts'

/** How a dev server names what happened to a file. */
export type FileEvent = 'create' | 'update' | 'delete'

/** Gathers file events until somebody takes them. */
export class ChangeQueue {
  readonly #files = new Set<string>()
  readonly #moved = new Set<string>()
  #everywhere = false

  add(path: string, event: FileEvent): void {
    this.#files.add(path)
    if (event !== 'update') this.#moved.add(path)
  }

  /** Asks for a look at the whole tree, without an event. */
  addStructure(): void {
    this.#everywhere = true
  }

  /** Asks for no such look any more: what it was to find has been told. */
  dropStructure(): void {
    this.#everywhere = false
  }

  /** Everything since the last time. A file that came or went is listed too: what depends on it has to know. */
  take(): Changes {
    const everywhere = this.#everywhere
    const changes = {
      edited: [...this.#files],
      structure: everywhere || this.#moved.size > 0,
      ...(everywhere ? {} : { moved: [...this.#moved] }),
    }
    this.#files.clear()
    this.#moved.clear()
    this.#everywhere = false
    return changes
  }
}
