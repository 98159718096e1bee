import { createVitePlugin } from 'unplugin'
import { exposeOptions } from './bundler/exposed-options.ts'
import { pluginFactory } from './bundler/plugin.ts'
import type { Options } from './compiler/options.ts'

/**
 * The plugin for Vite.
 *
 * @param options everything has a default; see {@link Options}
 */
const moduleRegistry: (options?: Options) => import('vite').Plugin = exposeOptions(
  createVitePlugin(pluginFactory),
) as never

export type { Options }
export default moduleRegistry
export { moduleRegistry as 'module.exports' }
