import type { UnpluginFactory } from 'unplugin'
import type { Options } from '../compiler/options.ts'
import { bunHooks } from './bun.ts'
import { esbuildHooks } from './esbuild.ts'
import { farmHooks } from './farm.ts'
import { rollupHooks } from './rollup-hooks.ts'
import { PLUGIN_NAME, Session } from './session.ts'
import { viteHooks } from './vite.ts'
import { webpackHooks } from './webpack-hooks.ts'
import { rspackModules, webpackModules } from './webpack-modules.ts'

/** Makes the plugin for whichever bundler asks; each gets its own hooks around the one pipeline. */
export const pluginFactory: UnpluginFactory<Options | undefined> = (options = {}, meta) => {
  const session = new Session(options)
  const name = PLUGIN_NAME
  const { framework } = meta
  if (framework === 'esbuild') return { name, ...esbuildHooks(session) }
  if (framework === 'bun') return { name, ...bunHooks(session) }
  if (framework === 'farm') return { name, ...farmHooks(session) }
  if (framework === 'vite') return { name, ...viteHooks(session) }
  if (framework === 'webpack')
    return { name, ...webpackHooks(session, meta.webpack.compiler, webpackModules) }
  if (framework === 'rspack')
    return { name, ...webpackHooks(session, meta.rspack.compiler as never, rspackModules) }
  return { name, ...rollupHooks(session) }
}
