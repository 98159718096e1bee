import { readFileSync, statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
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
  const [{ createJiti }, { defineConfig }] = await Promise.all([
    import('jiti'),
    import('../../bundler/define-config.ts'),
  ])
  const jiti = createJiti(import.meta.url, {
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
    // Translating all of this package for one helper would take longer than everything else.
    virtualModules: { 'unplugin-module-registry': { defineConfig, default: { defineConfig } } },
  })
  return jiti.import(file)
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
