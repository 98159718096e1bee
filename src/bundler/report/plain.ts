import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostics } from '../../diagnostics/format-text.ts'

/**
 * All errors of a run as the one error that a plugin may throw, for bundlers that know no places: its message says
 * everything.
 *
 * @param told what the message tells of; by default the errors
 * @returns an error with all problems as data in `diagnostics`
 */
export function toPlainError(
  diagnostics: readonly Diagnostic[],
  told: readonly Diagnostic[] = diagnostics.filter((diagnostic) => diagnostic.severity === 'error'),
): Error {
  const error = new Error(formatDiagnostics(told))
  // Nobody who reads it cares where in this plugin it was made.
  error.stack = ''
  return Object.assign(error, { diagnostics })
}
