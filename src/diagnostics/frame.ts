import type { Diagnostic, Place } from './diagnostic.ts'
import { visible } from './visible.ts'

const MAX_WIDTH = 160

/**
 * Draws the source around a range: the line before, the lines of the range (at most three), the line after,
 * and carets below the first line of the range. Tabs are kept, in the caret line too, so that carets align.
 *
 * @param text the whole source
 * @param at the range; without a line there is nothing to draw
 * @returns lines joined by `\n`, or `undefined` when the place is not in the text
 */
export function drawFrame(text: string, at: Partial<Place>): string | undefined {
  if (at.line === undefined) return undefined
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/)
  const first = lines[at.line - 1]
  if (first === undefined) return undefined
  const column = at.column ?? 1
  const end = at.endLine === at.line && at.endColumn !== undefined ? at.endColumn : column + 1
  const from = first.length > MAX_WIDTH ? Math.max(0, column - 1 - MAX_WIDTH / 2) : 0
  const width = String(at.line + 1).length
  const row = (n: number): string => {
    const shown = visible((lines[n - 1] ?? '').slice(from, from + MAX_WIDTH))
    return `${String(n).padStart(width)} | ${shown}`.trimEnd()
  }
  const lead = visible(first.slice(from, column - 1)).replace(/[^\t]/g, ' ')
  const marked = visible(first.slice(column - 1, end - 1)).length || end - column
  const carets = '^'.repeat(Math.max(1, Math.min(marked, MAX_WIDTH)))
  const out: string[] = []
  if (at.line > 1) out.push(row(at.line - 1))
  out.push(row(at.line), `${' '.repeat(width)} | ${lead}${carets}`)
  if (at.line < lines.length && lines.slice(at.line).some((line) => line.trim() !== ''))
    out.push(row(at.line + 1))
  return out.join('\n')
}

/**
 * Adds frames to diagnostics and to their related places.
 *
 * @param diagnostics the problems
 * @param read gives the text of a file by its project-relative path, or `undefined`
 */
export function addFrames(
  diagnostics: readonly Diagnostic[],
  read: (file: string) => string | undefined,
): Diagnostic[] {
  const texts = new Map<string, string | undefined>()
  const frameOf = (place: Partial<Place>): { frame?: string } => {
    if (place.file === undefined || place.line === undefined) return {}
    if (!texts.has(place.file)) texts.set(place.file, read(place.file))
    const text = texts.get(place.file)
    const frame = text === undefined ? undefined : drawFrame(text, place)
    return frame === undefined ? {} : { frame }
  }
  return diagnostics.map((diagnostic) => ({
    ...diagnostic,
    ...frameOf(diagnostic),
    related: diagnostic.related.map((place) => ({ ...place, ...frameOf(place) })),
  }))
}
