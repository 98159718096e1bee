import { visible } from '../../diagnostics/visible.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { compileProject } from '../text/compile-project.ts'
import { clip } from '../text/layout.ts'
import { hasErrors, printProblems, printSummary } from '../text/problems.ts'
import { shellLine } from '../text/shell-line.ts'
import { type FileState, fileStates } from './file-states.ts'

/** Says whether the generated files are as they should be. Writes nothing. */
export async function checkFiles(context: CommandContext): Promise<number> {
  const { settings, compilation } = await compileProject(context, false)
  const { diagnostics, emit } = compilation
  const isBroken = hasErrors(diagnostics)
  const files = isBroken ? [] : fileStates(emit.files(), settings.resolved.root)
  const wrong = files.filter(({ state }) => state !== 'current')
  const fix = shellLine(context.args.filter((arg) => arg !== '--check' && arg !== '--json'))
  const { terminal } = context
  if (context.json) {
    const ok = !isBroken && wrong.length === 0
    terminal.json(
      answer('generate', settings, diagnostics, { ok, files, ...(ok || isBroken ? {} : { fix }) }),
    )
  } else if (isBroken) {
    terminal.note(`${printProblems(diagnostics, terminal.paintNote, terminal.noteWidth)}\n`)
    terminal.note(printSummary(diagnostics, terminal.paintNote))
  } else {
    for (const file of files) printState(file, context)
    if (files.length === 0) terminal.out(NOTHING_TO_WRITE)
    if (wrong.length > 0) terminal.note(terminal.paintNote.green(`fix    Run: ${fix}`))
  }
  return isBroken || wrong.length > 0 ? EXIT.problems : EXIT.fine
}

/** What is said where options and project ask for no generated file. */
export const NOTHING_TO_WRITE = 'There is nothing to write: the options `dts` and `output` ask for no file.'

function printState({ path, state, difference }: FileState, { terminal }: CommandContext): void {
  const { out, note, paint, paintNote, noteWidth } = terminal
  if (state === 'current') {
    out(`${paint.green('current')}  ${visible(path)}`)
    return
  }
  note(`${paintNote.red(state)}  ${visible(path)}${difference === undefined ? '' : `:${difference.line}`}`)
  const line = (text: string): string => clip(visible(text), noteWidth - 4)
  for (const text of difference?.actual ?? []) note(paintNote.red(`  - ${line(text)}`))
  for (const text of difference?.expected ?? []) note(paintNote.green(`  + ${line(text)}`))
}
