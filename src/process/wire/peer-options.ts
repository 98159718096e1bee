/** What a handler returns when nobody waits for its answer any more: none is sent. */
export const NO_ANSWER: unique symbol = Symbol('no answer')

/** What a handler knows of the request that it serves. */
export interface ServedCall {
  /** Fires when the other side cancels the request, and when the connection ends. */
  readonly signal: AbortSignal
  /** The digits of the request's ID; missing for a notification. */
  readonly id: string | undefined
  readonly method: string
}

/**
 * Serves one method: gives the result, or a promise of it; nothing becomes `null`. What it throws is answered as an
 * internal error with the message, a `WireError` with its own code, message and data, also as the `cause` of another
 * error. Handlers start in the order in which requests arrive.
 *
 * All of them run on the one thread that reads: while one computes, no other goes on and no cancel is heard.
 */
export type Handler = (params: unknown, call: ServedCall) => unknown

/** How a peer is made. */
export interface PeerOptions {
  /** The host tells the other side when it gives a call up; for the child the protocol has no such message. */
  readonly role: 'host' | 'child'
  /** What a frame may have, in bytes. Default 1 MiB, at most 4 MiB. */
  readonly maxFrameBytes?: number | undefined
  /** Own calls that may be in flight at once. Default 32. */
  readonly maxInflight?: number | undefined
  /** Requests and notifications that are served at once. Default 32. */
  readonly maxServeInflight?: number | undefined
  /** By method. */
  readonly handlers?: Readonly<Record<string, Handler>> | undefined
}

/** How a call is made. */
export interface CallOptions {
  /** Gives the call up when it is aborted. */
  readonly signal?: AbortSignal | undefined
  /** Milliseconds. Default: no limit. */
  readonly timeoutMs?: number | undefined
}

/** A result, and its text as it was written: digests are made of that. */
export interface RawAnswer {
  readonly result: unknown
  readonly text: string
}
