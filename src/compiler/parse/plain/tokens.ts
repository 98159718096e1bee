import { lineEnd } from '../skeleton/characters.ts'
import { endOfRegExp } from '../skeleton/literals.ts'
import { decodeText, readNumber } from './literals.ts'
import { unsure } from './unsure.ts'

/** What a token is. */
export const END = 0
export const WORD = 1
export const NUMBER = 2
export const BIGINT = 3
export const STRING = 4
/** A template without expressions in it. */
export const TEMPLATE = 5
/** The piece of a template in front of an expression. */
export const TEMPLATE_HEAD = 6
/** `#name` */
export const PRIVATE = 7
/** An operator, a bracket, or another sign. */
export const SIGN = 8

/** Classes of characters, and what may go on with an operator. */
const [OTHER, BLANK, NEWLINE, LETTER, DIGIT] = [0, 1, 2, 3, 4]
const CLASSES = new Uint8Array(128).fill(OTHER)
for (const one of ' \t\v\f') CLASSES[one.charCodeAt(0)] = BLANK
for (const one of '\n\r') CLASSES[one.charCodeAt(0)] = NEWLINE
for (const one of 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_$')
  CLASSES[one.charCodeAt(0)] = LETTER
for (const one of '0123456789') CLASSES[one.charCodeAt(0)] = DIGIT

/** Signs of one character; the longest of `LONG` that fits goes first. */
const SIGNS: readonly (string | undefined)[] = Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return '{}()[];,<>+-*/%&|^!~?:=.@'.includes(sign) ? sign : undefined
})
// `>` is always a token of its own: it may end the arguments of a type.
const LONG: readonly string[] = (
  '&&= ||= ??= **= <<= === !== ... ' + '&& || ?? ?. ** ++ -- << <= == != => += -= *= /= %= &= |= ^='
).split(' ')
const LONG_BY_FIRST: readonly (readonly string[])[] = SIGNS.map((sign) =>
  sign === undefined ? [] : LONG.filter((one) => one.startsWith(sign)),
)

/** Goes through a text token by token. What is not plain ends the reading. */
export class Tokens {
  readonly text: string
  kind = END
  /** A word or sign itself; the value of a string, of a template or of a number. */
  value = ''
  /** Where the token before ended. */
  pos = 0
  start = 0
  end = 0
  /** Whether there is the end of a line in front of the token. */
  newLine = false

  constructor(text: string) {
    this.text = text
    this.next()
  }

  /** Goes back to the token that was reached when `pos` was this; forward to the first token behind it. */
  moveTo(pos: number): void {
    this.end = pos
    this.next()
  }

  next(): void {
    const { text } = this
    const { length } = text
    let at = this.end
    this.pos = at
    if (at === 0 && text.startsWith('#!')) at = lineEnd(text, 0)
    this.newLine = false
    for (; at < length; at++) {
      const code = text.charCodeAt(at)
      if (code > 127) unsure()
      const kind = CLASSES[code]
      if (kind === BLANK) continue
      if (kind === NEWLINE) {
        this.newLine = true
        continue
      }
      if (code !== 47) break
      const after = text.charCodeAt(at + 1)
      if (after === 47) at = lineEnd(text, at) - 1
      else if (after === 42) at = this.#endOfComment(at) - 1
      else break
    }
    this.start = at
    if (at >= length) {
      this.kind = END
      this.value = ''
      this.end = at
    } else this.#token(text.charCodeAt(at))
  }

  /** Whether the token is this sign. */
  is(sign: string): boolean {
    return this.kind === SIGN && this.value === sign
  }

  /** Whether the token is this word. */
  isWord(word: string): boolean {
    return this.kind === WORD && this.value === word
  }

  /** Takes a sign if it is there. */
  take(sign: string): boolean {
    if (this.kind !== SIGN || this.value !== sign) return false
    this.next()
    return true
  }

  /** Takes a sign that has to be there. */
  expect(sign: string): void {
    if (this.kind !== SIGN || this.value !== sign) unsure()
    this.next()
  }

  /** Takes the end of a statement, written or not. */
  endStatement(): void {
    if (this.kind === SIGN && this.value === ';') this.next()
    else if (!this.newLine && this.kind !== END && !this.is('}')) unsure()
  }

