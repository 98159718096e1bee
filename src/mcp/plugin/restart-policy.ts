/** The first pause after a crash, in milliseconds; each further crash doubles it. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 30_000

/** How many crashes within which time open the circuit. */
const MAX_CRASHES = 5
const WINDOW = 60_000

/** When to start again what has crashed. */
export class RestartPolicy {
  readonly #now: () => number
  #crashes: number[] = []

  /** @param now the time in milliseconds; only differences matter */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /**
   * Counts a crash.
   *
   * @returns how long to wait, in milliseconds; nothing when there were too many, and nobody should try again
   */
  crashed(): number | undefined {
    const now = this.#now()
    this.#crashes = [...this.#crashes.filter((time) => now - time < WINDOW), now]
    const count = this.#crashes.length
    return count >= MAX_CRASHES ? undefined : Math.min(FIRST_PAUSE * 2 ** (count - 1), LONGEST_PAUSE)
  }
}

/** The rule in words, for those who read why something is not started any more. */
export const CIRCUIT_RULE = `it ended ${MAX_CRASHES} times within ${WINDOW / 1000} s`
