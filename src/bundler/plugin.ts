import type { UnpluginFactory } from 'unplugin'
import type { Options } from '../compiler/options.ts'
import { esbuildHooks } from './esbuild.ts'
import { rollupHooks } from './rollup-hooks.ts'
import { Session } from './session.ts'
import { viteHooks } from './vite.ts'

/** Makes the plugin for whichever bundler asks; each gets its own hooks around the one pipeline. */
export const pluginFactory: UnpluginFactory<Options | undefined> = (options = {}, { framework }) => {
  const session = new Session(options)
  const name = 'unplugin-module-registry'
  if (framework === 'esbuild') return { name, ...esbuildHooks(session) }
  if (framework === 'vite') return { name, ...viteHooks(session) }
  return { name, ...rollupHooks(session) }
}
