import { type CommandSpec, EXIT } from '../command.ts'
import { UsageError } from '../usage-error.ts'
import { SHELLS } from './shells.ts'

/** `complete`: the script that lets a shell complete commands, flags and IDs. */
export const completeCommand: CommandSpec = {
  usage: 'complete <shell>',
  summary: 'print the script that completes commands, flags and IDs in a shell',
  details: `The shell is one of ${SHELLS.join(', ')}.`,
  examples: [
    ['complete bash >> ~/.bashrc', 'for bash'],
    ['complete zsh > ~/.zsh/_module-registry', 'for zsh, in a folder of $fpath'],
    ['complete fish > ~/.config/fish/completions/module-registry.fish', 'for fish'],
  ],
  project: false,
  json: false,
  ownsOutput: true,
  async run([shell = '']) {
    if (!(SHELLS as readonly string[]).includes(shell)) {
      throw new UsageError(`There is no script for "${shell}".`, `Choose one of ${SHELLS.join(', ')}.`)
    }
    const { RootCommand } = await import('@bomb.sh/tab')
    new RootCommand().setup('module-registry', 'module-registry', shell)
    return EXIT.fine
  },
}
