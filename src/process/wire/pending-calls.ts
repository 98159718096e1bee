import { CallTimeoutError, PeerClosedError } from './errors.ts'
import { onAbort } from './on-abort.ts'
import type { Mail } from './outbox.ts'
import type { CallOptions } from './peer-options.ts'

/** The longest time that a timer can wait, in milliseconds. */
const LONGEST_TIMER = 2 ** 31 - 1

/** What becomes of a call that has been given out. */
export type Outcome = { readonly line: string; readonly result: unknown } | { readonly error: unknown }

/** The calls that wait for an answer, by their IDs, which count up from 1. */
export class PendingCalls {
  readonly #calls = new Map<number, PendingCall>()
  #lastId = 0

  get size(): number {
    return this.#calls.size
  }

  /** The last ID that was given out. */
  get lastId(): number {
    return this.#lastId
  }

  /**
   * Adds a call, unless its signal has fired already.
   *
   * @param settle called once, with what became of it
   * @param giveUp called in front of that when the caller gives it up
   */
  add(
    method: string,
    { signal, timeoutMs }: CallOptions,
    settle: (outcome: Outcome) => void,
    giveUp: (call: PendingCall) => void,
  ): PendingCall {
    const id = ++this.#lastId
    const call: PendingCall = { id, method, settle: () => {} }
    let timer: ReturnType<typeof setTimeout> | undefined
    const abort = (): void => {
      giveUp(call)
      call.settle({ error: signal!.reason })
    }
    call.settle = (outcome) => {
      if (!this.#calls.delete(id)) return
      clearTimeout(timer)
      forget?.()
      settle(outcome)
    }
    this.#calls.set(id, call)
    const forget = signal && onAbort(signal, abort)
    if (timeoutMs !== undefined && timeoutMs <= LONGEST_TIMER) {
      timer = setTimeout(
        () => {
          giveUp(call)
          call.settle({ error: new CallTimeoutError(method, timeoutMs) })
        },
        Math.max(0, timeoutMs),
      )
    }
    return call
  }

  get(id: number): PendingCall | undefined {
    return this.#calls.get(id)
  }

  /** Ends all calls; without an error of the connection each is told that it is over. */
  failAll(error: Error | undefined, cause?: Error): void {
    for (const call of [...this.#calls.values()]) {
      call.settle({ error: error ?? new PeerClosedError(call.method, cause && { cause }) })
    }
  }
}

/** One call that waits for its answer. */
export interface PendingCall {
  readonly id: number
  readonly method: string
  /** Its line, once it is written. */
  mail?: Mail
  settle(outcome: Outcome): void
}
