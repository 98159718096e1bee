import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatBody, formatDiagnostic, summarize } from '../../diagnostics/format-text.ts'

/** The shape in which Rollup, Rolldown and Vite take a problem. Columns are 1-based, files relative to the project. */
export interface RollupLog {
  readonly message: string
  readonly pluginCode: string
  readonly id?: string
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number }
  readonly frame?: string
}

/**
 * All errors of a run as the one error that a hook may throw: placed at the first, with every problem in its text.
 */
export function toRollupError(diagnostics: readonly Diagnostic[]): Error {
  const errors = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const text = [summarize(errors), ...errors.map(formatDiagnostic)].join('\n\n')
  const { frame: _inText, ...place } = placeOf(errors[0]!)
  const error = Object.assign(new Error(`${text}\n`), { pluginCode: errors[0]!.code, ...place })
  error.stack = ''
  return error
}

/** One warning as Rollup takes it. */
export function toRollupWarning(diagnostic: Diagnostic): RollupLog {
  const { frame: _inText, ...place } = placeOf(diagnostic)
  const [message = '', ...rest] = formatBody(diagnostic)
  return {
    message: [`${diagnostic.code}: ${message.trim()}`, ...rest].join('\n'),
    pluginCode: diagnostic.code,
    ...place,
  }
}

function placeOf(diagnostic: Diagnostic): Omit<RollupLog, 'message' | 'pluginCode'> {
  const { file, line, column, frame } = diagnostic
  if (file === undefined) return {}
  return {
    id: file,
    ...(line === undefined ? {} : { loc: { file, line, column: column ?? 1 } }),
    ...(frame === undefined ? {} : { frame }),
  }
}
