import { makeDiagnostic } from '../../diagnostics/collector.ts'
import type { ModuleRegistryError } from '../../diagnostics/error.ts'
import type { OptionIssue } from '../../diagnostics/option-issue.ts'
import type { Terminal } from '../terminal.ts'
import { printProblems, printSummary } from '../text/problems.ts'

/** Says what is wrong with the options, as every bundler does. */
export function reportOptions(error: ModuleRegistryError, terminal: Terminal, json: boolean): void {
  const { issues } = error.details as { issues: readonly OptionIssue[] }
  const diagnostics = issues.map((issue) => makeDiagnostic('OPTIONS_INVALID', { issues: [issue] }))
  const { note, paintNote, noteWidth } = terminal
  if (json) terminal.json({ version: 1, error: { message: error.message, diagnostics } })
  note(printProblems(diagnostics, paintNote, noteWidth))
  note(`\n${printSummary(diagnostics, paintNote)}`)
}
