/** What a character is outside of literals and comments: white space, part of a word, or neither. */
export const SPACE = 1
export const WORD = 2

const KINDS = new Uint8Array(128)
for (const character of ' \t\n\r\v\f') KINDS[character.charCodeAt(0)] = SPACE
for (let code = 33; code < 128; code++) if (/[\w$#]/.test(String.fromCharCode(code))) KINDS[code] = WORD

/** Characters beyond ASCII are letters, apart from white space and the ends of lines. */
export function kindOf(code: number): number {
  if (code < 128) return KINDS[code]!
  return isWideSpace(code) ? SPACE : WORD
}

function isWideSpace(code: number): boolean {
  return (
    code === 0xa0 ||
    code === 0xfeff ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  )
}

export function isLineEnd(code: number): boolean {
  return code === 10 || code === 13 || code === 0x2028 || code === 0x2029
}

/** Where the line ends that an offset is on. */
export function lineEnd(text: string, start: number): number {
  let at = start
  while (at < text.length && !isLineEnd(text.charCodeAt(at))) at++
  return at
}

/**
 * White space in the place of a piece of text: as long, with as many ends of lines, and with as much behind the last
 * of them, so that everything behind it keeps its offset, its line and its column.
 */
export function blank(text: string, start: number, end: number): string {
  let lines = 0
  let tail = start
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at)
    if (!isLineEnd(code)) continue
    if (code === 13 && at + 1 < end && text.charCodeAt(at + 1) === 10) at++
    lines++
    tail = at + 1
  }
  const rest = end - tail
  return ' '.repeat(end - start - lines - rest) + '\n'.repeat(lines) + ' '.repeat(rest)
}
