import { normalize, resolve } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import type { DevEnvironment, Environment, Plugin } from 'vite'
import { nodeHost } from '../compiler/node-host.ts'
import { dependentPackages, PACKAGE } from './dependents.ts'
import { DevServer } from './dev/dev-server.ts'
import { EMPTY_MAP, rollupHooks } from './rollup-hooks.ts'
import type { Session } from './session.ts'
import { OUR_IDS } from './virtual-ids.ts'

/** The hooks for Vite: those of Rollup for builds, and a server of its own for development. */
export function viteHooks(session: Session): Omit<UnpluginOptions, 'name'> {
  const build = rollupHooks(session)
  // A server that restarts is there twice for a while, with one plugin.
  const servers = new WeakMap<Environment, DevServer>()
  const buildStart = build.buildStart as (this: unknown) => Promise<void>
  const { handler: load } = build.load as { handler(this: unknown, id: string): Promise<never> }
  let packages = [PACKAGE]
  const vite: Partial<Plugin> = {
    sharedDuringBuild: true,
    config({ root = '.' }) {
      packages = [PACKAGE, ...dependentPackages(resolve(root))]
    },
    // One copy of the runtime: generated modules and applications must not meet through two bundles of it.
    configEnvironment: (name, { consumer = name === 'client' ? 'client' : 'server' }) => ({
      optimizeDeps: { exclude: packages },
      ...(consumer === 'server' ? { resolve: { noExternal: packages } } : {}),
    }),
    configResolved(config) {
      session.useRoot(config.root)
      session.lookForCopies(config.plugins)
      if (config.command === 'serve') allowRoots(session, config.server.fs.allow)
    },
    configureServer(server) {
      const dev = new DevServer(session, server)
      for (const environment of Object.values(server.environments)) servers.set(environment, dev)
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { server }) =>
        server === undefined ? undefined : servers.get(server.environments.client)?.htmlTags,
    },
    buildStart() {
      return servers.get(this.environment)?.start() ?? buildStart.call(this)
    },
    load: {
      filter: { id: OUR_IDS },
      async handler(id) {
        const dev = servers.get(this.environment)
        if (dev === undefined) return load.call(this, id)
        return { code: await dev.load(id.slice(1), this.environment as DevEnvironment), map: EMPTY_MAP }
      },
    },
    watchChange(path, { event }) {
      return servers.get(this.environment)?.watchChange(normalize(path), event)
    },
    hotUpdate(update) {
      return servers.get(this.environment)?.hotUpdate(this.environment, update)
    },
    closeBundle() {
      servers.get(this.environment)?.close()
    },
  }
  return { ...build, vite }
}

/** Lets a dev server serve the configured roots, wherever they are, and nothing more. */
function allowRoots(session: Session, allowed: string[]): void {
  const { extensions = [], plugins = [] } = session.options ?? {}
  for (const root of [...extensions.map((one) => one.root), ...plugins]) {
    const folder = normalize(`${session.root}/${root}`)
    if (nodeHost.kind(folder) === 'folder') allowed.push(nodeHost.realPath(folder))
  }
}
