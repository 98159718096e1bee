import type { Changes } from '../../compiler/extension-scan.ts'

/** How a dev server names what happened to a file. */
export type FileEvent = 'create' | 'update' | 'delete'

/** Gathers file events until somebody takes them. */
export class ChangeQueue {
  readonly #events = new Map<string, Set<FileEvent>>()

  get isEmpty(): boolean {
    return this.#events.size === 0
  }

  add(path: string, event: FileEvent): void {
    this.#events.set(path, (this.#events.get(path) ?? new Set()).add(event))
  }

  /** Everything since the last time. A file that came or went is listed too: what imports it is told. */
  take(): Changes & { readonly files: readonly string[] } {
    const files = [...this.#events.keys()]
    const structure = [...this.#events.values()].some((events) => events.has('create') || events.has('delete'))
    this.#events.clear()
    return { files, edited: files, structure }
  }
}
