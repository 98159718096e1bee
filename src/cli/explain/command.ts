import type { CommandSpec } from '../command.ts'

/** `explain`: says why a file is in the registry, or why not. */
export const explainCommand: CommandSpec = {
  usage: 'explain <file>',
  summary: 'say why a file is in the registry, or why not',
  details:
    'Instead of a file, the ID of a module may be given. It fails only for what is not there: also a file that is left out is explained.',
  examples: [
    ['explain extensions/mail/send.ts', 'how its IDs came about, class by class'],
    ['explain src/util.ts', 'which rule leaves it out'],
    ['explain mail.send --json', 'the same for the file of a module, as data'],
  ],
  project: true,
  json: true,
  async run([asked = ''], _flags, context) {
    const { explain } = await import('./explain.ts')
    return explain(asked, context)
  },
}
