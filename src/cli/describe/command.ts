import type { CommandSpec } from '../command.ts'

/** `describe`: everything about one entry. */
export const describeCommand: CommandSpec = {
  usage: 'describe <id>',
  summary: 'show what the catalog says of one module or plugin',
  examples: [
    ['describe math.addition', 'a module: where it is, what goes in and what comes out'],
    ['describe llm:openai', 'a plugin'],
    ['describe math.addition --json', 'the entry as data'],
  ],
  project: true,
  json: true,
  flags: (command) => command.option('--kind <kind>', 'its kind, where several have the same ID'),
  async run([id = ''], { kind }, context) {
    const { describe } = await import('./describe.ts')
    return describe(id, kind as string | undefined, context)
  },
}
