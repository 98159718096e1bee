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

  constructor(run: () => Promise<void>) {
    this.#run = run
  }

  /** Asks for a run. Resolves when it has ended if it could start at once, and at once if it has to wait. */
  ask(): Promise<void> {
    this.#asked = true
    const rest = this.#lastEnd + PAUSE - Date.now()
    if (this.#running === undefined && rest <= 0) return this.#start()
    if (this.#running === undefined) this.askIn(rest)
    return Promise.resolve()
  }

  /** Asks for a run after a time, in milliseconds; one that is due sooner comes sooner. */
  askIn(delay: number): void {
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
