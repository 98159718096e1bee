/** The number of columns that a text takes: wide characters take two, marks that combine none. */
export function columnsOf(text: string): number {
  let columns = 0
  for (const character of text) {
    if (/\p{Mn}|\u200d|[\ufe00-\ufe0f]/u.test(character)) continue
    columns += WIDE.test(character) ? 2 : 1
  }
  return columns
}

const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u

/** Fills a text up with spaces. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - columnsOf(text)))
}

/** Cuts a text to a width; what is cut off shows as `…`. */
export function clip(text: string, columns: number): string {
  if (columnsOf(text) <= columns) return text
  let kept = ''
  let used = 1
  for (const character of text) {
    used += columnsOf(character)
    if (used > columns) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}

/**
 * Breaks a text between words.
 *
 * @param indent what stands in front of every line but the first
 * @returns lines; a word that is longer than a line stays whole
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  if (columnsOf(text) <= width) return [text]
  const lead = /^\s*/.exec(text)![0]
  const lines: string[] = []
  let line = ''
  for (const word of text.slice(lead.length).split(' ')) {
    const start = lines.length === 0 ? lead : indent
    if (line === '') line = start + word
    else if (columnsOf(line) + 1 + columnsOf(word) <= width) line += ` ${word}`
    else {
      lines.push(line)
      line = indent + word
    }
  }
  return [...lines, line]
}

/**
 * Aligns rows in columns with two spaces between. Where they do not fit, the last column is cut, and left out when
 * little of it would remain; rows may then still be longer than the width.
 */
export function table(rows: readonly (readonly string[])[], width: number): string[] {
  const count = Math.max(0, ...rows.map((row) => row.length))
  const columns = Array.from({ length: count }, (_, index) =>
    Math.max(0, ...rows.map((row) => columnsOf(row[index] ?? ''))),
  )
  const before = columns.slice(0, -1).reduce((sum, one) => sum + one + 2, 0)
  const room = width - before
  const fits = (columns.at(-1) ?? 0) <= room
  const shown = fits || room >= 12 || count < 2 ? count : count - 1
  return rows.map((row) =>
    row
      .slice(0, shown)
      .map((cell, index) => (index === count - 1 ? clip(cell, room) : pad(cell, columns[index]!)))
      .join('  ')
      .trimEnd(),
  )
}
