import { resolve } from 'pathe'
import { visible } from '../../diagnostics/visible.ts'
import { type CommandSpec, EXIT } from '../command.ts'
import type { AnswerHead } from '../json/answers.ts'
import { version } from '../program.ts'
import { UsageError } from '../usage-error.ts'

/** `init`: adds the plugin to a project. */
export const initCommand: CommandSpec = {
  usage: 'init',
  summary: 'add the plugin to a project: configuration, types, dependency and a first module',
  details:
    'It shows what would change, and changes nothing before you agree. What is there already stays as it is, so that it can be run again.',
  examples: [
    ['init', 'shows the changes, and asks'],
    ['init --yes', 'makes them without asking'],
  ],
  project: false,
  json: true,
  flags: (command) =>
    command
      .option('-y, --yes', 'make the changes without asking')
      .option('--root <folder>', 'the project; by default the working folder'),
  async run(_args, { root = '.', yes = false }, { io, terminal, json }) {
    const { planInit } = await import('./plan-init.ts')
    const { nodeHost } = await import('../../compiler/node-host.ts')
    const { printPlan, planAsData } = await import('./print-plan.ts')
    const folder = resolve(io.cwd, String(root))
    if (nodeHost.kind(folder) !== 'folder')
      throw new UsageError(`There is no folder "${visible(String(root))}".`)
    const plan = planInit(folder, version(), nodeHost)
    if (!json) terminal.out(printPlan(plan, terminal.paint))
    const agreed = plan.changes.length > 0 && (yes === true || (terminal.asks && (await asks(terminal))))
    if (agreed) {
      const { writeChanges } = await import('./write-changes.ts')
      writeChanges(folder, plan.changes)
    }
    const isDone = plan.byHand.length === 0 && (plan.changes.length === 0 || agreed)
    if (json) terminal.json({ ...headOf(folder, isDone), written: agreed, ...planAsData(plan) })
    else if (agreed) terminal.out([`${terminal.paint.green('Done.')}`, ...plan.next].join('\n'))
    else if (plan.changes.length > 0) {
      terminal.note(terminal.asks ? 'Nothing was changed.' : 'Nothing was changed: run it again with --yes.')
    }
    return isDone ? EXIT.fine : EXIT.problems
  },
}

/** What the answers of all commands have in common; no configuration is read here. */
function headOf(root: string, ok: boolean): AnswerHead & { readonly command: 'init' } {
  return { version: 1, command: 'init', ok, root, source: { kind: 'defaults', notes: [] }, diagnostics: [] }
}

async function asks(terminal: { ask(question: string): Promise<string> }): Promise<boolean> {
  return /^(?:|y|yes)$/i.test((await terminal.ask('Make these changes? [Y/n] ')).trim())
}
