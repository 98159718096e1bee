import { ERROR_CODES } from '../wire/codes.ts'
import { WireError } from '../wire/errors.ts'
import type { Child } from './child.ts'

/** How long a module may take to say that it is well, in milliseconds. */
const ANSWER_MS = 5000

/** Asks an idle module from time to time whether it is well, and ends one that is not. */
export class HealthWatch {
  readonly #child: Child
  #timer: ReturnType<typeof setInterval> | undefined
  #asking = false

  /** @param intervalMs how often it is asked, in milliseconds */
  constructor(child: Child, intervalMs: number) {
    this.#child = child
    this.#timer = setInterval(() => void this.#ask(), intervalMs)
    this.#timer.unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** A module that is at work answers calls, or runs into their deadlines: only an idle one is asked. */
  async #ask(): Promise<void> {
    const { peer } = this.#child
    if (this.#asking || peer.inflight > 0) return
    this.#asking = true
    try {
      const answer = await peer.call('module.health', {}, { timeoutMs: ANSWER_MS })
      if ((answer as { ok?: unknown } | null)?.ok === false) this.#end('it says that it is not well')
    } catch (error) {
      // A module need not know the method.
      if (error instanceof WireError && error.code === ERROR_CODES.methodNotFound) this.stop()
      else this.#end('it does not say that it is well')
    } finally {
      this.#asking = false
    }
  }

  #end(reason: string): void {
    if (this.#timer !== undefined) this.#child.kill(reason)
  }
}
