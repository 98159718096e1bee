import type { CatalogEntry } from '../../catalog/entry.ts'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import type { Closer, RuntimeSet } from '../../kernel/runtime-set.ts'
import type { Loaders, Plugin, PluginSource, Registry } from '../api.ts'
import { emit } from '../events.ts'
import { storeOf } from '../registry.ts'
import type { ExternalRuntimes } from './external.ts'
import type { PluginHandle, PluginStatus, SetupContext } from './types.ts'

/** Everything that is known of the plugins of one registry. */
export interface Plugins {
  readonly registry: Registry
  /** By ID. */
  readonly records: Map<string, PluginRecord>
  /** By ID: set-ups that were given up, and teardowns, that have not ended. No successor starts before. */
  readonly leaving: Map<string, Promise<unknown>>
  /** What `activate` gave out, and what took its place. */
  readonly sets: Set<RuntimeSet>
  /** By ID: the tools that plugins have while they run, and no manifest lists. */
  readonly tools: Map<string, RunningTool>
  /** Where build-time plugins come from. */
  built: PluginBuild
  /** The folder that the folders of plugins are relative to; empty for the working folder. */
  pluginRoot: string
  /** Counts the updates of a dev server. */
  generation: number
  /** Settles when everything that was asked for so far is done. */
  turn: Promise<unknown>
  /** What plugins were last set up with; absent while none is meant to be set up. */
  context?: SetupContext | undefined
  /** Made anew when it is asked for after a change. */
  plan?: Plan | undefined
}

/** A tool of a plugin that is set up, which no manifest lists. */
interface RunningTool {
  readonly life: Life
  /** What the plugin calls it. */
  readonly tool: string
  /** What the registry says of it; of kind `tool`. */
  readonly entry: CatalogEntry
}

/** What a build knows of plugins, and how to get at them. */
interface PluginBuild {
  readonly entries: ReadonlyMap<string, PluginEntry>
  readonly loaders: Loaders
  /** What runs plugins elsewhere. */
  readonly external: ExternalRuntimes
}

/** One plugin of a registry; an override or an update changes it in place, so that handles stay good. */
export interface PluginRecord {
  readonly id: string
  readonly handle: PluginHandle
  entry: PluginEntry
  /** The class or object itself, or what gives it. */
  from: { readonly plugin: PluginSource } | Pick<PluginBuild, 'loaders' | 'external'>
  /** Dependencies that the build took on trust: the application provides them in its own way. */
  trusted: ReadonlySet<string>
  status: PluginStatus
  reason?: string | undefined
  /** The plugin whose fault it is that this one is unavailable. */
  culprit?: PluginRecord | undefined
  /** There from the set-up to the teardown, also while it is `unavailable` for a time. */
  life?: Life | undefined
}

/** One set-up that succeeded, until it is torn down. */
export interface Life {
  readonly record: PluginRecord
  /** As it was when the plugin was set up. */
  readonly entry: PluginEntry
  readonly instance: Plugin
  /** The plugins that were ready for it. */
  readonly needs: readonly PluginRecord[]
  /** Its signal is the plugin's. */
  readonly controller: AbortController
  /** What a runtime set owns of it. */
  readonly closer: Closer
  /** Stops listening to a plugin that runs elsewhere. */
  unfollow?: () => void
  /** Its teardown, once that has begun. */
  ending?: Promise<void>
}

/** In which order the plugins of a registry are set up. */
export interface Plan {
  readonly order: readonly PluginRecord[]
  /** What each of them waits for. */
  readonly needs: ReadonlyMap<PluginRecord, Needs>
}

/** What a plugin depends on. */
export interface Needs {
  readonly on: readonly PluginRecord[]
  /** Why it can never be set up as things are. */
  readonly problem?: string
}

/** The ID of a plugin, as dependencies name it. */
export function pluginId(kind: string, name: string): string {
  return `${kind}:${name}`
}

/** Adds a plugin whose ID is free. */
export function addRecord(
  plugins: Plugins,
  made: Pick<PluginRecord, 'entry' | 'from' | 'trusted'>,
): PluginRecord {
  const { pluginKind: kind, name, id } = made.entry
  const record: PluginRecord = {
    ...made,
    id,
    status: 'registered',
    handle: Object.freeze({
      kind,
      name,
      get metadata() {
        return record.entry.metadata
      },
      get status() {
        return record.status
      },
      get reason() {
        return record.reason
      },
      get instance() {
        return isUp(record) ? record.life?.instance : undefined
      },
    }),
  }
  plugins.records.set(id, record)
  plugins.plan = undefined
  return record
}

/** Whether a plugin can be used now. */
export function isUp({ life, status }: PluginRecord): boolean {
  return life !== undefined && status === 'ready'
}

/** Says what has become of a plugin. */
export function setStatus(
  plugins: Plugins,
  record: PluginRecord,
  status: PluginStatus,
  reason?: string,
  culprit?: PluginRecord,
): void {
  Object.assign(record, { status, reason, culprit })
  tell(plugins, record)
}

/** Tells the listeners of a plugin as it is now. */
export function tell({ registry }: Plugins, { id, handle, status, reason }: PluginRecord): void {
  const { kind, name } = handle
  const why = reason === undefined ? {} : { reason }
  emit(storeOf(registry).listeners, 'plugin', { id, kind, name, status, ...why })
}
