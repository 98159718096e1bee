import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { deepFreeze } from '../../util/deep-freeze.ts'
import type { Loaders, PluginHost, Registry } from '../api.ts'
import { storeOf } from '../registry.ts'
import { activate } from './activate.ts'
import { AmbiguousPluginError } from './errors.ts'
import type { ExternalRuntimes } from './external.ts'
import { findPlugin, foldersOf, listPlugins } from './lookup.ts'
import { lookups } from './lookups.ts'
import { setupAll } from './run.ts'
import { addRecord, type PluginRecord, type Plugins, tell } from './state.ts'
import { teardownAll } from './tear-down.ts'
import type { ActivateOptions, PluginLife, SetupContext } from './types.ts'

/** What this package itself sees of the life cycle that it gave to a registry. */
interface OwnLife extends PluginLife {
  readonly plugins: Plugins
}

/**
 * Gives a registry its plugins, and what it takes to set them up and tear them down:
 * `createRegistry(catalog, loaders, { plugins: pluginHost(entries, pluginLoaders) })`.
 *
 * @param entries what is known of the plugins; frozen all the way down, if they are not yet
 * @param loaders by the `file` of an entry, how to get the namespace of that file; called when the plugin is set up
 * @param external how to get what runs plugins elsewhere; default: they are `unavailable`, since they need a server
 */
/* @__NO_SIDE_EFFECTS__ */
export function pluginHost(
  entries: readonly PluginEntry[] = [],
  loaders: Loaders = {},
  external: ExternalRuntimes = {},
): PluginHost {
  return (registry) => {
    const byId = new Map(deepFreeze(entries).map((entry) => [entry.id, entry]))
    const plugins: Plugins = {
      registry,
      records: new Map(),
      leaving: new Map(),
      sets: new Set(),
      tools: new Map(),
      built: { entries: byId, loaders, external },
      pluginRoot: '',
      generation: 0,
      turn: Promise.resolve(),
    }
    for (const entry of byId.values()) {
      addRecord(plugins, { entry, from: { loaders, external }, trusted: trustedBy(entry, byId) })
    }
    settle(plugins)
  }
}

/** The dependencies that no build-time plugin meets: the build let them pass because the application provides them. */
export function trustedBy(entry: PluginEntry, built: ReadonlyMap<string, PluginEntry>): Set<string> {
  return new Set(entry.dependsOn.filter((name) => !built.has(name)))
}

/** The plugins of a registry; one that was made without any can hold them from now on. */
export function pluginsOf(registry: Registry): Plugins {
  const store = storeOf(registry)
  if (store.plugins === undefined) pluginHost()(registry)
  return (store.plugins as OwnLife).plugins
}

/**
 * Refuses plugins that are there already.
 *
 * @throws AmbiguousPluginError
 */
export function refuseKnown(plugins: Plugins, entries: Iterable<PluginEntry>): void {
  for (const entry of entries) {
    const known = plugins.records.get(entry.id)
    if (known === undefined) continue
    const { pluginKind: kind, name } = entry
    const paths = foldersOf([known.entry, entry])
    const message = `There is a plugin "${name}" of kind "${kind}" already.`
    throw new AmbiguousPluginError(message, { kind, name, names: [name], paths })
  }
}

/** Makes plugins those of their registry: its methods are for registries without any. */
function settle(plugins: Plugins): void {
  const { registry } = plugins
  const methods: Record<string, unknown> = {
    plugins: (kind?: string) => listPlugins(plugins, kind),
    getPlugin: (kind: string, name?: string) => findPlugin(plugins, kind, name).handle,
    setupAll: (context?: SetupContext) => setupAll(plugins, context),
    teardownAll: () => teardownAll(plugins),
    activate: (options?: ActivateOptions) => activate(plugins, options),
  }
  Object.assign(methods, lookups(plugins))
  for (const [name, value] of Object.entries(methods)) Object.defineProperty(registry, name, { value })
  const life: OwnLife = {
    plugins,
    addTo: (other) => addAll(pluginsOf(other as Registry), [...plugins.records.values()]),
  }
  storeOf(registry).plugins = life
}

function addAll(plugins: Plugins, records: readonly PluginRecord[]): void {
  refuseKnown(
    plugins,
    records.map(({ entry }) => entry),
  )
  for (const { entry, from, trusted } of records) {
    tell(plugins, addRecord(plugins, { entry, from, trusted }))
  }
}
