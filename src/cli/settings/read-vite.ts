import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { dirname, normalize, resolve } from 'pathe'
import { errorText } from '../../util/error-text.ts'
import { UsageError } from '../usage-error.ts'
import { importFile, unreadable } from './import-file.ts'
import { pluginOptions } from './plugin-options.ts'
import type { FoundOptions } from './settings.ts'

type Vite = typeof import('vite')
type Config = import('vite').UserConfig

/** For what configurations are asked: some use the plugin for one of the two only. */
const PURPOSES = [
  { command: 'build', mode: 'production' },
  { command: 'serve', mode: 'development' },
] as const

type Purpose = (typeof PURPOSES)[number]

/**
 * Reads what a Vite configuration gives the plugin, with the project's own Vite. The root is what Vite takes when it is
 * started where the configuration is.
 *
 * @param file absolute path
 * @throws UsageError when it cannot be run, or there is no Vite
 */
export async function readViteConfig(file: string): Promise<FoundOptions> {
  const vite = await importVite(file)
  const folder = dirname(file)
  const source = { kind: 'vite', file, notes: [] } as const
  let root = folder
  for (const purpose of PURPOSES) {
    const config = await loadConfig(vite, file, purpose)
    root = resolve(folder, normalize(config.root ?? '.'))
    const options = await pluginOptions(config.plugins)
    if (options !== undefined) return { options, root, source }
  }
  return { options: undefined, root, source }
}

async function loadConfig(vite: Vite, file: string, purpose: Purpose): Promise<Config> {
  if (/\.c[jt]s$/.test(file)) return importConfig(file, purpose)
  try {
    // Vite's own default would write a file beside the configuration for a moment.
    const folder = dirname(file)
    const loaded = await vite.loadConfigFromFile({ ...purpose }, file, folder, 'silent', undefined, 'runner')
    return loaded?.config ?? {}
  } catch (error) {
    // This way of Vite's knows no CommonJS; Node does.
    if (/\b(?:require|module|exports|__\w+) is not defined/.test(errorText(error)))
      return importConfig(file, purpose)
    throw unreadable(file, error)
  }
}

async function importConfig(file: string, purpose: Purpose): Promise<Config> {
  const exported = await importFile(file)
  if (typeof exported !== 'function') return (exported ?? {}) as Config
  try {
    return await exported({ ...purpose })
  } catch (error) {
    throw unreadable(file, error)
  }
}

async function importVite(file: string): Promise<Vite> {
  let path: string
  try {
    path = createRequire(file).resolve('vite')
  } catch (error) {
    throw new UsageError(
      `${file} cannot be read: Vite is not installed in its project.`,
      'Install it, or name another configuration with --config; --no-config reads none.',
      { cause: error },
    )
  }
  // The entry for `require` of some versions of Vite gives a part only.
  const namespace = (await import(
    pathToFileURL(path.replace(/index\.cjs$/, 'dist/node/index.js')).href
  )) as Vite
  return namespace
}
