/** How much of an error stream is kept, in bytes. */
const KEPT = 64 * 1024

/** The end of a stream of bytes, whose beginning is forgotten. */
export class Tail {
  #chunks: Buffer[] = []
  #length = 0

  add(chunk: Buffer): void {
    this.#chunks.push(chunk)
    this.#length += chunk.length
    if (this.#length <= 2 * KEPT) return
    const kept = Buffer.from(Buffer.concat(this.#chunks).subarray(-KEPT))
    this.#chunks = [kept]
    this.#length = kept.length
  }

  /** The last bytes as text; a character that was cut in two is U+FFFD. */
  text(bytes: number = KEPT): string {
    return Buffer.concat(this.#chunks).subarray(-bytes).toString('utf8')
  }
}
