/**
 * Computes the SHA-256 of a text's UTF-8 bytes.
 *
 * Uses Web Crypto, and a small implementation of its own where `crypto.subtle` is missing, as on plain-http pages.
 *
 * @param text any text; lone surrogates count as U+FFFD, as UTF-8 has no bytes for them
 * @returns 64 hexadecimal digits in lower case
 */
export async function sha256(text: string): Promise<string> {
  const subtle = globalThis.crypto?.subtle
  if (subtle === undefined) return sha256Now(text)
  return hexOf(new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(text))))
}

/** Computes the same without waiting; many times slower for long texts. */
export function sha256Now(text: string): string {
  return hexOf(digestOf(new TextEncoder().encode(text)))
}

function hexOf(digest: Uint8Array): string {
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** FIPS 180-4, section 6.2. */
function digestOf(bytes: Uint8Array): Uint8Array {
  const { roundConstants, initialState } = constants()
  const state = Uint32Array.from(initialState)
  const message = padded(bytes)
  const words = new Uint32Array(64)
  for (let at = 0; at < message.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) words[i] = message.getUint32(at + i * 4)
    for (let i = 16; i < 64; i++) {
      const x = words[i - 15]!
      const y = words[i - 2]!
      const small0 = rotate(x, 7) ^ rotate(x, 18) ^ (x >>> 3)
      const small1 = rotate(y, 17) ^ rotate(y, 19) ^ (y >>> 10)
      words[i] = words[i - 16]! + small0 + words[i - 7]! + small1
    }
    compress(state, words, roundConstants)
  }
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, i) => {
    digest.setUint32(i * 4, word)
  })
  return new Uint8Array(digest.buffer)
}

function compress(state: Uint32Array, words: Uint32Array, roundConstants: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = state as unknown as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  for (let i = 0; i < 64; i++) {
    const big1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const t1 = (h + big1 + ((e & f) ^ (~e & g)) + roundConstants[i]! + words[i]!) | 0
    const big0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const t2 = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + t2) | 0
  }
  const next = [a, b, c, d, e, f, g, h]
  for (let i = 0; i < 8; i++) state[i] = state[i]! + next[i]!
}

/** Appends the bit 1, zeros, and the length in bits, to a multiple of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const message = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64)
  message.set(bytes)
  message[bytes.length] = 0x80
  const view = new DataView(message.buffer)
  view.setUint32(message.length - 8, Math.floor(bytes.length / 2 ** 29))
  view.setUint32(message.length - 4, bytes.length << 3)
  return view
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by))
}

/** Derives the constants from their definition: 32 bits of the fractions of the first primes' roots. */
function constants(): { roundConstants: Uint32Array; initialState: Uint32Array } {
  const primes: number[] = []
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n)
  return {
    roundConstants: Uint32Array.from(primes, (prime) => fraction(prime, 3)),
    initialState: Uint32Array.from(primes.slice(0, 8), (prime) => fraction(prime, 2)),
  }
}

/** Gives the first 32 bits behind the binary point of the square or cube root, in exact integers. */
function fraction(prime: number, root: 2 | 3): number {
  const target = BigInt(prime) << BigInt(32 * root)
  let low = 0n
  let high = 1n << 40n
  while (high - low > 1n) {
    const middle = (low + high) / 2n
    if (middle ** BigInt(root) <= target) low = middle
    else high = middle
  }
  return Number(low & 0xffff_ffffn)
}
