import { statSync } from 'node:fs'

/** Clocks of file systems tick in steps: two writes within one step, in milliseconds, give one time. */
const TICK = 50

/**
 * Tells which files changed since the last look, without reading them. It never misses a change: where the times leave
 * a doubt, a file counts as changed.
 */
export class FileStates {
  readonly #known = new Map<string, string>()

  /**
   * Notes the states of files that were just read.
   *
   * @param since when the first of them was read, in milliseconds
   */
  note(paths: Iterable<string>, since: number): void {
    for (const path of paths) if (!this.#known.has(path)) this.#remember(path, stateOf(path), since)
  }

  /** Gives those of the files that are not, or may not be, as they were noted, and notes their states. */
  changed(paths: Iterable<string>): string[] {
    const now = Date.now()
    return [...paths].filter((path) => {
      const state = stateOf(path)
      if (this.#known.get(path) === state.text) return false
      this.#remember(path, state, now)
      return true
    })
  }

  #remember(path: string, { text, time }: State, since: number): void {
    if (time < since - TICK) this.#known.set(path, text)
    else this.#known.delete(path)
  }
}

interface State {
  readonly text: string
  /** The last time at which anything about the file changed, in milliseconds; nobody can set it back. */
  readonly time: number
}

function stateOf(path: string): State {
  const stats = statSync(path, { throwIfNoEntry: false })
  if (stats === undefined) return { text: 'absent', time: 0 }
  const { mtimeMs, ctimeMs, size, ino } = stats
  return { text: [mtimeMs, ctimeMs, size, ino].join(), time: ctimeMs }
}
