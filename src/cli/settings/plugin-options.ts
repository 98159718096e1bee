import { optionsOf } from '../../bundler/exposed-options.ts'
import type { Options } from '../../compiler/options.ts'

/**
 * Looks for our plugin in what bundlers take as plugins: lists in lists, promises, and nothing at all.
 *
 * @returns its options; nothing when it is not among them
 */
export async function pluginOptions(plugins: unknown): Promise<Options | undefined> {
  const settled = await plugins
  if (!Array.isArray(settled)) return optionsOf(settled)
  for (const one of settled) {
    const options = await pluginOptions(one)
    if (options !== undefined) return options
  }
  return undefined
}
