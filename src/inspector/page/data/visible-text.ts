/** A part of a text: as it is, or the name of a character that would not be seen, or that turns the text around. */
export interface TextPart {
  readonly text: string
  readonly isHidden: boolean
}

/**
 * What a reader would not see or would be misled by: control characters, marks of direction, characters without width, halves
 * of characters. Line ends and tabs are seen.
 */
const HIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202f\u205f-\u206f\u2800\u3164\ufeff\uffa0\ufff9-\ufffb]|\u034f|\p{Surrogate}|[\u{e0000}-\u{e007f}]/gu

/** Splits a text so that hidden characters can be shown by their names, such as `U+202E`. */
export function splitText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const match of text.matchAll(HIDDEN)) {
    if (match.index > end) parts.push({ text: text.slice(end, match.index), isHidden: false })
    parts.push({ text: nameOf(match[0]), isHidden: true })
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push({ text: text.slice(end), isHidden: false })
  return parts
}

/** The same as one text, for attributes and the title. */
export function visibleText(text: string): string {
  return splitText(text)
    .map((part) => (part.isHidden ? `[${part.text}]` : part.text))
    .join('')
}

function nameOf(character: string): string {
  return `U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
}
