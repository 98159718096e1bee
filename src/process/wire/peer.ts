import { EventEmitter } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { LineSplitter, LineTooLong } from '../../child-process/line-splitter.ts'
import { DEFAULT_FRAME_BYTES, DEFAULT_INFLIGHT, LARGEST_LINE_BYTES } from './codes.ts'
import {
  FrameTooLargeError,
  PeerClosedError,
  PeerFaultError,
  TooManyCallsError,
  WireError,
} from './errors.ts'
import { type FrameId, formatRequest, formatResult, InvalidFrame, parseFrame, rawResult } from './frame.ts'
import { Outbox } from './outbox.ts'
import type { CallOptions, Handler, PeerOptions, RawAnswer } from './peer-options.ts'
import { type Outcome, type PendingCall, PendingCalls } from './pending-calls.ts'
import { Serving } from './serving.ts'

/** What a peer is: not started, connected, over, or over because the other side broke the protocol. */
export type PeerState = 'new' | 'open' | 'closed' | 'failed'

/** What a peer tells. */
export interface PeerEvents {
  /** The other side broke the protocol; the connection is over. */
  fault: [fault: PeerFaultError]
  /** A cancel came, with this text; calls whose ID it names are cancelled already. */
  cancel: [requestId: string]
  /** Nothing can be written any more. */
  unwritable: [cause: Error]
}

/**
 * One end of a connection of the module protocol: calls methods of the other end and serves calls of it, at the same
 * time, over any pair of byte streams. The streams are their owner's: the peer never ends or destroys them.
 */
export class Peer extends EventEmitter<PeerEvents> {
  /** Resolves when reading has ended: at the end of the input, or at a fault. Never rejects. */
  readonly done: Promise<void>
  readonly #readable: Readable
  readonly #role: PeerOptions['role']
  readonly #maxInflight: number
  readonly #lines: LineSplitter
  readonly #outbox: Outbox
  readonly #serving: Serving
  readonly #calls = new PendingCalls()
  /** What waits for room in the outbox, in order. */
  #waiting: (() => void)[] = []
  #readBytes: number
  #writeBytes: number
  #state: PeerState = 'new'
  #fault: PeerFaultError | undefined
  #resolveDone: () => void = () => {}

