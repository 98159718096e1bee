const NEWLINE = 10

/** Cuts a stream of bytes into lines. No more than one line is kept. */
export class LineSplitter {
  readonly #limit: number
  #parts: Buffer[] = []
  #length = 0

  /** @param limit the longest line, in bytes */
  constructor(limit: number) {
    this.#limit = limit
  }

  /**
   * Takes what has come.
   *
   * @returns the lines that are complete now, without their ends
   * @throws RangeError when a line is longer than the limit
   */
  push(chunk: Buffer): string[] {
    const lines: string[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      this.#keep(chunk.subarray(start, end))
      lines.push(Buffer.concat(this.#parts).toString('utf8'))
      this.#parts = []
      this.#length = 0
      start = end + 1
    }
    this.#keep(chunk.subarray(start))
    return lines
  }

  #keep(part: Buffer): void {
    this.#length += part.length
    if (this.#length > this.#limit) throw new RangeError(`it sent a line of more than ${this.#limit} bytes`)
    if (part.length > 0) this.#parts.push(part)
  }
}
