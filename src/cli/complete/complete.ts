import type { Command } from 'commander'
import { SHELLS } from './shells.ts'

/**
 * Answers what the script of a shell asks: what could be written next, one a line, on standard output.
 *
 * @param words what is written so far behind the name of the program; the last one is being written
 * @param cwd the working folder, absolute
 */
export async function completeWords(program: Command, words: readonly string[], cwd: string): Promise<void> {
  const { RootCommand } = await import('@bomb.sh/tab')
  const root = new RootCommand()
  const ids = words.length === 2 && words[0] === 'describe' ? await findIds(cwd) : []
  const values: Record<string, readonly string[]> = { describe: ids, complete: SHELLS }
  for (const command of program.commands) {
    const known = root.command(command.name(), command.summary())
    const list = (items: readonly string[]) => (add: (item: string, about: string) => void) => {
      for (const item of items) add(item, '')
    }
    for (const option of command.createHelp().visibleOptions(command)) {
      const { long, description, required, optional, argChoices = [] } = option
      if (long === undefined) continue
      if (required || optional) known.option(long.slice(2), description, list(argChoices))
      else known.option(long.slice(2), description)
    }
    const positional = values[command.name()]
    if (positional !== undefined) known.argument('value', list(positional))
  }
  root.parse([...words])
}

/** The IDs of the project; none when there is something wrong with it. */
async function findIds(cwd: string): Promise<string[]> {
  try {
    const [{ loadSettings }, { Compiler }] = await Promise.all([
      import('../settings/load-settings.ts'),
      import('../../compiler/compile.ts'),
    ])
    const { resolved } = await loadSettings({ cwd, options: {} })
    const { catalog } = await new Compiler(resolved).compile()
    return catalog.map(({ id }) => id)
  } catch {
    return []
  }
}
