import type { PluginEntry } from '../catalog/plugin-entry.ts'
import type { Contribution, Contributor } from '../kernel/contribution.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import type { EmittedPlugin } from './emit/emitted-module.ts'
import type { PlannedPlugin } from './plan-plugins.ts'

/**
 * Offers plugins to the kernel.
 *
 * @param plugins each ID at most once
 */
export function pluginContributor(plugins: readonly PlannedPlugin[]): Contributor {
  const contributions = plugins.map(({ entry, shape }): Contribution => {
    const payload: EmittedPlugin = { entry, ...(shape === undefined ? {} : { shape }) }
    const { id, scope, origin, folder, version, priority } = entry
    return { kind: 'plugin', id, source: { scope, origin, path: folder, version }, priority, payload }
  })
  return { name: 'plugins', contribute: () => contributions }
}

/** The plugins that the kernel has let in, in the order of their set-up, frozen. */
export function pluginsIn(snapshot: RuntimeSnapshot, plan: readonly PlannedPlugin[]): EmittedPlugin[] {
  return plan.flatMap(({ entry }) => {
    const payload = snapshot.catalog.get('plugin', entry.id)?.payload as Partial<EmittedPlugin> | undefined
    return isOurs(payload, entry) ? [payload] : []
  })
}

function isOurs(
  payload: Partial<EmittedPlugin> | undefined,
  { folder }: PluginEntry,
): payload is EmittedPlugin {
  return payload?.entry?.folder === folder
}
