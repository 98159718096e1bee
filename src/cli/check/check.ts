import { count } from '../../diagnostics/wording.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { compileProject } from '../text/compile-project.ts'
import { hasErrors, printProblems, printSummary } from '../text/problems.ts'

/** Shows every problem of a project, and says how many there are in what. */
export async function check(context: CommandContext): Promise<number> {
  const { settings, compilation } = await compileProject(context, false)
  const { diagnostics, fileCount, catalog, plugins } = compilation
  const code = hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
  if (context.json) {
    const counts = { files: fileCount, modules: catalog.length, plugins: plugins.length }
    context.terminal.json(answer('check', settings, diagnostics, { counts }))
    return code
  }
  const { out, paint, width } = context.terminal
  if (diagnostics.length > 0) out(`${printProblems(diagnostics, paint, width)}\n`)
  const found = [
    count(catalog.length, 'module'),
    ...(plugins.length > 0 ? [count(plugins.length, 'plugin')] : []),
  ]
  out(`${printSummary(diagnostics, paint)} in ${count(fileCount, 'file')}, ${found.join(', ')}`)
  return code
}
