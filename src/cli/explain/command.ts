import { type CommandSpec, EXIT } from '../command.ts'

/** `explain`: says why a file is in the registry, or why not. */
export const explainCommand: CommandSpec = {
  usage: 'explain <file>',
  summary: 'say why a file is in the registry, or why not',
  details:
    'Instead of a file, the ID of a module may be given. Nothing of the project is run but its configuration.',
  examples: [
    ['explain extensions/mail/send.ts', 'how its IDs came about, class by class'],
    ['explain src/util.ts', 'which rule leaves it out'],
    ['explain mail.send --json', 'the same for the file of a module, as data'],
  ],
  project: true,
  json: true,
  async run([asked = ''], _flags, { io, terminal, json, settings }) {
    const { explainAsked } = await import('./explain.ts')
    const { options } = await settings()
    const explanation = await explainAsked(asked, io.cwd, options)
    if (json) terminal.json({ version: 1, ...explanation })
    else {
      const { printExplanation } = await import('./print.ts')
      terminal.out(printExplanation(explanation, terminal))
    }
    return explanation.reason?.rule === 'missing' ? EXIT.problems : EXIT.fine
  },
}
