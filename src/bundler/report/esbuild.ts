import type { Location, PartialMessage } from 'esbuild'
import type { Diagnostic, Place } from '../../diagnostics/diagnostic.ts'
import { visible } from '../../diagnostics/visible.ts'

/**
 * One problem as esbuild takes it: text, location and notes, from which esbuild draws its own frames.
 *
 * @param read gives the text of a file by its project-relative path
 */
export function toEsbuildMessage(
  diagnostic: Diagnostic,
  read: (file: string) => string | undefined,
): PartialMessage {
  const location = locate(diagnostic, read)
  const notes = diagnostic.related.map((related) => {
    const at = locate(related, read)
    return { text: visible(related.message), ...(at === undefined ? {} : { location: at }) }
  })
  if (diagnostic.hint !== undefined) notes.push({ text: visible(diagnostic.hint) })
  return {
    id: diagnostic.code,
    text: visible(`${diagnostic.code}: ${diagnostic.message}`),
    ...(location === undefined ? {} : { location }),
    notes,
    detail: diagnostic,
  }
}

function locate(
  place: Partial<Place>,
  read: (file: string) => string | undefined,
): Partial<Location> | undefined {
  const { file, line, column = 1 } = place
  if (file === undefined) return undefined
  if (line === undefined) return { file }
  const lineText = read(file)?.split(/\r\n|[\n\r\u2028\u2029]/)[line - 1] ?? ''
  const end = place.endLine === line && place.endColumn !== undefined ? place.endColumn : column + 1
  return {
    file,
    line,
    column: byteLength(lineText.slice(0, column - 1)),
    length: byteLength(lineText.slice(column - 1, end - 1)),
    lineText,
  }
}

/** esbuild counts columns in bytes of UTF-8. */
function byteLength(text: string): number {
  return Buffer.byteLength(text)
}
