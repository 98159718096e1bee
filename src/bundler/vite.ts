import type { UnpluginOptions } from 'unplugin'
import type { Plugin } from 'vite'
import { rollupHooks } from './rollup-hooks.ts'
import type { Session } from './session.ts'

/** What the package is called where bundlers treat packages one by one. */
const PACKAGE = 'unplugin-module-registry'

/** The hooks for Vite: those of Rollup, and what only Vite asks. */
export function viteHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  let command: 'build' | 'serve' = 'build'
  const vite: Partial<Plugin> = {
    sharedDuringBuild: true,
    // One copy of the runtime: generated modules and applications must not meet through two bundles of it.
    configEnvironment: (name, { consumer = name === 'client' ? 'client' : 'server' }) => ({
      optimizeDeps: { exclude: [PACKAGE] },
      ...(consumer === 'server' ? { resolve: { noExternal: [PACKAGE] } } : {}),
    }),
    configResolved(config) {
      command = config.command
      session.useRoot(config.root)
    },
  }
  return { ...rollupHooks(session, () => command === 'serve'), vite }
}
