import { type Compilation, Compiler } from '../../compiler/compile.ts'
import type { CommandContext } from '../command.ts'
import type { Settings } from '../settings/settings.ts'
import { startProgress } from './progress.ts'

/** A project that was compiled once. */
export interface CompiledProject {
  readonly settings: Settings
  readonly compiler: Compiler
  readonly compilation: Compilation
}

/**
 * Compiles the project of a command line.
 *
 * @param writes whether anything at all may be written, which the cache would be
 */
export async function compileProject(context: CommandContext, writes = true): Promise<CompiledProject> {
  const settings = await context.settings()
  sayNotes(settings, context)
  const compiler = new Compiler(writes ? settings.resolved : { ...settings.resolved, cache: false })
  const stop = startProgress(context.terminal, 'Reading the project')
  try {
    return { settings, compiler, compilation: await compiler.compile() }
  } finally {
    await stop()
  }
}

/** Says what there is to know about where the options come from. */
export function sayNotes({ source }: Settings, { terminal, json }: CommandContext): void {
  if (json) return
  for (const note of source.notes) terminal.note(terminal.paintNote.dim(`note   ${note}`))
}
