import type { RuntimeSet } from '../../kernel/runtime-set.ts'

/**
 * What has become of a plugin.
 *
 * - `registered`: known, and not set up yet
 * - `setting-up`, `ready`, `tearing-down`, `torn-down`: what they say; a plugin can be set up again afterwards
 * - `unavailable`: it could not be set up, for the reason beside it
 * - `removed`: the registry does not hold it any more
 */
export type PluginStatus =
  | 'registered'
  | 'setting-up'
  | 'ready'
  | 'unavailable'
  | 'tearing-down'
  | 'torn-down'
  | 'removed'

/** A view of one plugin: what it reads is always what holds now. */
export interface PluginHandle<
  Kind extends string = string,
  Name extends string = string,
  // biome-ignore lint/suspicious/noExplicitAny: nothing is known of such a plugin
  Instance = any,
> {
  readonly kind: Kind
  readonly name: Name
  /** The `[plugin.metadata]` table of its manifest, deeply frozen. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly status: PluginStatus
  /** Why it is `unavailable`, or how its teardown failed. */
  readonly reason?: string | undefined
  /** There while it is `ready`. */
  readonly instance?: Instance | undefined
}

/** A map of plugins to look types up in: one that names no kind, or every string, accepts every string. */
type Known<Plugins> = [keyof Plugins] extends [never]
  ? LoosePlugins
  : string extends keyof Plugins
    ? LoosePlugins
    : Plugins

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of such plugins
type LoosePlugins = Record<string, Record<string, any>>

/** The kinds of a map of plugins; any string while the map is empty. */
export type PluginKindOf<Plugins> = keyof Known<Plugins> & string

/** The names of the plugins of a kind. */
export type PluginNameOf<Plugins, Kind extends PluginKindOf<Plugins>> = keyof Known<Plugins>[Kind] & string

/** The handle of the plugin that has a kind and a name; of several names, one of several handles. */
export type PluginHandleOf<
  Plugins,
  Kind extends PluginKindOf<Plugins>,
  Name extends PluginNameOf<Plugins, Kind> = PluginNameOf<Plugins, Kind>,
> = { [Each in Name]: PluginHandle<Kind, Each, Known<Plugins>[Kind][Each]> }[Name]

/** What plugins log to. */
export interface Logger {
  debug(...parts: unknown[]): void
  info(...parts: unknown[]): void
  warn(...parts: unknown[]): void
  error(...parts: unknown[]): void
}

/** What an application gives to its plugins; whatever else it holds reaches them too. */
export interface SetupContext {
  /** Default: an empty object. */
  readonly config?: unknown
  /** Default: the console. */
  readonly logger?: Logger | undefined
  /** By name. A resource that is not here may be a member of the context itself. */
  readonly resources?: Readonly<Record<string, unknown>> | undefined
  /** Gives the set-up up when it is aborted before everything is set up; has no effect afterwards. */
  readonly signal?: AbortSignal | undefined
  // biome-ignore lint/suspicious/noExplicitAny: with `unknown`, instances of classes would be refused
  readonly [key: string]: any
}

/** Options of `Registry.activate`. */
export interface ActivateOptions {
  readonly context?: SetupContext | undefined
  /** As `context.signal`. */
  readonly signal?: AbortSignal | undefined
  /**
   * The folder that the folders of plugins in processes of their own are relative to: that of the project, as it is
   * where the program runs. Others do not need it. Default: that of the last call, else the working folder.
   */
  readonly pluginRoot?: string | undefined
}

/** What `Registry.activate` gives: the kernel's `RuntimeSet`, or as much of it as a registry without plugins needs. */
export type ActiveSet = Pick<RuntimeSet, 'generation' | 'size' | 'close' | 'closeIfGeneration'>

/** What a registry with plugins can do besides. */
export interface PluginLife {
  /** Adds its plugins to another registry, or none of them. */
  addTo(registry: object): void
}
