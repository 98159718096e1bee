/** What becomes of a call that nobody waits for any more: no answer goes out. */
export type Outcome<Result> = { readonly result: Result } | 'given-up'

/** What is known of a call before its work begins. */
export interface CallTerms {
  /** Fires when the host cancels the call, or the connection ends. */
  readonly signal: AbortSignal
  /** The name that the host gave the call besides its frame: `request_id` of `module.http`. */
  readonly requestId?: string | undefined
  /** `deadline_unix_ms`; anything but a positive number means that there is none. */
  readonly deadlineUnixMs?: unknown
}

/** Answers leave this much earlier than the deadline, so that they do not get there after it. */
const MARGIN_MS = 50

/** Timers of Node cannot be longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * The calls that still owe the host an answer. A host may take an answer to a call that it has given up for a broken
 * connection, so none goes out after the deadline or after a cancel.
 */
export class RunningCalls {
  readonly #running = new Set<RunningCall>()
  readonly #waiting = new Set<() => void>()

  /** How many calls have no answer yet. */
  get size(): number {
    return this.#running.size
  }

  /**
   * Does the work of one call, within its terms.
   *
   * @param work gets a signal that fires at the deadline, on a cancel, and when the connection ends
   * @returns the result of the work, or `'given-up'` as soon as there is nobody to take it
   * @throws whatever the work throws while somebody waits for it
   */
  async run<Result>(
    terms: CallTerms,
    work: (signal: AbortSignal) => Result | Promise<Result>,
  ): Promise<Outcome<Result>> {
    const budget = budgetOf(terms.deadlineUnixMs)
    if (budget <= 0 || terms.signal.aborted) return 'given-up'
    const end = performance.now() + budget
    const call: RunningCall = { requestId: terms.requestId, controller: new AbortController() }
    const { signal } = call.controller
    const cancel = (): void => call.controller.abort(terms.signal.reason)
    terms.signal.addEventListener('abort', cancel, { once: true })
    const timer =
      budget > LONGEST_TIMER_MS
        ? undefined
        : setTimeout(
            () => call.controller.abort(new DOMException('The deadline is over', 'TimeoutError')),
            budget,
          )
    this.#running.add(call)
    signal.addEventListener('abort', () => this.#end(call), { once: true })
    const isGivenUp = (): boolean => signal.aborted || performance.now() >= end
    try {
      const result = await Promise.race([
        whenAborted(signal),
        (async () => ({ result: await work(signal) }))(),
      ])
      // A handler that kept the thread has kept the timer from firing too.
      return isGivenUp() ? 'given-up' : result
    } catch (error) {
      if (isGivenUp()) return 'given-up'
      throw error
    } finally {
      clearTimeout(timer)
      terms.signal.removeEventListener('abort', cancel)
      this.#end(call)
    }
  }

  /** Gives up the calls that go by this name. Names that nobody goes by, or not any more, are ignored. */
  cancel(requestId: string): void {
    for (const call of this.#running) {
      if (call.requestId === requestId) {
        call.controller.abort(new DOMException('The host cancelled the call', 'AbortError'))
      }
    }
  }

  /**
   * Waits until no call is left, but not longer than allowed.
   *
   * @param timeoutMs milliseconds
   * @param signal ends the waiting early
   */
  async idle(timeoutMs: number, signal: AbortSignal): Promise<void> {
    if (this.#running.size === 0 || signal.aborted) return
    await new Promise<void>((resolve) => {
      const wake = (): void => {
        clearTimeout(timer)
        this.#waiting.delete(wake)
        signal.removeEventListener('abort', wake)
        resolve()
      }
      const timer = setTimeout(wake, Math.min(Math.max(timeoutMs, 0), LONGEST_TIMER_MS))
      this.#waiting.add(wake)
      signal.addEventListener('abort', wake, { once: true })
    })
  }

  #end(call: RunningCall): void {
    this.#running.delete(call)
    if (this.#running.size === 0) for (const wake of this.#waiting) wake()
  }
}

interface RunningCall {
  readonly requestId: string | undefined
  readonly controller: AbortController
}

/** Milliseconds from now in which an answer is still of use. The wall clock is read once; it may jump later. */
function budgetOf(deadlineUnixMs: unknown): number {
  if (typeof deadlineUnixMs !== 'number' || !(deadlineUnixMs > 0)) return Number.POSITIVE_INFINITY
  const left = deadlineUnixMs - Date.now()
  return left - Math.min(MARGIN_MS, left / 2)
}

function whenAborted(signal: AbortSignal): Promise<'given-up'> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('given-up'), { once: true })
  })
}