  /**
   * @param readable what the other side writes
   * @param writable what the other side reads
   * @throws RangeError for a frame size that no reader takes, or limits below 1
   */
  constructor(readable: Readable, writable: Writable, options: PeerOptions) {
    super()
    this.#readable = readable
    this.#role = options.role
    this.#maxInflight = positive(options.maxInflight ?? DEFAULT_INFLIGHT, 'maxInflight')
    const bytes = options.maxFrameBytes || DEFAULT_FRAME_BYTES
    if (!(bytes > 0 && bytes <= LARGEST_LINE_BYTES)) {
      throw new RangeError(`maxFrameBytes is a number from 1 to ${LARGEST_LINE_BYTES}, not ${bytes}.`)
    }
    this.#readBytes = this.#writeBytes = Math.min(bytes, LARGEST_LINE_BYTES - 1)
    this.#lines = new LineSplitter(() => this.#readBytes)
    this.#outbox = new Outbox(writable, () => this.#outboxChanged())
    const limit = positive(options.maxServeInflight ?? DEFAULT_INFLIGHT, 'maxServeInflight')
    this.#serving = new Serving(
      { handlers: options.handlers, limit },
      (text) => this.#answer(text),
      (go) => this.#whenRoom(go),
      (text) => this.#tooLong(text),
    )
    this.done = new Promise((resolve) => {
      this.#resolveDone = resolve
    })
  }

  get state(): PeerState {
    return this.#state
  }

  /** How the other side broke the protocol, if it did. */
  get fault(): PeerFaultError | undefined {
    return this.#fault
  }

  /** How many own calls wait for an answer. */
  get inflight(): number {
    return this.#calls.size
  }

  /** How many calls of the other side are served just now. */
  get serving(): number {
    return this.#serving.size
  }

  /**
   * Sets what serves a method, from the next request on.
   *
   * @throws TypeError for an empty name, and for `module.cancel`, which the peer serves itself
   */
  handle(method: string, handler: Handler): void {
    if (method === '' || method === 'module.cancel') throw new TypeError(`"${method}" cannot be served.`)
    this.#serving.handle(method, handler)
  }

  /**
   * Agrees on another size of frames: from now on no larger one is written, and such a one can be read.
   *
   * @param bytes more than 4 MiB means that
   */
  limitFrames(bytes: number): void {
    this.#writeBytes = Math.min(positive(bytes, 'bytes'), LARGEST_LINE_BYTES - 1)
    this.#readBytes = Math.max(this.#readBytes, this.#writeBytes)
  }

  /** Begins to read. @throws TypeError when that was done before */
  start(): void {
    if (this.#state !== 'new') throw new TypeError('The peer was started before.')
    this.#state = 'open'
    this.#readable.on('error', this.#onReadError)
    this.#readable.on('data', this.#onData)
    this.#readable.on('end', this.#onEnd)
    this.#readable.on('close', this.#onEnd)
  }

  /**
   * Calls a method of the other side.
   *
   * @param params any JSON; left out when undefined
   * @returns the result; `null` when there is none
   * @throws WireError what the other side answers
   * @throws TooManyCallsError, FrameTooLargeError, TypeError for what JSON cannot hold: nothing was sent
   * @throws CallTimeoutError, or the reason of the signal; a host then tells the other side
   * @throws PeerClosedError, PeerFaultError when the connection ends first
   */
  async call(method: string, params?: unknown, options: CallOptions = {}): Promise<unknown> {
    const outcome = await this.#send(method, params, options)
    if ('error' in outcome) throw outcome.error
    return outcome.result
  }

  /** As {@link call}, with the text of the result besides. */
  async callForText(method: string, params?: unknown, options: CallOptions = {}): Promise<RawAnswer> {
    const outcome = await this.#send(method, params, options)
    if ('error' in outcome) throw outcome.error
    return { result: outcome.result, text: rawResult(outcome.line) }
  }

  /**
   * Sends a notification, which gets no answer.
   *
   * @returns a promise that resolves when it is on its way
   * @throws FrameTooLargeError, TypeError, PeerClosedError
   */
  async notify(method: string, params?: unknown): Promise<void> {
    this.#checkOpen(method)
    const text = formatRequest(undefined, method, params)
    this.#checkSize(text)
    await new Promise<void>((resolve, reject) => {
      const lost = (cause: Error): void => reject(new PeerClosedError(method, { cause }))
      this.#whenRoom(() => {
        this.#outbox.post({ text, lost })
        resolve()
      })
    })
  }

  /**
   * Ends the peer: own calls fail, the signals of calls that are served fire, answers that are there go to the stream.
   * Reading goes on until the owner ends the streams. May be called again.
   */
  async close(): Promise<void> {
    if (this.#state === 'new' || this.#state === 'open') this.#state = 'closed'
    this.#calls.failAll(undefined)
    this.#serving.abortAll(new PeerClosedError('module.cancel'))
    this.#outbox.flushAll()
  }

  #send(method: string, params: unknown, options: CallOptions): Promise<Outcome> {
    if (method === '') throw new TypeError('A method has a name.')
    this.#checkOpen(method)
    options.signal?.throwIfAborted()
    if (this.#calls.size >= this.#maxInflight) throw new TooManyCallsError(method, this.#maxInflight)
    return new Promise((resolve) => {
      const call = this.#calls.add(method, options, resolve, (given) => this.#giveUp(given))
      if (this.#outbox.isFull || this.#waiting.length > 0) this.#waiting.push(() => this.#write(call, params))
      else this.#write(call, params)
    })
  }

  #write(call: PendingCall, params: unknown): void {
    if (this.#calls.get(call.id) !== call) return
    try {
      const text = formatRequest(call.id, call.method, params)
      this.#checkSize(text)
      const lost = (cause: Error): void => call.settle({ error: new PeerClosedError(call.method, { cause }) })
      call.mail = { text, lost }
      this.#outbox.post(call.mail)
    } catch (error) {
      call.settle({ error })
    }
  }

  /** Tells the other side, if it has got the call, and if the protocol has a word for that. */
  #giveUp({ id, mail }: PendingCall): void {
    if (mail === undefined || this.#outbox.recall(mail)) return
    if (this.#role !== 'host' || this.#state !== 'open') return
    this.#outbox.post({ text: formatRequest(undefined, 'module.cancel', { request_id: String(id) }) }, true)
  }

  #answer(text: string): void {
    this.#outbox.post({ text })
    if (this.#outbox.isOverfull) this.#readable.pause()
  }

  #whenRoom(go: () => void): void {
    if ((this.#outbox.isFull || this.#waiting.length > 0) && !this.#outbox.broken) this.#waiting.push(go)
    else go()
  }

  #outboxChanged(): void {
    const { broken } = this.#outbox
    while (this.#waiting.length > 0 && (broken || !this.#outbox.isFull)) this.#waiting.shift()!()
    if (!this.#outbox.isOverfull && this.#readable.isPaused() && this.#fault === undefined) {
      this.#readable.resume()
    }
    if (broken && (this.#state === 'open' || this.#state === 'new')) this.emit('unwritable', broken)
  }

  readonly #onData = (chunk: Buffer): void => {
    try {
      this.#lines.push(chunk, this.#take)
    } catch (error) {
      this.#fail(error)
    }
  }

  readonly #onEnd = (): void => {
    if (this.#fault !== undefined) return
    let line: string | undefined
    try {
      line = this.#lines.end()
      if (line !== undefined) this.#dispatch(line)
    } catch (error) {
      this.#fail(error, line, true)
    }
    this.#finish()
  }

  readonly #onReadError = (error: Error): void => this.#finish(error)

  readonly #take = (line: string): boolean => {
    try {
      this.#dispatch(line)
    } catch (error) {
      if (!(error instanceof InvalidFrame)) throw error
      this.#fail(error, line)
    }
    return this.#fault === undefined
  }

  #dispatch(line: string): void {
    const frame = parseFrame(line)
    switch (frame.kind) {
      case 'request':
        if (frame.method !== 'module.cancel') this.#serving.serve(frame.id, frame.method, frame.params)
        else {
          this.#cancel(frame.params)
          this.#answer(formatResult(frame.id, 'null'))
        }
        break
      case 'notification':
        if (frame.method === 'module.cancel') this.#cancel(frame.params)
        else this.#serving.serve(undefined, frame.method, frame.params)
        break
      case 'result':
        this.#settle(frame.id, { line, result: frame.result })
        break
      case 'empty':
        this.#settle(frame.id, { line, result: null })
        break
      case 'error':
        this.#settle(frame.id, { error: new WireError(frame.code, frame.message, frame.data) })
    }
  }

  /** Late answers, to calls that were given up, are dropped; nobody answers what was never asked. */
  #settle(id: FrameId, outcome: Outcome): void {
    if (typeof id === 'bigint' || id > this.#calls.lastId) {
      throw new InvalidFrame(`it answers a call ${id} that was never made`)
    }
    this.#calls.get(id)?.settle(outcome)
  }

  #cancel(params: unknown): void {
    const requestId = (params as { request_id?: unknown } | null | undefined)?.request_id
    if (typeof requestId !== 'string') return
    const digits = /^\s*(\d{1,40})/.exec(requestId)?.[1]
    const number = digits === undefined ? 0 : Number(digits)
    if (digits !== undefined) this.#serving.cancel(Number.isSafeInteger(number) ? number : BigInt(digits))
    this.emit('cancel', requestId)
  }

  #fail(error: unknown, line = '', cutOff = false): void {
    const isKnown = error instanceof InvalidFrame || error instanceof LineTooLong
    if (!isKnown) throw error
    const shown = error instanceof LineTooLong ? error.line : line
    this.#fault = new PeerFaultError(error.message, shown.slice(0, 200), cutOff)
    this.#state = 'failed'
    this.#readable.off('data', this.#onData)
    this.#readable.pause()
    this.#calls.failAll(this.#fault)
    this.#serving.abortAll(this.#fault)
    this.#resolveDone()
    this.emit('fault', this.#fault)
  }

  #finish(cause?: Error): void {
    if (this.#state === 'open') this.#state = 'closed'
    this.#calls.failAll(this.#fault, cause)
    this.#resolveDone()
  }

  #checkOpen(method: string): void {
    if (this.#state === 'closed' || this.#state === 'failed' || this.#outbox.broken) {
      const cause = this.#fault ?? this.#outbox.broken
      throw new PeerClosedError(method, cause && { cause })
    }
  }

  #checkSize(text: string): void {
    const size = this.#tooLong(text)
    if (size !== undefined) throw new FrameTooLargeError(size, this.#writeBytes)
  }

  /** The size of a line in bytes, if frames may not have that. */
  #tooLong(text: string): number | undefined {
    if (text.length * 3 <= this.#writeBytes) return undefined
    const size = Buffer.byteLength(text)
    return size > this.#writeBytes ? size : undefined
  }
}

function positive(value: number, name: string): number {
  if (!(value >= 1)) throw new RangeError(`${name} is a number from 1 on, not ${value}.`)
  return Math.floor(value)
}