  /** Reads the token `/` as the beginning of a regular expression. */
  rescanRegExp(): void {
    const end = endOfRegExp(this.text, this.start)
    if (end === undefined) unsure()
    let flags = end
    while (CLASSES[this.text.charCodeAt(flags)] === LETTER) flags++
    const whole = this.text.slice(this.start, flags)
    if (!/^[^\n\r\u2028\u2029]+\/[dgimsuy]*$/.test(whole)) unsure()
    if (CLASSES[this.text.charCodeAt(flags)] === DIGIT || this.text.charCodeAt(flags) > 127) unsure()
    this.value = whole
    this.end = flags
  }

  /** Reads the token `}` as the end of an expression in a template: the piece that follows it. */
  rescanTemplate(): void {
    this.#template(this.start)
  }

  #endOfComment(start: number): number {
    const end = this.text.indexOf('*/', start + 2)
    if (end < 0) unsure()
    if (!this.newLine) this.newLine = /[\n\r\u2028\u2029]/.test(this.text.slice(start, end))
    return end + 2
  }

  #token(code: number): void {
    const { text } = this
    const at = this.start
    const kind = CLASSES[code]
    if (kind === LETTER) {
      this.kind = WORD
      this.end = endOfWord(text, at)
      this.value = text.slice(at, this.end)
    } else if (kind === DIGIT) {
      const { end, value, isBig } = readNumber(text, at)
      this.kind = isBig ? BIGINT : NUMBER
      this.end = end
      this.value = value
      if (endOfWord(text, end) !== end) unsure()
    } else if (code === 34 || code === 39) this.#string(code)
    else if (code === 96) this.#template(at)
    else if (code === 35) {
      this.end = endOfWord(text, at + 1)
      if (this.end === at + 1 || CLASSES[text.charCodeAt(at + 1)] === DIGIT) unsure()
      this.kind = PRIVATE
      this.value = text.slice(at, this.end)
    } else this.#sign(code)
  }

  #sign(code: number): void {
    const { text } = this
    const at = this.start
    const sign = SIGNS[code]
    if (sign === undefined) unsure()
    this.kind = SIGN
    this.value = sign
    this.end = at + 1
    for (const long of LONG_BY_FIRST[code]!) {
      if (!text.startsWith(long, at)) continue
      if (long === '?.' && CLASSES[text.charCodeAt(at + 2)] === DIGIT) continue
      this.value = long
      this.end = at + long.length
      break
    }
    // Marks of conflicts of version control are no code at all.
    if ((code === 60 || code === 62 || code === 61 || code === 124) && text.startsWith(sign.repeat(7), at))
      unsure()
  }

  #string(quote: number): void {
    const { text } = this
    let at = this.start + 1
    let isEscaped = false
    for (; ; at++) {
      const code = text.charCodeAt(at)
      if (code === quote) break
      // Not a number is the end of the text.
      if (code === 10 || code === 13 || !(code >= 0)) unsure()
      if (code === 92) {
        isEscaped = true
        at++
      }
    }
    this.kind = STRING
    this.end = at + 1
    const inner = text.slice(this.start + 1, at)
    this.value = isEscaped ? decodeText(inner) : inner
  }

  /** @param before where its backtick is, or the brace that ends an expression in it */
  #template(before: number): void {
    const { text } = this
    let at = before + 1
    let isEscaped = false
    for (; ; at++) {
      const code = text.charCodeAt(at)
      if (code === 96) break
      if (code === 36 && text.charCodeAt(at + 1) === 123) break
      if (code === 13 || !(code >= 0)) unsure()
      if (code === 92) {
        isEscaped = true
        at++
      }
    }
    const isHead = text.charCodeAt(at) === 36
    this.kind = isHead ? TEMPLATE_HEAD : TEMPLATE
    this.end = at + (isHead ? 2 : 1)
    const inner = text.slice(before + 1, at)
    this.value = isEscaped ? decodeText(inner) : inner
  }
}

/** Words of letters, digits, `_` and `$`; others are not plain. */
function endOfWord(text: string, start: number): number {
  let at = start
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code > 127 || code === 92) unsure()
    if (CLASSES[code]! < LETTER!) break
  }
  return at
}
