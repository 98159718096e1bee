import type { CommandSpec } from '../command.ts'

/** `list`: what is in the registry. */
export const listCommand: CommandSpec = {
  usage: 'list',
  summary: 'show what is in the registry, one a line',
  examples: [
    ['list', 'all modules'],
    ['list --prefix math --tag pure', 'those below an ID, and with a tag'],
    ['list --kind plugin', 'all plugins'],
    ['list --json', 'the catalog as data'],
  ],
  project: true,
  json: true,
  flags: (command) =>
    command
      .option('--kind <kind>', 'what to show: module, plugin, or another kind of contribution', 'module')
      .option('--prefix <id>', 'only what is below an ID; whole segments count')
      .option('--tag <tag>', 'only what has this tag'),
  async run(_args, { kind, prefix, tag }, context) {
    const { list } = await import('./list.ts')
    return list({ kind, prefix, tag } as { kind: string; prefix?: string; tag?: string }, context)
  },
}
