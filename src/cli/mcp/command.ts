import { resolve } from 'node:path'
import type { CommandSpec } from '../command.ts'

/** `mcp`: serves the modules of a project to models. */
export const mcpCommand: CommandSpec = {
  usage: 'mcp',
  summary: 'serve the modules over the Model Context Protocol',
  details:
    'The protocol is on standard input and output. The modules run in this process, with the Vite or the esbuild of the project.',
  examples: [['mcp --root /path/to/the/project', 'as in the configuration of an MCP client']],
  project: false,
  json: false,
  ownsOutput: true,
  flags: (command) => command.option('--root <folder>', 'the project; by default the working folder'),
  async run(_args, { root = '.' }, { io }) {
    const { mcp } = await import('./serve.ts')
    return mcp(resolve(io.cwd, root as string))
  },
}
