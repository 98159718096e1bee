import { readFileSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { defineConfig } from '../../bundler/define-config.ts'
import { PACKAGE } from '../../bundler/dependents.ts'
import { errorText } from '../../util/error-text.ts'
import { shown } from '../text/shown.ts'
import { UsageError } from '../usage-error.ts'

/**
 * Runs a configuration file and gives what it exports by default. TypeScript is translated on the way; nothing is written
 * for it.
 *
 * @param file absolute path
 * @throws UsageError when the file cannot be run
 */
export async function importFile(file: string): Promise<unknown> {
  try {
    if (file.endsWith('.json')) return JSON.parse(readFileSync(file, 'utf8'))
    return defaultOf(/\.[cm]?ts$/.test(file) ? await importTypeScript(file) : await importScript(file))
  } catch (error) {
    throw unreadable(file, error)
  }
}

/** Says that a configuration cannot be read. */
export function unreadable(file: string, error: unknown): UsageError {
  return new UsageError(
    `${shown(file)} cannot be read: ${shown(errorText(error))}`,
    'Mend it, or name another one with --config; --no-config reads none.',
    { cause: error },
  )
}

/** What Node runs by itself, it runs. An edit since the last time is another module. */
function importScript(file: string): Promise<unknown> {
  const url = pathToFileURL(file)
  url.searchParams.set('t', String(statSync(file).mtimeMs))
  return import(url.href)
}

async function importTypeScript(file: string): Promise<unknown> {
  const [{ createJiti }, virtualModules] = await Promise.all([import('jiti'), importOurs(file)])
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    nativeModules: [PACKAGE],
    virtualModules,
  })
  return jiti.import(file)
}

/**
 * Imports what a configuration names of this package as it is: translating all of it would take longer than everything
 * else.
 */
async function importOurs(file: string): Promise<Record<string, unknown>> {
  const named = readFileSync(file, 'utf8').matchAll(/['"](unplugin-module-registry(?:\/\w+)?)['"]/g)
  const modules: Record<string, unknown> = { [PACKAGE]: { defineConfig } }
  for (const [, specifier = ''] of named) {
    try {
      const path = createRequire(file).resolve(specifier)
      modules[specifier] = forBoth(await import(pathToFileURL(path).href))
    } catch {
      // Where it is not installed, as with `npx`, the helper for types is all that a configuration can use.
    }
  }
  return modules
}

/** What a module is for `import` and for `require` at once. */
function forBoth(namespace: Record<string, unknown>): unknown {
  const { 'module.exports': required } = namespace
  if (typeof required !== 'function') return namespace
  const call = (...args: unknown[]): unknown => required(...args)
  return Object.assign(call, { default: call, __esModule: true })
}

/** The default export, also of what was CommonJS. */
function defaultOf(namespace: unknown): unknown {
  let value = namespace
  for (let depth = 0; depth < 2; depth++) {
    if (typeof value !== 'object' || value === null || !('default' in value)) break
    value = value.default
  }
  return value
}
