import { statSync } from 'node:fs'

/** After how long a look is repeated, in milliseconds: watchers say nothing of a change within 50 of another. */
const DELAY = 100

/** Finds changes that a watcher kept quiet about, such as those of a formatter that runs right after a save. */
export class SecondLook {
  readonly #onChange: (path: string) => void
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #noted = new Map<string, { readonly state: string; readonly due: number }>()

  /** @param onChange called with a file that changed after it was noted */
  constructor(onChange: (path: string) => void) {
    this.#onChange = onChange
  }

  /** Notes a file that changed, before it is read. */
  note(path: string): void {
    this.#noted.delete(path) // So that the earliest stays in front.
    this.#noted.set(path, { state: stateOf(path), due: Date.now() + DELAY })
    this.#timer ??= setTimeout(() => this.#look(), DELAY)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#noted.clear()
  }

  #look(): void {
    this.#timer = undefined
    for (const [path, { state, due }] of [...this.#noted]) {
      const rest = due - Date.now()
      if (rest > 0) {
        this.#timer ??= setTimeout(() => this.#look(), rest)
        return
      }
      this.#noted.delete(path)
      const now = stateOf(path)
      if (now !== state && now !== '') this.#onChange(path)
    }
  }
}

/** Tells one text of a file from the next; nothing for a file that is gone. */
function stateOf(path: string): string {
  const { mtimeNs, size, ino } = statSync(path, { bigint: true, throwIfNoEntry: false }) ?? {}
  return mtimeNs === undefined ? '' : `${mtimeNs} ${size} ${ino}`
}
