const [NEWLINE, RETURN, BACKTICK, SLASH, BACKSLASH, BRACKET, END_BRACKET, DOLLAR, BRACE] = [
  10, 13, 96, 47, 92, 91, 93, 36, 123,
] as const

/** Where a string ends that begins at an offset; nothing when it has no end on its line. */
export function endOfString(text: string, start: number): number | undefined {
  const quote = text.charCodeAt(start)
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code === NEWLINE || code === RETURN) return undefined
    if (code !== BACKSLASH) continue
    at++
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEWLINE) at++
  }
  return undefined
}

/** Where a piece of a template ends: behind its backtick, or behind the `${` of an expression. */
export function endOfTemplatePiece(
  text: string,
  start: number,
): { readonly end: number; readonly expression: boolean } | undefined {
  for (let at = start; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === BACKTICK) return { end: at + 1, expression: false }
    else if (code === DOLLAR && text.charCodeAt(at + 1) === BRACE) return { end: at + 2, expression: true }
  }
  return undefined
}

/** Where a regular expression ends that begins at an offset, without its flags. */
export function endOfRegExp(text: string, start: number): number | undefined {
  let inClass = false
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === NEWLINE || code === RETURN) return undefined
    if (code === BACKSLASH) at++
    else if (code === BRACKET) inClass = true
    else if (code === END_BRACKET) inClass = false
    else if (code === SLASH && !inClass) return at + 1
  }
  return undefined
}

/** Where a number ends that begins at an offset; a sign belongs to it behind an exponent only. */
export function endOfNumber(text: string, start: number): number {
  const pattern = /0[xXbBoO][\da-fA-F_]*n?|[\d_]*(?:\.[\d_]*)?(?:[eE][+-]?[\d_]*)?n?/y
  pattern.lastIndex = start
  return start + (pattern.exec(text)?.[0].length || 1)
}
