/** A text to put in at an offset. */
export interface Insertion {
  readonly at: number
  readonly text: string
}

/** Puts texts in; those at one offset stay in their order. */
export function insert(text: string, insertions: readonly Insertion[]): string {
  let result = ''
  let from = 0
  for (const one of [...insertions].sort((a, b) => a.at - b.at)) {
    result += text.slice(from, one.at) + one.text
    from = one.at
  }
  return result + text.slice(from)
}

/** What ends the lines of a text. */
export function lineEndOf(text: string): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

/** The blanks at the start of the line that an offset is in. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))![0]
}

/** One level of indentation, as a text has it; two blanks where it has none. */
function indentUnitOf(text: string): string {
  return /^(\t| {2,})\S/m.exec(text)?.[1] ?? '  '
}

/** An element or a property, as far as lists of such are edited. */
export interface Spanned {
  readonly start: number
  readonly end: number
}

/**
 * Adds an item to a list in brackets, in the style of the items that are there.
 *
 * @param list offsets of both brackets: that of the first one, and behind the last one
 * @param items of the list, in order
 * @param before index of the item to put it in front of; default: at the end
 */
export function addItem(
  text: string,
  list: Spanned,
  items: readonly Spanned[],
  item: string,
  before = items.length,
): Insertion[] {
  const first = items[0]
  const last = items.at(-1)
  const end = lineEndOf(text)
  const isOpen = text.slice(list.start, first?.start ?? list.end).includes('\n')
  if (first === undefined || last === undefined) {
    const pad = text[list.start] === '{' && !isOpen ? ' ' : ''
    if (!isOpen) return [{ at: list.start + 1, text: `${pad}${item}${pad}` }]
    const outer = indentAt(text, list.start)
    return [{ at: list.start + 1, text: `${end}${outer}${indentUnitOf(text)}${item}` }]
  }
  const gap = isOpen ? `${end}${indentAt(text, first.start)}` : ' '
  const next = items[before]
  if (next !== undefined) return [{ at: next.start, text: `${item},${gap}` }]
  const rest = text.slice(last.end, list.end)
  const hasComma = rest.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '').includes(',')
  const behind = hasComma ? text.indexOf(',', last.end) + 1 : last.end
  const comma = hasComma ? [] : [{ at: last.end, text: ',' }]
  if (!isOpen) return [...comma, { at: behind, text: `${gap}${item}` }]
  // A comment at the end of the line belongs to what is in front of it.
  const comment = /^[ \t]*\/[/*].*(?=\r?\n)/.exec(text.slice(behind, list.end))?.[0] ?? ''
  return [...comma, { at: behind + comment.length, text: `${gap}${item}${hasComma ? ',' : ''}` }]
}
