import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closest } from '../util/closest.ts'
import { errorText } from '../util/error-text.ts'

const HELP = `module-registry <command> [options]

Commands:
  mcp               serves the modules of a project over the Model Context Protocol, on standard input and output

Options:
  --root <folder>   the project; default: the working folder
  -h, --help        shows this
  -v, --version     shows the version

In the configuration of an MCP client:
  { "command": "npx", "args": ["module-registry", "mcp", "--root", "/path/to/the/project"] }
`

const COMMANDS = ['mcp']

/**
 * Runs the command line.
 *
 * @param args without the program itself
 * @returns the exit code: 0 fine, 1 the project cannot be served, 2 wrong use
 */
export async function main(args: readonly string[]): Promise<number> {
  let given: ReturnType<typeof parse>
  try {
    given = parse(args)
  } catch (error) {
    return misused(errorText(error).split('\n')[0]!)
  }
  const { values, positionals } = given
  if (values.version) {
    process.stdout.write(`${version()}\n`)
    return 0
  }
  const [command, ...more] = positionals
  if (values.help) {
    process.stdout.write(HELP)
    return 0
  }
  if (command === undefined) return misused('There is no command.')
  if (!COMMANDS.includes(command)) {
    const [near] = closest(command, COMMANDS)
    return misused(`There is no command "${command}".${near === undefined ? '' : ` Did you mean "${near}"?`}`)
  }
  if (more.length > 0) return misused(`"${command}" takes nothing like "${more[0]}".`)
  const { mcp } = await import('./mcp.ts')
  return mcp(resolve(values.root ?? '.'))
}

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      root: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
}

function misused(reason: string): number {
  process.stderr.write(`${reason}\n\n${HELP}`)
  return 2
}

function version(): string {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
