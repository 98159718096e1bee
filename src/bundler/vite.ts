import { normalize } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import type { DevEnvironment, Plugin } from 'vite'
import { nodeHost } from '../compiler/node-host.ts'
import { DevServer } from './dev/dev-server.ts'
import { EMPTY_MAP, rollupHooks } from './rollup-hooks.ts'
import type { Session } from './session.ts'
import { OUR_IDS } from './virtual-ids.ts'

/** What the package is called where bundlers treat packages one by one. */
const PACKAGE = 'unplugin-module-registry'

/** The hooks for Vite: those of Rollup for builds, and a server of its own for development. */
export function viteHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  const build = rollupHooks(session)
  let dev: DevServer | undefined
  const buildStart = build.buildStart as (this: unknown) => Promise<void>
  const { handler: load } = build.load as { handler(this: unknown, id: string): Promise<never> }
  const vite: Partial<Plugin> = {
    sharedDuringBuild: true,
    // One copy of the runtime: generated modules and applications must not meet through two bundles of it.
    configEnvironment: (name, { consumer = name === 'client' ? 'client' : 'server' }) => ({
      optimizeDeps: { exclude: [PACKAGE] },
      ...(consumer === 'server' ? { resolve: { noExternal: [PACKAGE] } } : {}),
    }),
    configResolved(config) {
      session.useRoot(config.root)
      if (config.command === 'serve') allowRoots(session, config.server.fs.allow)
    },
    configureServer(server) {
      dev?.close()
      dev = new DevServer(session, server)
    },
    buildStart() {
      return dev === undefined ? buildStart.call(this) : dev.start()
    },
    load: {
      filter: { id: OUR_IDS },
      async handler(id) {
        if (dev === undefined) return load.call(this, id)
        await session.current()
        return { code: dev.load(id.slice(1), this.environment as DevEnvironment), map: EMPTY_MAP }
      },
    },
    watchChange: (path, { event }) => dev?.watchChange(normalize(path), event),
    hotUpdate(update) {
      return dev?.hotUpdate(this.environment, update)
    },
    closeBundle: () => dev?.close(),
  }
  return { ...build, vite }
}

/** Lets a dev server serve the configured roots, wherever they are, and nothing more. */
function allowRoots(session: Session, allowed: string[]): void {
  for (const { root } of session.options?.extensions ?? []) {
    const folder = normalize(`${session.root}/${root}`)
    if (nodeHost.kind(folder) === 'folder') allowed.push(nodeHost.realPath(folder))
  }
}
