import type { Options } from '../compiler/options.ts'

/**
 * Gives options their type in `module-registry.config.ts`, from which the command line reads them; a configuration of a
 * bundler may import the same file.
 *
 * @param options as for the plugin
 * @returns the same
 */
export function defineConfig(options: Options): Options {
  return options
}
