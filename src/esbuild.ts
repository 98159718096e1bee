import { createEsbuildPlugin } from 'unplugin'
import { exposeOptions } from './bundler/exposed-options.ts'
import { pluginFactory } from './bundler/plugin.ts'
import type { Options } from './compiler/options.ts'

/**
 * The plugin for esbuild.
 *
 * @param options everything has a default; see {@link Options}
 */
const moduleRegistry: (options?: Options) => import('esbuild').Plugin = exposeOptions(
  createEsbuildPlugin(pluginFactory),
) as never

export type { Options }
export default moduleRegistry
export { moduleRegistry as 'module.exports' }
