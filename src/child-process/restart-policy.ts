/** When what has crashed is started again. Times are milliseconds. */
export interface RestartOptions {
  /** The pause after the first crash; each further one within the window doubles it. Default 250. */
  readonly firstPauseMs?: number | undefined
  /** Default 30,000. */
  readonly longestPauseMs?: number | undefined
  /** How much of a pause is added to it at random, at most, as a share. Default 0.5. */
  readonly jitter?: number | undefined
  /** So many crashes within the window open the circuit: nothing is started any more. Default 5. */
  readonly maxCrashes?: number | undefined
  /** Default 60,000. */
  readonly windowMs?: number | undefined
  /** The time; only differences matter. */
  readonly now?: (() => number) | undefined
  /** From 0 up to 1. */
  readonly random?: (() => number) | undefined
}

/** Counts crashes, and says when to try again. */
export class RestartPolicy {
  readonly #options: { readonly [Key in keyof RestartOptions]-?: NonNullable<RestartOptions[Key]> }
  #crashes: number[] = []

  constructor(options: RestartOptions = {}) {
    this.#options = {
      firstPauseMs: options.firstPauseMs ?? 250,
      longestPauseMs: options.longestPauseMs ?? 30_000,
      jitter: options.jitter ?? 0.5,
      maxCrashes: options.maxCrashes ?? 5,
      windowMs: options.windowMs ?? 60_000,
      now: options.now ?? (() => performance.now()),
      random: options.random ?? Math.random,
    }
  }

  /**
   * Counts a crash.
   *
   * @returns how long to wait, in milliseconds; nothing when the circuit is open
   */
  crashed(): number | undefined {
    const { firstPauseMs, longestPauseMs, jitter, maxCrashes, windowMs, now, random } = this.#options
    const time = now()
    this.#crashes = [...this.#crashes.filter((crash) => time - crash < windowMs), time]
    const count = this.#crashes.length
    if (count >= maxCrashes) return undefined
    const pause = Math.min(firstPauseMs * 2 ** Math.min(count - 1, 30), longestPauseMs)
    return Math.min(pause * (1 + jitter * random()), longestPauseMs)
  }

  /** Closes the circuit: what has happened does not count any more. */
  reset(): void {
    this.#crashes = []
  }

  /** The rule in words, for those who read why something is not started any more. */
  get circuitRule(): string {
    const { maxCrashes, windowMs } = this.#options
    return `it ended ${maxCrashes} times within ${windowMs / 1000} s`
  }
}
