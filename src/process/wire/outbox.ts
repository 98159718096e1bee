import type { Writable } from 'node:stream'

/** A line to be written. */
export interface Mail {
  readonly text: string
  /** Told when it cannot be written. */
  readonly lost?: ((cause: Error) => void) | undefined
  /** Whether it was handed to the stream. */
  sent?: boolean
  /** Whether it was called back before that. */
  recalled?: boolean
}

/** What waits here makes callers wait, in characters. */
const FULL = 8 * 1024 * 1024
/** What waits here makes the other side wait: it asks, and does not read the answers. */
const OVERFULL = 2 * FULL
/** Longer lines are written alone, since joining them would only copy them. */
const LONG = 16 * 1024
/** How much is joined to one write. */
const BATCH = 64 * 1024

/**
 * Writes lines in order, all of one turn in few writes, and no more than the stream takes: the rest waits here, where
 * it can be counted, called back and overtaken.
 */
export class Outbox {
  readonly #writable: Writable
  readonly #changed: () => void
  #mails: Mail[] = []
  #urgent: Mail[] = []
  #waiting = 0
  #scheduled = false
  #blocked = false
  #broken: Error | undefined

  /** @param changed told when lines have gone out, and when none ever will again */
  constructor(writable: Writable, changed: () => void) {
    this.#writable = writable
    this.#changed = changed
    writable.on('error', (error) => this.#break(error))
    writable.on('close', () => this.#break(new Error('The stream is closed.')))
    writable.on('drain', () => {
      this.#blocked = false
      this.flush()
    })
  }

  /** Why nothing can be written any more. */
  get broken(): Error | undefined {
    return this.#broken
  }

  /** Whether callers should wait before they add to it. */
  get isFull(): boolean {
    return this.#waiting >= FULL
  }

  /** Whether the other side should wait before it asks for more. */
  get isOverfull(): boolean {
    return this.#waiting >= OVERFULL
  }

  /** @param urgent whether it may overtake what waits */
  post(mail: Mail, urgent = false): void {
    if (this.#broken) {
      mail.lost?.(this.#broken)
      return
    }
    ;(urgent ? this.#urgent : this.#mails).push(mail)
    this.#waiting += mail.text.length
    if (this.#scheduled || this.#blocked) return
    this.#scheduled = true
    process.nextTick(() => this.flush())
  }

  /** Takes a line back. @returns whether that was in time */
  recall(mail: Mail): boolean {
    if (mail.sent || mail.recalled) return false
    mail.recalled = true
    return true
  }

  /** Hands to the stream what it takes. */
  flush(): void {
    this.#scheduled = false
    while (!this.#blocked && !this.#broken) {
      const batch = this.#nextBatch()
      if (batch === undefined) break
      this.#write(batch)
    }
    this.#changed()
  }

  /** Hands everything to the stream, whatever it takes: nothing will follow. */
  flushAll(): void {
    for (let batch = this.#nextBatch(); batch !== undefined && !this.#broken; batch = this.#nextBatch()) {
      this.#write(batch)
    }
  }

  #nextBatch(): Mail[] | undefined {
    const batch: Mail[] = []
    let size = 0
    let taken = 0
    const queue = this.#urgent.length > 0 ? this.#urgent : this.#mails
    for (const mail of queue) {
      const { length } = mail.text
      if (size > 0 && (length > LONG || size + length > BATCH)) break
      taken++
      this.#waiting -= length
      if (mail.recalled) continue
      mail.sent = true
      batch.push(mail)
      size += length
      if (length > LONG) break
    }
    if (taken === 0) return undefined
    if (taken === queue.length) queue.length = 0
    else queue.splice(0, taken)
    return batch
  }

  #write(batch: readonly Mail[]): void {
    if (batch.length === 0) return
    if (this.#writable.writableEnded) {
      this.#break(new Error('The stream has ended.'))
      for (const mail of batch) mail.lost?.(this.#broken!)
      return
    }
    let text = ''
    for (const mail of batch) text += `${mail.text}\n`
    this.#blocked = !this.#writable.write(text, (error) => {
      if (error) for (const mail of batch) mail.lost?.(error)
    })
  }

  #break(cause: Error): void {
    if (this.#broken) return
    this.#broken = cause
    const lost = [...this.#urgent, ...this.#mails]
    this.#urgent = []
    this.#mails = []
    this.#waiting = 0
    for (const mail of lost) if (!mail.recalled) mail.lost?.(cause)
    this.#changed()
  }
}
