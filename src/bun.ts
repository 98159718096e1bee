import { createBunPlugin } from 'unplugin'
import { exposeOptions } from './bundler/exposed-options.ts'
import { pluginFactory } from './bundler/plugin.ts'
import type { Options } from './compiler/options.ts'

/** A plugin that Bun takes; its types come with Bun itself, or from a package of many names. */
export interface BunPlugin {
  name: string
  // biome-ignore lint/suspicious/noExplicitAny: Bun's type, without demanding that its types are installed
  setup(build: any): void | Promise<void>
}

/**
 * The plugin for Bun.
 *
 * @param options everything has a default; see {@link Options}
 */
const moduleRegistry: (options?: Options) => BunPlugin = exposeOptions(
  createBunPlugin(pluginFactory),
) as never

export type { Options }
export default moduleRegistry
export { moduleRegistry as 'module.exports' }
