import { basename } from 'node:path'
import type { ModuleDefinition } from './definition.ts'
import { EXIT_CODES } from './exit-codes.ts'
import { manifestText } from './manifest-text.ts'
import type { WireTool } from './tool-list.ts'

/** The argument that asks for the text of the manifest. */
const DESCRIBE = '--describe'

/**
 * Answers a person instead of a host: prints the tools and routes for the manifest when asked to by `--describe`, and
 * says what this program is when it was started in a terminal. Then it ends the process.
 *
 * @param digest the digest of a tool
 * @returns false when it is a host that started the process
 */
export function answerByHand(definition: ModuleDefinition, digest: (tool: WireTool) => string): boolean {
  if (process.argv.slice(2).includes(DESCRIBE)) {
    process.stdout.write(manifestText(definition, digest), () => process.exit(EXIT_CODES.ended))
    return true
  }
  if (!process.stdin.isTTY) return false
  process.stderr.write(explanation(definition), () => process.exit(EXIT_CODES.startedByHand))
  return true
}

function explanation({ name, version, tools = {}, routes = {} }: ModuleDefinition): string {
  const file = basename(process.argv[1] ?? 'module.mjs')
  const offers = [...list('Tools', tools), ...list('Routes', routes)]
  return [
    `${name} ${version} is a module: an application starts it and talks to it over stdin and stdout.`,
    'There is nothing to see in a terminal, so it ends now.',
    ...(offers.length > 0 ? ['', ...offers] : []),
    '',
    'To use it, say in the dagstack.toml beside it how it is started:',
    `  runtime = "process"`,
    `  command = ["node", ${JSON.stringify(file)}]`,
    `  artifact = ${JSON.stringify(file)}`,
    `To print what dagstack.toml has to say of its tools and routes: node ${file} ${DESCRIBE}`,
    '',
  ].join('\n')
}

function list(title: string, entries: object): string[] {
  const ids = Object.keys(entries)
  return ids.length === 0 ? [] : [`${title}: ${ids.join(', ')}`]
}
