import type { Module } from 'unplugin-module-registry/runtime'

interface Command {
  add?: string
  clear?: boolean
}

/** One instance serves all calls, so it can remember; `onLoad` and `onUnload` frame its life. */
export class Scratchpad implements Module<Command, string[]> {
  readonly description = 'Remembers lines until it is unloaded.'
  readonly tags = ['text', 'state']
  #lines: string[] = []

  onLoad(): void {
    this.#lines = ['(loaded, and ready for your lines)']
  }

  execute({ add, clear = false }: Command): string[] {
    if (clear) this.#lines = []
    if (add !== undefined) this.#lines.push(add)
    return [...this.#lines]
  }

  onUnload(): void {
    this.#lines = []
  }
}
