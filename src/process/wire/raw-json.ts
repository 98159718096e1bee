const [QUOTE, BACKSLASH, COMMA, OPEN, CLOSE, OPEN_LIST, CLOSE_LIST] = [34, 92, 44, 123, 125, 91, 93] as const

/**
 * The members of an object with the texts of their values, as they are written; of equal names the last one counts.
 *
 * @param text valid JSON, of an object
 */
export function rawMembers(text: string): Map<string, string> {
  const members = new Map<string, string>()
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (text.charCodeAt(at) === QUOTE) {
    const nameEnd = endOfString(text, at)
    const name = JSON.parse(text.slice(at, nameEnd)) as string
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = endOfValue(text, start)
    members.set(name, text.slice(start, end).trimEnd())
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1)
  }
  return members
}

/**
 * The texts of the elements of an array, as they are written.
 *
 * @param text valid JSON, of an array
 */
export function rawElements(text: string): string[] {
  const elements: string[] = []
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (at < text.length && text.charCodeAt(at) !== CLOSE_LIST) {
    const end = endOfValue(text, at)
    elements.push(text.slice(at, end).trimEnd())
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === COMMA) at = skipSpace(text, at + 1)
  }
  return elements
}

/** The same value without white space between its tokens; all else stays as it is written. */
export function compactJson(text: string): string {
  let compact = ''
  let from = 0
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (isSpace(code)) {
      compact += text.slice(from, at)
      at = skipSpace(text, at)
      from = at
    } else at++
  }
  return compact + text.slice(from)
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function skipSpace(text: string, start: number): number {
  let at = start
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1
  return at + 1
}

/** Where a value ends: in front of the comma or the bracket behind it. */
function endOfValue(text: string, start: number): number {
  let depth = 0
  for (let at = start; at < text.length; ) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
      continue
    }
    if (code === OPEN || code === OPEN_LIST) depth++
    else if (code === CLOSE || code === CLOSE_LIST) {
      if (depth === 0) return at
      depth--
    } else if (code === COMMA && depth === 0) return at
    at++
  }
  return text.length
}
