import { randomBytes } from 'node:crypto'

/** In whose name a module works. */
export interface ProcessCaller {
  readonly subject?: string | undefined
  readonly tenant?: string | undefined
}

/** The longest time that a handle is good for, in milliseconds. */
const LONGEST_MS = 5 * 60_000

/** The right to call back in the name of a call, while that runs. */
export interface Delegation {
  /** 32 hex digits; goes to the module, and comes back with its calls. */
  readonly handle: string
  readonly caller: ProcessCaller
  /** Fires when the call has ended. */
  readonly signal: AbortSignal
  /** Ends it. */
  end(): void
}

/** The handles of one module. They are of no use to another, nor to its next process. */
export class Delegations {
  readonly #open = new Map<string, Delegation>()

  /** Makes a handle for a call that begins. */
  begin(caller: ProcessCaller): Delegation {
    const handle = randomBytes(16).toString('hex')
    const controller = new AbortController()
    const end = (): void => {
      clearTimeout(timer)
      this.#open.delete(handle)
      controller.abort(new Error('The call has ended.'))
    }
    const timer = setTimeout(end, LONGEST_MS)
    timer.unref()
    const delegation: Delegation = { handle, caller, signal: controller.signal, end }
    this.#open.set(handle, delegation)
    return delegation
  }

  /** @returns nothing for a handle that was never given out, or whose call has ended */
  find(handle: string): Delegation | undefined {
    return this.#open.get(handle)
  }

  /** Ends them all. */
  endAll(): void {
    for (const delegation of [...this.#open.values()]) delegation.end()
  }
}
