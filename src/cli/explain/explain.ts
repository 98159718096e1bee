import { normalize, resolve } from 'pathe'
import type { Compilation } from '../../compiler/compile.ts'
import { nodeHost } from '../../compiler/node-host.ts'
import { explainCompiled } from '../../explain/explain-file.ts'
import type { Explanation } from '../../explain/explanation.ts'
import { closest } from '../../util/closest.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { compileProject } from '../text/compile-project.ts'
import { printExplanation } from './print.ts'

/**
 * Explains a file.
 *
 * @param asked its path, relative to the working folder or absolute; or the ID of a module, where no file is called so
 */
export async function explain(asked: string, context: CommandContext): Promise<number> {
  const { settings, compiler, compilation } = await compileProject(context)
  const path = pathOf(asked, context.io.cwd, settings.resolved.root, compilation)
  const found = explainCompiled(path, compiler, compilation)
  const ok = found.reason?.rule !== 'missing'
  const explanation = ok ? found : withNearestId(found, asked, compilation)
  const { terminal, json } = context
  if (json) terminal.json(answer('explain', settings, compilation.diagnostics, { ok, explanation }))
  else terminal.out(printExplanation(explanation, terminal))
  return ok ? EXIT.fine : EXIT.problems
}

/** Offers the ID that was probably meant, where no file was. */
function withNearestId(explanation: Explanation, asked: string, { catalog }: Compilation): Explanation {
  const { reason } = explanation
  const [near] = closest(
    asked,
    catalog.map(({ id }) => id),
  )
  if (near === undefined || reason === undefined || reason.hint !== undefined) return explanation
  return { ...explanation, reason: { ...reason, hint: `Did you mean the module "${near}"?` } }
}

function pathOf(asked: string, cwd: string, root: string, { catalog }: Compilation): string {
  const path = resolve(normalize(cwd), normalize(asked))
  const module = nodeHost.kind(path) === undefined ? catalog.find(({ id }) => id === asked) : undefined
  return module === undefined ? path : resolve(root, module.file)
}
