import type { Readable } from 'node:stream'

/** Keeps the last bytes of an endless output, and never makes the writer wait. */
export class RingSink {
  readonly #size: number
  #bytes: Buffer
  /** Where the next byte goes, and how many are kept. */
  #next = 0
  #length = 0

  /** @param bytes how many are kept; default, and for 0 or less, 64 KiB */
  constructor(bytes = 65_536) {
    this.#size = bytes > 0 ? Math.floor(bytes) : 65_536
    // Most outputs are short.
    this.#bytes = Buffer.alloc(Math.min(this.#size, 1024))
  }

  /** How many bytes are kept. */
  get length(): number {
    return this.#length
  }

  /** Takes bytes, all of them; of a text its UTF-8. */
  write(chunk: Uint8Array | string): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    const kept = bytes.subarray(Math.max(0, bytes.length - this.#size))
    this.#grow(this.#length + kept.length)
    const first = Math.min(kept.length, this.#bytes.length - this.#next)
    this.#bytes.set(kept.subarray(0, first), this.#next)
    this.#bytes.set(kept.subarray(first), 0)
    this.#next = (this.#next + kept.length) % this.#bytes.length
    this.#length = Math.min(this.#bytes.length, this.#length + kept.length)
  }

  /** A copy of what is kept, in the order of writing. The first character may be cut. */
  tail(): Buffer {
    const start = (this.#next - this.#length + this.#bytes.length) % this.#bytes.length
    const first = this.#bytes.subarray(start, Math.min(start + this.#length, this.#bytes.length))
    return Buffer.concat([first, this.#bytes.subarray(0, this.#length - first.length)])
  }

  /** Forgets everything. */
  reset(): void {
    this.#next = 0
    this.#length = 0
  }

  /**
   * Takes everything that a stream gives, until it ends.
   *
   * @throws the error of the stream; what came before it is kept
   */
  async drain(stream: Readable): Promise<void> {
    for await (const chunk of stream) this.write(chunk as Buffer)
  }

  #grow(wanted: number): void {
    const size = Math.min(this.#size, wanted)
    if (size <= this.#bytes.length) return
    const bytes = Buffer.alloc(Math.min(this.#size, Math.max(size, 2 * this.#bytes.length)))
    const tail = this.tail()
    bytes.set(tail)
    this.#bytes = bytes
    this.#length = tail.length
    this.#next = tail.length % bytes.length
  }
}
