import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostic, formatNotes, summarize } from '../../diagnostics/format-text.ts'
import { visible } from '../../diagnostics/visible.ts'

/** The shape in which Rollup, Rolldown and Vite take a problem. Columns are 1-based, files relative to the project. */
export interface RollupLog {
  readonly message: string
  readonly pluginCode: string
  readonly id?: string
  readonly loc?: { readonly file: string; readonly line: number; readonly column: number }
  readonly frame?: string
  readonly diagnostic?: Diagnostic
}

/**
 * All errors of a run as the one error that a hook may throw.
 *
 * These bundlers print the message, the place and the frame of an error, in some order and once each. So the message
 * and the place are those of the first problem, and the frame goes on with what else there is to say of it, and with
 * the other problems in full.
 *
 * @returns an error with `id`, `loc` and `frame`, and all problems as data in `diagnostics`
 */
export function toRollupError(diagnostics: readonly Diagnostic[]): Error {
  const [first, ...others] = diagnostics.filter((diagnostic) => diagnostic.severity === 'error')
  const notes = formatNotes(first!).join('\n')
  const blocks = others.length === 0 ? [notes] : [notes || '  More:', ...others.map(formatDiagnostic)]
  if (others.length > 0) blocks.push(summarize([first!, ...others]))
  const error = new Error(`${first!.code}: ${visible(first!.message)}`)
  // Nobody who reads it cares where in this plugin it was made.
  error.stack = ''
  return Object.assign(error, {
    pluginCode: first!.code,
    ...placeOf(first!),
    frame: `${blocks.join('\n\n')}\n`,
    diagnostics,
  })
}

/**
 * One warning as these bundlers take it. It has no place but in its message, which says everything: some of them print
 * nothing else, and others would print the place two times more.
 */
export function toRollupWarning(diagnostic: Diagnostic): RollupLog {
  return { message: formatDiagnostic(diagnostic), pluginCode: diagnostic.code, diagnostic }
}

function placeOf(diagnostic: Diagnostic): Pick<RollupLog, 'id' | 'loc'> {
  const { file, line, column } = diagnostic
  if (file === undefined) return {}
  return { id: file, ...(line === undefined ? {} : { loc: { file, line, column: column ?? 1 } }) }
}
