import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { deepFreeze } from '../../util/deep-freeze.ts'
import type { PluginSource, Registry } from '../api.ts'
import { isModule } from '../load.ts'
import { change } from './change.ts'
import { pluginsOf, refuseKnown } from './host.ts'
import { findPlugin } from './lookup.ts'
import { addRecord, pluginId, tell } from './state.ts'

/** What may be said of a plugin that is registered by hand, as a manifest would. */
export interface PluginDescription {
  /** Higher wins when a kind is asked for without a name. Default: 0. */
  readonly priority?: number
  /** IDs such as `llm:local`, or names, of the plugins that must be ready first. */
  readonly dependsOn?: readonly string[]
  readonly resources?: { readonly required?: readonly string[]; readonly optional?: readonly string[] }
  /** Plain data. */
  readonly metadata?: Readonly<Record<string, unknown>>
  readonly version?: string
  /** Default: 30. */
  readonly startupTimeoutSec?: number
  /** Default: 15. */
  readonly teardownTimeoutSec?: number
}

/**
 * Adds a plugin by hand; the next `setupAll` or `activate` sets it up, in its place in the plan. A function and no
 * method, so that applications without plugins do not carry the life cycle.
 *
 * @param plugin a class, of which each set-up makes an instance, or an object
 * @throws AmbiguousPluginError when there is a plugin of this kind and name: this never replaces
 * @throws TypeError when the kind or the name is empty, the kind has a colon, or `plugin` is neither class nor object
 */
export function registerPlugin(
  registry: Registry,
  kind: string,
  name: string,
  plugin: PluginSource,
  description: PluginDescription = {},
): void {
  const plugins = pluginsOf(registry)
  const entry = describe(kind, name, plugin, description)
  refuseKnown(plugins, [entry])
  tell(plugins, addRecord(plugins, { entry, from: { plugin }, trusted: new Set() }))
}

/**
 * Replaces a plugin on purpose. One that is ready is torn down, what depends on it included, and all of it is set up
 * anew, with the context of the last set-up. What the description leaves out stays as it was.
 *
 * @returns when that has ended, whatever came of it: the status says that
 * @throws KindUnknownError, PluginNotFoundError, TypeError, through the promise
 */
export async function overridePlugin(
  registry: Registry,
  kind: string,
  name: string,
  plugin: PluginSource,
  description: PluginDescription = {},
): Promise<void> {
  const plugins = pluginsOf(registry)
  const record = findPlugin(plugins, kind, name)
  const entry = describe(kind, name, plugin, description, record.entry)
  await change(plugins, [record], () => Object.assign(record, { entry, from: { plugin } }))
}

/**
 * Takes a plugin away. From this moment on it is not found; it is torn down, and so is what depends on it, which
 * becomes `unavailable`.
 *
 * @returns when that has ended
 * @throws KindUnknownError, PluginNotFoundError, through the promise
 */
export async function unregisterPlugin(registry: Registry, kind: string, name: string): Promise<void> {
  const plugins = pluginsOf(registry)
  const record = findPlugin(plugins, kind, name)
  await change(plugins, [record], () => plugins.records.delete(record.id))
}

/** The catalog entry of a plugin that no folder stands for. */
function describe(
  kind: string,
  name: string,
  plugin: PluginSource,
  description: PluginDescription,
  replaced?: PluginEntry,
): PluginEntry {
  if (!kind || !name || kind.includes(':')) {
    throw new TypeError(`"${pluginId(kind, name)}" is not "<kind>:<name>", with no colon in the kind.`)
  }
  if (!isModule(plugin)) throw new TypeError(`"${pluginId(kind, name)}" is neither a class nor an object.`)
  const { resources = replaced?.resources ?? {}, ...said } = description
  const { required = [], optional = [] } = resources
  const defaults = { priority: 0, dependsOn: [], metadata: {}, startupTimeoutSec: 30, teardownTimeoutSec: 15 }
  // By way of JSON it is plain data of its own, without what is not there.
  const own = JSON.parse(JSON.stringify({ ...said, resources: { required, optional } }))
  const { file, exportName, ...kept } = replaced ?? { ...defaults, file: '', exportName: '' }
  return deepFreeze({
    ...kept,
    ...own,
    ...{ kind: 'plugin', id: pluginId(kind, name), pluginKind: kind, name },
    ...{ runtime: 'in_process', folder: '', scope: 'project', origin: '' },
  })
}
