import { Option } from 'commander'
import type { CommandSpec } from '../command.ts'

/** `graph`: which plugins need which. */
export const graphCommand: CommandSpec = {
  usage: 'graph',
  summary: 'show which plugins depend on which',
  details: 'An arrow goes from a plugin to what must be ready before it.',
  examples: [
    ['graph > plugins.mmd', 'for Mermaid, which READMEs show'],
    ['graph --format dot | dot -Tsvg > plugins.svg', 'for Graphviz'],
  ],
  project: true,
  json: true,
  flags: (command) =>
    command.addOption(
      new Option('--format <format>', 'how to write it')
        .choices(['mermaid', 'dot', 'json'])
        .default('mermaid'),
    ),
  isJson: ({ format }) => format === 'json',
  async run(_args, { format }, context) {
    const { graph } = await import('./graph.ts')
    return graph(format as 'mermaid' | 'dot' | 'json', context)
  },
}
