import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostic, summarize } from '../../diagnostics/format-text.ts'
import type { Paint, Terminal } from '../terminal.ts'
import { wrap } from './layout.ts'

/** Prints problems as every bundler does, in colour and within a width. */
export function printProblems(diagnostics: readonly Diagnostic[], paint: Paint, width: number): string {
  return diagnostics.map((one) => printProblem(one, paint, width)).join('\n\n')
}

/** `2 errors, 1 warning`, in the colour of the worst. */
export function printSummary(diagnostics: readonly Diagnostic[], paint: Paint): string {
  const text = summarize(diagnostics)
  if (diagnostics.length === 0) return paint.green(text)
  return hasErrors(diagnostics) ? paint.red(text) : paint.yellow(text)
}

/** Whether one of the problems is an error. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === 'error')
}

/** Says that what is shown may not be all, because something is wrong. */
export function pointToCheck(diagnostics: readonly Diagnostic[], { note, paintNote }: Terminal): void {
  if (!hasErrors(diagnostics)) return
  note(
    `\n${printSummary(diagnostics, paintNote)}: what has errors is not shown. See "module-registry check".`,
  )
}

function printProblem(diagnostic: Diagnostic, paint: Paint, width: number): string {
  const { severity, code } = diagnostic
  const [head = '', ...rest] = formatDiagnostic(diagnostic).split('\n')
  const place = head.slice(0, head.length - `${severity}  ${code}`.length)
  const colour = severity === 'error' ? paint.red : paint.yellow
  return [
    `${place === '' ? '' : paint.cyan(place)}${colour(severity)}  ${paint.bold(code)}`,
    ...rest.flatMap((line) => {
      if (line.startsWith('    ')) return [paint.dim(line)]
      const indent = /^ {2}(?:fix {3}|also {2})/.test(line) ? '        ' : '  '
      const lines = wrap(line, width, indent)
      return line.startsWith('  fix ') ? lines.map((one) => paint.green(one)) : lines
    }),
  ].join('\n')
}
