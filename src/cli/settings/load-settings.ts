import { statSync } from 'node:fs'
import { normalize, resolve } from 'pathe'
import type { Options } from '../../compiler/options.ts'
import { OptionsInvalidError, resolveOptions } from '../../compiler/resolve-options.ts'
import { shown } from '../text/shown.ts'
import { OptionsRefused, UsageError } from '../usage-error.ts'
import { type ConfigKind, findConfigs, kindOf } from './find-configs.ts'
import { readOwnConfig } from './read-own.ts'
import { readRollupConfig } from './read-rollup.ts'
import { readViteConfig } from './read-vite.ts'
import type { FoundOptions, Settings } from './settings.ts'

const READERS: Readonly<Record<ConfigKind, (file: string) => Promise<FoundOptions>>> = {
  own: readOwnConfig,
  vite: readViteConfig,
  rollup: readRollupConfig,
}

/** What the command line says about where to look. */
export interface SettingsRequest {
  /** The working folder, absolute. */
  readonly cwd: string
  /** The flag `--root`, relative to the working folder. */
  readonly root?: unknown
  /** The flag `--config`: a file, relative to the working folder; `false` for none. */
  readonly config?: unknown
  /** Options from other flags, which win. */
  readonly options: Options
}

/**
 * Finds the options of a project: in a configuration of its own, else in that of its bundler, else there are only
 * defaults. They are the same wherever in the project it is asked.
 *
 * @throws UsageError when a configuration cannot be read, OptionsRefused when what it says is wrong
 */
export async function loadSettings(request: SettingsRequest): Promise<Settings> {
  const { cwd, root, config, options: given } = request
  const start = resolve(normalize(cwd), typeof root === 'string' ? normalize(root) : '.')
  if (!isThere(start, 'folder')) throw new UsageError(`There is no folder "${shown(String(root))}".`)
  const found = await findOptions(start, cwd, config)
  // A folder that is named beside a configuration is the root itself; else it is where configurations are.
  const named = typeof config === 'string' && typeof root === 'string'
  const { root: inConfig = '.', ...options } = found.options ?? {}
  const all = { ...options, ...given, root: named ? start : resolve(found.root, inConfig) }
  return { options: all, resolved: resolved(all, found.source.file), source: found.source }
}

function resolved(options: Settings['options'], file: string | undefined): Settings['resolved'] {
  try {
    return resolveOptions(options, options.root)
  } catch (error) {
    throw error instanceof OptionsInvalidError ? new OptionsRefused(error, file) : error
  }
}

async function findOptions(start: string, cwd: string, config: unknown): Promise<FoundOptions> {
  if (config === false) return defaults(start)
  if (typeof config === 'string') {
    const file = resolve(normalize(cwd), normalize(config))
    if (!isThere(file, 'file')) throw new UsageError(`There is no file "${shown(config)}".`)
    const found = await READERS[kindOf(file)](file)
    if (found.options !== undefined) return found
    throw new UsageError(
      `${shown(config)} does not use the plugin of unplugin-module-registry.`,
      'Add the plugin to it, or name another configuration.',
    )
  }
  const { folder, files, unreadable } = findConfigs(start)
  let unused: FoundOptions | undefined
  for (const file of files) {
    const found = await READERS[kindOf(file)](file)
    if (found.options !== undefined) return found
    unused ??= found
  }
  if (unused !== undefined) {
    const note = `${shown(unused.source.file!)} does not use the plugin: the defaults of all options count.`
    return defaults(unused.root, note)
  }
  const [first] = unreadable
  if (first === undefined) return defaults(folder)
  return defaults(
    folder,
    `Options cannot be read from ${shown(first)}: the defaults count. Put the options into module-registry.config.ts, and import that file in ${shown(first)}.`,
  )
}

function defaults(root: string, ...notes: string[]): FoundOptions {
  return { options: {}, root, source: { kind: 'defaults', notes } }
}

function isThere(path: string, kind: 'file' | 'folder'): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return (kind === 'file' ? stat?.isFile() : stat?.isDirectory()) ?? false
}
