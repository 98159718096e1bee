import { createFarmPlugin } from 'unplugin'
import { exposeOptions } from './bundler/exposed-options.ts'
import { pluginFactory } from './bundler/plugin.ts'
import type { Options } from './compiler/options.ts'

/** A plugin that Farm takes. Farm's own types cannot be checked with what comes with them installed. */
export interface FarmPlugin {
  name: string
}

/**
 * The plugin for Farm.
 *
 * @param options everything has a default; see {@link Options}
 */
const moduleRegistry: (options?: Options) => FarmPlugin = exposeOptions(
  createFarmPlugin(pluginFactory),
) as never

export type { Options }
export default moduleRegistry
export { moduleRegistry as 'module.exports' }
