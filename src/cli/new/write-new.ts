import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'pathe'
import { nodeHost } from '../../compiler/node-host.ts'
import type { Options } from '../../compiler/options.ts'
import { resolveOptions } from '../../compiler/resolve-options.ts'
import { placeModule } from './place-module.ts'
import { type NewRuntime, placePlugin } from './place-plugin.ts'
import { tryFiles } from './try-files.ts'

/** What somebody wants to start with. */
export interface Wanted {
  readonly what: 'module' | 'plugin'
  /** The ID of a module, or `<kind>/<name>` of a plugin. */
  readonly name: string
  /** Of a plugin. */
  readonly runtime: NewRuntime
}

/** What was written. */
export interface Written {
  /** The ID of the module, or `<kind>:<name>` of the plugin. */
  readonly id: string
  /** Relative to the project, with `/`. */
  readonly files: readonly string[]
}

/**
 * Writes the first version of a module or a plugin, once it is sure that the registry would take it.
 *
 * @throws UsageError when it would not, or something is in the way; then nothing is written
 */
export async function writeNew({ what, name, runtime }: Wanted, options: Options): Promise<Written> {
  const resolved = resolveOptions(options, process.cwd())
  const files = what === 'module' ? [placeModule(name, resolved)] : placePlugin(name, runtime, resolved)
  const id = what === 'module' ? name : name.replace('/', ':')
  await tryFiles(files, id, resolved, nodeHost)
  for (const { file, text } of files) {
    const path = resolve(resolved.root, file)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text, { flag: 'wx' })
  }
  return { id, files: files.map(({ file }) => file) }
}
