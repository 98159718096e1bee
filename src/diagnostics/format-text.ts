import type { Diagnostic, Place } from './diagnostic.ts'
import { visible } from './visible.ts'
import { count } from './wording.ts'

/**
 * Prints one problem for people: place, severity and code, then message, frame, further places and the hint.
 *
 * @returns several lines joined by `\n`, without colour
 */
export function formatDiagnostic(diagnostic: Diagnostic): string {
  const place = formatPlace(diagnostic)
  return [
    `${place === '' ? '' : `${place}  `}${diagnostic.severity}  ${diagnostic.code}`,
    `  ${visible(diagnostic.message)}`,
    ...formatNotes(diagnostic),
  ].join('\n')
}

/** Prints what there is to say of a problem besides its message: frame, further places and the hint, indented. */
export function formatNotes(diagnostic: Diagnostic): string[] {
  const lines =
    diagnostic.frame === undefined ? [] : diagnostic.frame.split('\n').map((line) => `    ${line}`)
  for (const related of diagnostic.related) {
    lines.push(`  also  ${formatPlace(related)}  ${visible(related.message)}`)
  }
  if (diagnostic.hint !== undefined) lines.push(`  fix   ${visible(diagnostic.hint)}`)
  return lines
}

/**
 * Prints all problems, one block each with an empty line between, and a last line with their number.
 *
 * @param diagnostics the problems, in the order to print
 */
export function formatDiagnostics(diagnostics: readonly Diagnostic[]): string {
  return [...diagnostics.map(formatDiagnostic), summarize(diagnostics)].join('\n\n')
}

/** `2 errors, 1 warning`. */
export function summarize(diagnostics: readonly Diagnostic[]): string {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error').length
  const warnings = diagnostics.length - errors
  const parts = [errors > 0 ? count(errors, 'error') : '', warnings > 0 ? count(warnings, 'warning') : '']
  return parts.filter((part) => part !== '').join(', ') || 'no problems'
}

/** `file:line:column`, as far as known. */
export function formatPlace(place: Partial<Place>): string {
  if (place.file === undefined) return ''
  const file = visible(place.file)
  return place.line === undefined ? file : `${file}:${place.line}:${place.column ?? 1}`
}
