import { ModuleRegistryError } from '../../diagnostics/error.ts'

/**
 * An error as it travels: what the other side answered, or what a handler wants to be answered.
 *
 * `code` is the number of JSON-RPC; those of the protocol are in `ERROR_CODES`.
 */
export class WireError extends Error {
  readonly code: number
  /** Any JSON, or nothing. */
  readonly data: unknown

  /** @param code an integer */
  constructor(code: number, message: string, data?: unknown, options?: ErrorOptions) {
    super(message, options)
    this.name = 'WireError'
    this.code = code
    this.data = data
  }
}

/** The connection is over (`PEER_CLOSED`): the call has got no answer, and never will. */
export class PeerClosedError extends ModuleRegistryError<{ method: string }> {
  constructor(method: string, options?: ErrorOptions) {
    super('PEER_CLOSED', `The connection is closed: "${method}" has got no answer.`, { method }, options)
    this.name = 'PeerClosedError'
  }
}

/** The other side broke the protocol (`PEER_FAULT`), which ends the connection. */
export class PeerFaultError extends ModuleRegistryError<{ reason: string; line: string; cutOff: boolean }> {
  /**
   * @param reason what is wrong
   * @param line the first characters of the line that is
   * @param cutOff whether the input ended in the middle of that line, as it does when the other side dies
   */
  constructor(reason: string, line: string, cutOff = false) {
    const shown = line === '' ? '' : ` The line begins: ${JSON.stringify(line)}`
    super('PEER_FAULT', `The other side broke the protocol: ${reason}.${shown}`, { reason, line, cutOff })
    this.name = 'PeerFaultError'
  }
}

/** A request is larger than a frame may be (`FRAME_TOO_LARGE`); nothing was sent. Sizes are bytes. */
export class FrameTooLargeError extends ModuleRegistryError<{ size: number; limit: number }> {
  constructor(size: number, limit: number) {
    super('FRAME_TOO_LARGE', `The frame has ${size} bytes, and may have ${limit}.`, { size, limit })
    this.name = 'FrameTooLargeError'
  }
}

/** So many calls are in flight already that one more is refused (`TOO_MANY_CALLS`); nothing was sent. */
export class TooManyCallsError extends ModuleRegistryError<{ method: string; limit: number }> {
  constructor(method: string, limit: number) {
    super('TOO_MANY_CALLS', `"${method}" was not called: ${limit} calls are in flight.`, { method, limit })
    this.name = 'TooManyCallsError'
  }
}

/** The answer did not come in time (`CALL_TIMEOUT`). */
export class CallTimeoutError extends ModuleRegistryError<{ method: string; timeoutMs: number }> {
  constructor(method: string, timeoutMs: number) {
    super('CALL_TIMEOUT', `"${method}" has got no answer within ${timeoutMs} ms.`, { method, timeoutMs })
    this.name = 'CallTimeoutError'
  }
}
