import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { compileProject } from '../text/compile-project.ts'
import { hasErrors, pointToCheck } from '../text/problems.ts'
import { pluginGraph } from './plugin-graph.ts'
import { toDot, toMermaid } from './print-graph.ts'

/** Shows the dependencies of plugins. */
export async function graph(format: 'mermaid' | 'dot' | 'json', context: CommandContext): Promise<number> {
  const { settings, compilation } = await compileProject(context)
  const { diagnostics, plugins } = compilation
  const shown = pluginGraph(plugins)
  const { terminal, json } = context
  if (json) terminal.json(answer('graph', settings, diagnostics, { ...shown }))
  else {
    terminal.out(format === 'dot' ? toDot(shown) : toMermaid(shown))
    if (plugins.length === 0) terminal.note('There are no plugins.')
    pointToCheck(diagnostics, terminal)
  }
  return hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
}
