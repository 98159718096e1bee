import { Session } from '../../bundler/session.ts'
import { visible } from '../../diagnostics/visible.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { sayNotes } from '../text/compile-project.ts'
import { hasErrors, printProblems, printSummary } from '../text/problems.ts'
import { startProgress } from '../text/progress.ts'
import { NOTHING_TO_WRITE } from './check-files.ts'
import { type WrittenFiles, writeFiles } from './write-files.ts'

/** Writes the generated files once. */
export async function generate(context: CommandContext): Promise<number> {
  const settings = await context.settings()
  sayNotes(settings, context)
  const stop = startProgress(context.terminal, 'Reading the project')
  let written: WrittenFiles
  try {
    written = await writeFiles(new Session(settings.options, settings.options.root))
  } finally {
    await stop()
  }
  const { files, diagnostics } = written
  if (context.json) context.terminal.json(answer('generate', settings, diagnostics, { files }))
  else {
    printWritten(written, context)
    if (files.length === 0) context.terminal.out(NOTHING_TO_WRITE)
  }
  return hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
}

/** Shows what a run did, and what is wrong. */
export function printWritten({ files, diagnostics }: WrittenFiles, { terminal }: CommandContext): void {
  const { out, note, paint, paintNote, noteWidth } = terminal
  for (const { path, state } of files) {
    const colour = { written: paint.green, current: paint.dim, kept: paint.yellow }[state]
    out(`${colour(state.padEnd('written'.length))}  ${visible(path)}`)
  }
  if (diagnostics.length === 0) return
  note(`\n${printProblems(diagnostics, paintNote, noteWidth)}`)
  note(`\n${printSummary(diagnostics, paintNote)}`)
}
