import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { serveStdio } from '../../mcp/server/stdio.ts'
import type { Registry } from '../../runtime/api.ts'
import { errorText } from '../../util/error-text.ts'
import { loadRegistry } from './load-registry.ts'

/**
 * Serves the registry of a project over standard input and output, until the client goes. Everything else that is printed
 * goes to standard error.
 *
 * @param root absolute path of the project
 * @returns the exit code
 */
export async function mcp(root: string): Promise<number> {
  const ends: (() => Promise<void>)[] = []
  try {
    const server = await serveStdio(async () => {
      const { registry, close } = await loadRegistry(root)
      ends.push(close)
      await activate(registry, root, ends)
      return registry
    }, describe(root))
    await server.done
    return 0
  } catch (error) {
    process.stderr.write(`${errorText(error)}\n`)
    return 1
  } finally {
    for (const end of ends.reverse()) await end().catch(() => {})
  }
}

/** Starts the plugins, since modules may rely on them. One that cannot start says so, and is missing. */
async function activate(registry: Registry, root: string, ends: (() => Promise<void>)[]): Promise<void> {
  const plugins = await registry.activate({ pluginRoot: root })
  ends.push(() => plugins.close())
}

/** Name and version of the project, as far as it has them. */
function describe(root: string): { name: string; version: string } {
  let given: { name?: unknown; version?: unknown } = {}
  try {
    given = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as typeof given
  } catch {
    // It works without.
  }
  const { name, version } = given
  return {
    name: typeof name === 'string' && name !== '' ? name : 'module-registry',
    version: typeof version === 'string' && version !== '' ? version : '0.0.0',
  }
}
