/** Runs follow each other no faster than this, in milliseconds. */
const PAUSE = 50

/**
 * Sees to it that one run is under way at most and one is waiting at most, however often it is asked for: at once when
 * nothing ran lately, else after a pause.
 */
export class RunQueue {
  readonly #run: () => Promise<void>
  #running: Promise<void> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #lastEnd = 0
  #asked = false
  #closed = false

  /** @param run must not fail */
  constructor(run: () => Promise<void>) {
    this.#run = run
  }

  /** Whether a run is under way or waiting. */
  get isBusy(): boolean {
    return this.#running !== undefined || this.#timer !== undefined
  }

  /** Asks for a run. Resolves when it has ended if it could start at once, and at once if it has to wait. */
  ask(): Promise<void> {
    this.#asked = true
    if (this.#running !== undefined) return Promise.resolve()
    const rest = this.#lastEnd + PAUSE - Date.now()
    if (rest <= 0) return this.#start()
    this.askIn(rest)
    return Promise.resolve()
  }

  /** Asks for a run after a time, in milliseconds, in place of one that is waiting. */
  askIn(delay: number): void {
    if (this.#closed) return
    this.#asked = true
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      if (this.#running === undefined) void this.#start()
    }, delay)
  }

  /** Runs no more. */
  close(): void {
    this.#closed = true
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #start(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#asked = false
    if (this.#closed) return Promise.resolve()
    this.#running = this.#run().finally(() => {
      this.#running = undefined
      this.#lastEnd = Date.now()
      if (this.#asked && this.#timer === undefined) this.askIn(PAUSE)
    })
    return this.#running
  }
}
