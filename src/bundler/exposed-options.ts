import type { Options } from '../compiler/options.ts'

/** Where a plugin holds the options that it was made with; the same in every copy of this package. */
const KEY = Symbol.for('unplugin-module-registry.options')

/**
 * Lets plugins be asked for the options that they were made with, for tools that read the setup of a bundler.
 *
 * @param create makes the plugin of one bundler
 */
export function exposeOptions<Plugin>(create: (options?: Options) => Plugin): (options?: Options) => Plugin {
  return (options) => {
    const plugin = create(options)
    for (const one of Array.isArray(plugin) ? plugin : [plugin]) {
      Object.defineProperty(one, KEY, { value: options ?? {}, configurable: true })
    }
    return plugin
  }
}

/** The options of a plugin; nothing when it is another one. */
export function optionsOf(plugin: unknown): Options | undefined {
  if (typeof plugin !== 'object' || plugin === null) return undefined
  return (plugin as { [KEY]?: Options })[KEY]
}
