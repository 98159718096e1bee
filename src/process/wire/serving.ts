import { DEFAULT_INFLIGHT, ERROR_CODES } from './codes.ts'
import { WireError } from './errors.ts'
import { type FrameId, formatError, formatResult } from './frame.ts'
import { type Handler, NO_ANSWER, type ServedCall } from './peer-options.ts'

/** How deep an error may be wrapped and still be found. */
const DEEPEST_CAUSE = 8

/** Serves the calls of the other side: so many at once, each with a signal of its own. */
export class Serving {
  readonly #handlers: Map<string, Handler>
  readonly #limit: number
  readonly #answer: (text: string) => void
  readonly #whenRoom: (go: () => void) => void
  readonly #tooLong: (text: string) => number | undefined
  readonly #running = new Set<Running>()

  /**
   * @param answer writes a line
   * @param whenRoom calls back as soon as an answer can be written, maybe at once
   * @param tooLong the size of a line that is larger than frames may be, in bytes
   */
  constructor(
    {
      handlers = {},
      limit = DEFAULT_INFLIGHT,
    }: { handlers?: Readonly<Record<string, Handler>> | undefined; limit?: number | undefined },
    answer: (text: string) => void,
    whenRoom: (go: () => void) => void,
    tooLong: (text: string) => number | undefined,
  ) {
    this.#handlers = new Map(Object.entries(handlers))
    this.#limit = limit
    this.#answer = answer
    this.#whenRoom = whenRoom
    this.#tooLong = tooLong
    this.#handlers.delete('module.cancel')
  }

  /** How many are served just now. */
  get size(): number {
    return this.#running.size
  }

  handle(method: string, handler: Handler): void {
    this.#handlers.set(method, handler)
  }

  /** Serves a request, or a notification, which has no ID and gets no answer. */
  serve(id: FrameId | undefined, method: string, params: unknown): void {
    const handler = this.#handlers.get(method)
    if (id === undefined && handler === undefined) return
    if (this.#running.size >= this.#limit) {
      if (id !== undefined) this.#refuse(id, ERROR_CODES.tooManyCalls, 'serve inflight cap reached')
      return
    }
    if (handler === undefined) {
      this.#refuse(id!, ERROR_CODES.methodNotFound, `method not found: ${method}`)
      return
    }
    const running = new Running(id, method)
    this.#running.add(running)
    let result: unknown
    try {
      result = handler(params, running)
    } catch (error) {
      this.#failed(running, error)
      return
    }
    if (isPromise(result)) {
      result.then(
        (value) => this.#finished(running, value),
        (error: unknown) => this.#failed(running, error),
      )
    } else this.#finished(running, result)
  }

  /** Fires the signals of all calls that have an ID. */
  cancel(id: FrameId): void {
    for (const running of this.#running) if (running.frameId === id) running.abort(cancelled())
  }

  /** Fires all signals. */
  abortAll(reason: Error): void {
    for (const running of this.#running) running.abort(reason)
  }

  #finished(running: Running, result: unknown): void {
    const { frameId } = running
    if (frameId === undefined || result === NO_ANSWER) this.#running.delete(running)
    else this.#settle(running, () => this.#resultText(frameId, result))
  }

  #failed(running: Running, error: unknown): void {
    const { frameId } = running
    if (frameId === undefined) this.#running.delete(running)
    else this.#settle(running, () => this.#errorText(frameId, error))
  }

  /** A call keeps its place until its answer can be written: whoever waits for the answer counts it too. */
  #settle(running: Running, text: () => string): void {
    this.#whenRoom(() => {
      this.#running.delete(running)
      this.#answer(text())
    })
  }

  #refuse(id: FrameId, code: number, message: string): void {
    this.#answer(formatError(id, code, message))
  }

  #resultText(id: FrameId, result: unknown): string {
    let json: string | undefined
    try {
      json = result === undefined ? 'null' : JSON.stringify(result)
    } catch (error) {
      return this.#fitting(id, formatError(id, ERROR_CODES.internal, `marshal result: ${messageOf(error)}`))
    }
    if (json === undefined) {
      return formatError(id, ERROR_CODES.internal, `marshal result: a ${typeof result} is no JSON`)
    }
    return this.#fitting(id, formatResult(id, json))
  }

  #errorText(id: FrameId, error: unknown): string {
    const wire = findWireError(error)
    return this.#fitting(
      id,
      wire === undefined
        ? formatError(id, ERROR_CODES.internal, messageOf(error))
        : formatError(id, wire.code, wire.message, wire.data),
    )
  }

  #fitting(id: FrameId, text: string): string {
    const size = this.#tooLong(text)
    if (size === undefined) return text
    return formatError(id, ERROR_CODES.tooLarge, `the answer has ${size} bytes, more than a frame may have`)
  }
}

/** One call that is being served. Most handlers never ask for the signal, so it is made when they do. */
class Running implements ServedCall {
  readonly frameId: FrameId | undefined
  readonly method: string
  #controller: AbortController | undefined
  #aborted: { readonly reason: Error } | undefined

  constructor(frameId: FrameId | undefined, method: string) {
    this.frameId = frameId
    this.method = method
  }

  get id(): string | undefined {
    return this.frameId === undefined ? undefined : String(this.frameId)
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController()
      if (this.#aborted) this.#controller.abort(this.#aborted.reason)
    }
    return this.#controller.signal
  }

  abort(reason: Error): void {
    this.#aborted ??= { reason }
    this.#controller?.abort(reason)
  }
}

function cancelled(): DOMException {
  return new DOMException('The call was cancelled.', 'AbortError')
}

function isPromise(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
}

function findWireError(error: unknown): WireError | undefined {
  let one = error
  for (let depth = 0; depth < DEEPEST_CAUSE; depth++) {
    if (one instanceof WireError) return one
    if (!(one instanceof Error)) return undefined
    one = one.cause
  }
  return undefined
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? String(error.message) : String(error)
  } catch {
    return 'an error without a text'
  }
}
