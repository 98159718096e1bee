import { CallTimeoutError, PeerClosedError, PeerFaultError } from '../wire/errors.ts'
import { onAbort } from '../wire/on-abort.ts'
import type { ProcessCaller } from './delegations.ts'
import type { ResolvedDescriptor } from './descriptor.ts'
import { ProcessUnavailableError } from './errors.ts'
import type { RunningChild } from './start-child.ts'

/** How a module is called. */
export interface ProcessCallOptions {
  /** Gives the call up: it rejects at once with the reason, and the module is told. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; the module's own limit, which is the default, can only be lowered. */
  readonly timeoutMs?: number | undefined
  /** In whose name. The module sees it, and can call back with the rights of it. */
  readonly caller?: ProcessCaller | undefined
}

/** What the call of a method with a caller and a deadline has besides its own parameters. */
export interface CallFrame {
  readonly caller: { readonly subject?: string; readonly tenant?: string; readonly delegation: string }
  readonly deadline_unix_ms: number
}

/**
 * Calls a method of a child that is ready.
 *
 * @param params made from what every call in somebody's name has
 * @throws ProcessUnavailableError when the child ends, breaks the protocol or does not answer in time
 * @throws WireError what the child says; the reason of the signal; what `Peer.call` throws for what it does not send
 */
export async function callChild(
  { child, delegations }: RunningChild,
  descriptor: ResolvedDescriptor,
  method: string,
  params: (frame: CallFrame) => unknown,
  options: ProcessCallOptions,
): Promise<unknown> {
  const { signal, caller = {} } = options
  signal?.throwIfAborted()
  const timeoutMs = Math.min(options.timeoutMs ?? Number.POSITIVE_INFINITY, descriptor.limits.deadlineMs)
  const delegation = delegations.begin(caller)
  const { subject, tenant } = caller
  const frame: CallFrame = {
    caller: {
      ...(subject ? { subject } : {}),
      ...(tenant ? { tenant } : {}),
      delegation: delegation.handle,
    },
    deadline_unix_ms: Math.ceil(Date.now() + timeoutMs),
  }
  const given = new AbortController()
  let giveUp: (reason: unknown) => void = () => {}
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = (reason) => {
      // What the child has asked in this call is answered first: an answer behind the cancel would break Go off.
      delegation.end()
      setImmediate(() => given.abort(reason))
      reject(reason)
    }
  })
  const forget = signal && onAbort(signal, () => giveUp(signal.reason))
  // A host that was busy itself reads first what has come meanwhile.
  const late = (): unknown => setImmediate(() => giveUp(new CallTimeoutError(method, timeoutMs)))
  const timer = setTimeout(late, Math.max(0, timeoutMs))
  try {
    const call = child.peer.call(method, params(frame), { signal: given.signal })
    call.catch(() => {}) // It may end behind the race.
    return await Promise.race([call, givenUp])
  } catch (error) {
    throw await explain(error, child, descriptor.name)
  } finally {
    clearTimeout(timer)
    forget?.()
    delegation.end()
  }
}

/** Says why a call has got no answer: what has become of the process is known a moment later. */
async function explain(error: unknown, child: RunningChild['child'], module: string): Promise<unknown> {
  if (error instanceof CallTimeoutError) {
    const reason = `it has not answered within ${error.details.timeoutMs} ms`
    return new ProcessUnavailableError(
      { module, reason, stderr: child.stderr, retryable: true },
      { cause: error },
    )
  }
  const isFault = error instanceof PeerFaultError && !error.details.cutOff
  if (!isFault && !(error instanceof PeerClosedError || error instanceof PeerFaultError)) return error
  const unclear = { reason: 'its connection is closed', stderr: child.stderr }
  const end = isFault
    ? { ...unclear, reason: error.message.replace(/\.$/, '') }
    : await soon(child.ended, unclear)
  return new ProcessUnavailableError({ module, ...end, retryable: true }, { cause: error })
}

function soon<T>(promise: Promise<T>, otherwise: T): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, 150, otherwise)
  })
  return Promise.race([promise, late]).finally(() => clearTimeout(timer))
}
