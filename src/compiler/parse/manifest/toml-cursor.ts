import { loadToml } from '../../lazy-packages.ts'

/** A piece of text, by its offsets. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** One part of a dotted key. */
export interface KeyPart extends Span {
  /** The name that it means, without quotes and escapes. */
  readonly name: string
}

/**
 * Walks over the tokens of a TOML text that the parser has accepted. It tells where things are and judges nothing;
 * on any other text it ends too, wherever that is.
 */
export class TomlCursor {
  readonly text: string
  /** The offset of the next character. */
  at = 0

  constructor(text: string) {
    this.text = text
  }

  /** Whether the text is over. */
  get done(): boolean {
    return this.at >= this.text.length
  }

  /** The next character; empty at the end. */
  get next(): string {
    return this.text.charAt(this.at)
  }

  /** Goes past one text if it comes next. */
  take(expected: string): boolean {
    if (!this.text.startsWith(expected, this.at)) return false
    this.at += expected.length
    return true
  }

  /** Goes past spaces, line ends and comments. */
  skipBlank(): void {
    do this.#match(/[ \t\r\n]*/y)
    while (this.next === '#' && this.#match(/[^\n]*/y) !== '')
  }

  /** Goes past spaces, within a line. */
  skipSpaces(): void {
    this.#match(/[ \t]*/y)
  }

  /** Goes past the parts of a key, and the spaces behind it. */
  readKey(): KeyPart[] {
    const parts: KeyPart[] = []
    do {
      this.skipSpaces()
      const start = this.at
      const quoted = this.next === '"' || this.next === "'"
      if (quoted) this.skipString()
      else this.#match(/[^\s.=[\]{}"'#,]*/y)
      const written = this.text.slice(start, this.at)
      parts.push({ name: quoted ? unquote(written) : written, start, end: this.at })
      this.skipSpaces()
    } while (this.take('.'))
    return parts
  }

  /** Goes past a string of any of the four sorts. */
  skipString(): void {
    const quote = this.next
    const escapes = quote === '"'
    const end = this.take(quote.repeat(3)) ? quote.repeat(3) : quote
    if (end.length === 1) this.at++
    while (!this.done && !this.text.startsWith(end, this.at)) this.at += escapes && this.next === '\\' ? 2 : 1
    this.at += end.length
    // A long string may end in up to two quotes of its own, in front of the three that end it.
    if (end.length === 3) for (let more = 0; more < 2 && this.take(quote); more++);
    this.at = Math.min(this.at, this.text.length)
  }

  /** Goes past a number, a date or a boolean, which inside brackets ends with them. */
  skipScalar(inside: boolean): void {
    const written = this.#match(inside ? /[^\n#,\]}]*/y : /[^\n#]*/y)
    this.at -= written.length - written.trimEnd().length
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.at
    const [found = ''] = pattern.exec(this.text) ?? []
    this.at += found.length
    return found
  }
}

/** What a quoted key means, as the parser has it. */
function unquote(written: string): string {
  try {
    return Object.keys(loadToml().parse(`${written} = 0`))[0] ?? written
  } catch {
    return written
  }
}
