import type { DocComment } from './doc-comments.ts'

/** Tags that say that a comment belongs to the file. */
const FILE_TAG = /^@(?:fileoverview|file|license|packageDocumentation)\b/m

/**
 * The text of the doc comment that is nearest to a declaration, without tags.
 *
 * @param comments all in front of it, from top to bottom
 * @returns its lines, joined by line breaks; nothing when there is no text
 */
export function docText(comments: readonly DocComment[]): string | undefined {
  const nearest = comments.at(-1)
  if (nearest === undefined) return undefined
  const inner = nearest.text.slice(3).replace(/\*\/$/, '')
  const lines = inner
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(/^[ \t]*\*?[ \t]?/, '').trimEnd())
  const all = lines.join('\n')
  const hasTags = all.includes('@')
  if (hasTags && FILE_TAG.test(all)) return undefined
  const said = hasTags ? untagged(lines).join('\n').replace(LINK, linkText) : all
  const text = said.replace(/^\n+/, '').trimEnd()
  return text === '' ? undefined : text
}

/** The lines in front of the first tag; examples of code may contain `@`. */
function untagged(lines: readonly string[]): string[] {
  const kept: string[] = []
  let inCode = false
  for (const line of lines) {
    if (/^\s*(?:```|~~~)/.test(line)) inCode = !inCode
    if (!inCode && /^\s*@[A-Za-z]/.test(line)) break
    kept.push(line)
  }
  return kept
}

const LINK = /\{@(\w+)\s*([^{}\n|]*)(?:\|([^{}\n]*))?\}/g

/** `{@link Target}` and `{@link target | text}` as what is to be read; other tags within a text say nothing. */
function linkText(_all: string, tag: string, target: string, label: string | undefined): string {
  if (!/^(?:link|linkcode|linkplain|code|literal)$/.test(tag)) return ''
  if (label !== undefined) return label.trim()
  const [url = '', ...words] = target.trim().split(/\s+/)
  return words.length > 0 && tag.startsWith('link')
    ? words.join(' ')
    : `${url}${words.length > 0 ? ` ${words.join(' ')}` : ''}`
}
