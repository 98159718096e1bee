import type { OptionsInvalidError } from '../../compiler/resolve-options.ts'
import { makeDiagnostic } from '../../diagnostics/collector.ts'
import type { Terminal } from '../terminal.ts'
import { printProblems, printSummary } from '../text/problems.ts'
import { shown } from '../text/shown.ts'
import type { OptionsRefused } from '../usage-error.ts'

/** Says what is wrong with the options, as every bundler does. */
export function reportOptions(
  { message, cause, file }: OptionsRefused,
  terminal: Terminal,
  json: boolean,
): void {
  const { issues } = (cause as OptionsInvalidError).details
  const diagnostics = issues.map((issue) => makeDiagnostic('OPTIONS_INVALID', { issues: [issue] }))
  const { note, paintNote, noteWidth } = terminal
  if (json) terminal.json({ version: 1, ok: false, error: { message, diagnostics } })
  note(printProblems(diagnostics, paintNote, noteWidth))
  const from = file === undefined ? '' : ` in the options of ${shown(file)}`
  note(`\n${printSummary(diagnostics, paintNote)}${from}`)
}
