import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { deepFreeze } from '../../util/deep-freeze.ts'
import type { Loaders, Registry } from '../api.ts'
import { report } from '../events.ts'
import { storeOf } from '../registry.ts'
import { change } from './change.ts'
import { pluginsOf, trustedBy } from './host.ts'
import { addRecord, type PluginRecord, tell } from './state.ts'

/** What a dev server tells of plugins. */
export interface PluginUpdate {
  /** All build-time plugins, as they are now. */
  readonly entries: readonly PluginEntry[]
  /** Loaders for all their files, which give what is there now. */
  readonly loaders: Loaders
  /** Files that are to be loaded afresh. */
  readonly reload: readonly string[]
}

/**
 * Brings the plugins of a running registry up to date; the generated module of a dev server calls it.
 *
 * What the registry holds changes at once. Plugins that went, came or changed are torn down and set up anew, with all
 * that depend on them; the others go on, in a runtime set of the next generation. What was registered or overridden by
 * hand stays, and a plugin that was unregistered by hand stays away until its manifest or its file changes.
 *
 * @returns when everything is set up that can be
 */
export function updatePlugins(registry: Registry, update: PluginUpdate): Promise<void> {
  const plugins = pluginsOf(registry)
  const { loaders } = update
  const { built } = plugins
  const entries = new Map(deepFreeze(update.entries).map((entry) => [entry.id, entry]))
  const reload = new Set(update.reload)
  const touched = new Set<PluginRecord>()
  const restarts = (old: PluginEntry, entry: PluginEntry) =>
    reload.has(entry.file ?? '') || whatMatters(old) !== whatMatters(entry)
  const apply = () => {
    plugins.built = { ...built, entries, loaders }
    for (const entry of entries.values()) {
      const next = { entry, from: { loaders, external: built.external }, trusted: trustedBy(entry, entries) }
      const old = built.entries.get(entry.id)
      const record = plugins.records.get(entry.id)
      if (record === undefined) {
        if (old === undefined || restarts(old, entry)) touched.add(addRecord(plugins, next))
      } else if (isFrom(record, built.loaders)) {
        const before = record.entry
        Object.assign(record, next)
        if (restarts(before, entry)) touched.add(record)
        else if (JSON.stringify(before) !== JSON.stringify(entry)) tell(plugins, record)
      }
    }
  }
  for (const record of plugins.records.values()) {
    if (isFrom(record, built.loaders) && !entries.has(record.id)) touched.add(record)
  }
  const gone = [...touched]
  return change(
    plugins,
    touched,
    () => {
      for (const { id } of gone) plugins.records.delete(id)
      apply()
    },
    true,
  )
}

/** Lets the plugins of a registry wait until those of the one whose place it takes are torn down. */
export function awaitTeardown(registry: Registry, teardown: Promise<void>): void {
  pluginsOf(registry).turn = teardown.catch((error) => report(storeOf(registry).listeners, '', error))
}

/** What a plugin is set up with: all of its entry but its rank and its time limits. */
function whatMatters(entry: PluginEntry): string {
  const { priority, startupTimeoutSec, teardownTimeoutSec, ...rest } = entry
  return JSON.stringify(rest)
}

function isFrom({ from }: PluginRecord, loaders: Loaders): boolean {
  return 'loaders' in from && from.loaders === loaders
}
