import { unsure } from './unsure.ts'

const ESCAPES: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  "'": "'",
  '"': '"',
  '`': '`',
  '\\': '\\',
  $: '$',
  '/': '/',
  '{': '{',
  '}': '}',
  '.': '.',
}

/** What a string or a template with escapes says. Rare escapes are not plain. */
export function decodeText(inner: string): string {
  let result = ''
  let from = 0
  for (let at = inner.indexOf('\\'); at >= 0; at = inner.indexOf('\\', from)) {
    const letter = inner[at + 1]!
    result += inner.slice(from, at)
    from = at + 2
    const hex = letter === 'u' ? 4 : letter === 'x' ? 2 : 0
    if (hex > 0) {
      const digits = inner.slice(from, from + hex)
      if (digits.length !== hex || !/^[\da-fA-F]+$/.test(digits)) unsure()
      result += String.fromCharCode(Number.parseInt(digits, 16))
      from += hex
    } else result += ESCAPES[letter] ?? unsure()
  }
  return result + inner.slice(from)
}

const NUMBER = /0x[\da-fA-F]{1,12}|(?:0|[1-9]\d*(?:_\d+)*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y

/** A number, as the compiler gives its text. */
interface NumberText {
  readonly end: number
  readonly value: string
  readonly isBig: boolean
}

/** Reads a number that begins with a digit. Rare notations are not plain. */
export function readNumber(text: string, start: number): NumberText {
  NUMBER.lastIndex = start
  const match = NUMBER.exec(text)![0]
  const end = start + match.length
  const written = match.replaceAll('_', '')
  const after = text[end]
  if (after === 'n') {
    if (!/^\d+$/.test(written)) unsure()
    return { end: end + 1, value: `${written}n`, isBig: true }
  }
  // `1.`, `1_`, `07`: all of them numbers, and more than this expression can tell.
  if (after !== undefined && /[\w.$]/.test(after)) unsure()
  return { end, value: String(Number(written)), isBig: false }
}
