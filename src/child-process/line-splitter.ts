/** A line that is longer than lines may be. */
export class LineTooLong extends Error {
  /** What there is of it. */
  readonly line: string

  constructor(limit: number, line: string) {
    super(`a line has more than ${limit} bytes`)
    this.line = line
  }
}

const [LF, CR] = [10, 13] as const

/**
 * Splits chunks of bytes into lines. A line ends at LF, one CR in front of that does not count. Bytes that are no
 * UTF-8 become U+FFFD.
 */
export class LineSplitter {
  readonly #limit: () => number
  /** The beginning of a line whose end has not come, and how many bytes it has. */
  #pieces: Buffer[] = []
  #length = 0

  /** @param limit how many bytes a line may have; asked for each line */
  constructor(limit: () => number) {
    this.#limit = limit
  }

  /**
   * Takes the next bytes.
   *
   * @param take called with each line that is complete; says `false` when it wants no more
   * @throws LineTooLong as soon as a line is, whether it has ended or not
   */
  push(chunk: Buffer, take: (line: string) => boolean): void {
    let start = 0
    if (this.#length > 0) {
      const end = chunk.indexOf(LF)
      if (end < 0) {
        this.#keep(chunk)
        return
      }
      const bytes = Buffer.concat([...this.#pieces, chunk.subarray(0, end)])
      this.#clear()
      if (!take(this.#line(bytes, 0, bytes.length))) return
      start = end + 1
    }
    const last = chunk.lastIndexOf(LF)
    if (last >= start && !this.#takeAll(chunk, start, last, take)) return
    const rest = chunk.subarray(Math.max(last + 1, start))
    if (rest.length > 0) this.#keep(rest)
  }

  /** Gives what is left when no more bytes come: a line without an end, or nothing. @throws LineTooLong */
  end(): string | undefined {
    if (this.#length === 0) return undefined
    const bytes = Buffer.concat(this.#pieces)
    this.#clear()
    return this.#line(bytes, 0, bytes.length)
  }

  #takeAll(chunk: Buffer, start: number, last: number, take: (line: string) => boolean): boolean {
    // Decoding all at once is a good deal faster, where no line can be too long.
    if (last - start <= this.#limit()) {
      const text = chunk.toString('utf8', start, last)
      let from = 0
      for (;;) {
        const end = text.indexOf('\n', from)
        const line = end < 0 ? text.slice(from) : text.slice(from, end)
        if (!take(line.charCodeAt(line.length - 1) === CR ? line.slice(0, -1) : line)) return false
        if (end < 0) return true
        from = end + 1
      }
    }
    for (let from = start; from <= last; ) {
      const end = chunk.indexOf(LF, from)
      if (!take(this.#line(chunk, from, end))) return false
      from = end + 1
    }
    return true
  }

  #line(bytes: Buffer, start: number, end: number): string {
    const stop = end > start && bytes[end - 1] === CR ? end - 1 : end
    if (stop - start > this.#limit()) throw new LineTooLong(this.#limit(), excerpt(bytes.subarray(start)))
    return bytes.toString('utf8', start, stop)
  }

  #keep(piece: Buffer): void {
    this.#pieces.push(piece)
    this.#length += piece.length
    const limit = this.#limit()
    // One byte more may be the CR that does not count.
    if (this.#length <= limit || (this.#length === limit + 1 && piece.at(-1) === CR)) return
    const line = excerpt(Buffer.concat(this.#pieces.slice(0, 4)))
    this.#clear()
    throw new LineTooLong(limit, line)
  }

  #clear(): void {
    this.#pieces = []
    this.#length = 0
  }
}

function excerpt(bytes: Buffer): string {
  return bytes.toString('utf8', 0, 200)
}
