import type { ContributionEntry } from '../catalog/contribution-entry.ts'
import type { CatalogEntry } from '../catalog/entry.ts'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import type { SlotOwnerEntry } from '../catalog/slot-owner.ts'
import type { MultiClassDescriptor, MultiClassEntry } from '../identity/discover-multi-class.ts'
import type { RegistryEvents } from './events.ts'
import type {
  ActivateOptions,
  ActiveSet,
  Logger,
  PluginHandle,
  PluginHandleOf,
  PluginKindOf,
  PluginNameOf,
  SetupContext,
} from './plugins/types.ts'

/**
 * What a class (or an object) implements to be a module. Only `execute` is required: the descriptive members
 * are what the catalog shows, and the hooks are called by the registry that holds the instance.
 */
// biome-ignore lint/suspicious/noExplicitAny: a module that names no input type must accept every caller
export interface Module<In = any, Out = unknown> {
  /** Does the work. `inputs` are as the caller gave them: the registry validates nothing. */
  execute(inputs: In, context: Context): Out | Promise<Out>
  /** The same work in chunks, for callers that can use them. */
  stream?(inputs: In, context: Context): AsyncIterable<unknown>

  readonly description?: string
  readonly documentation?: string
  /** JSON Schema of `inputs`, or a schema of a library that is one. */
  readonly inputSchema?: object
  /** JSON Schema of what `execute` gives. */
  readonly outputSchema?: object
  readonly annotations?: object
  readonly examples?: readonly object[]
  readonly tags?: readonly string[]
  readonly version?: string
  readonly metadata?: object

  /**
   * Called once per instance, and awaited before anybody gets the instance. It must not wait for its own module,
   * nor for one that waits for it: neither could ever be ready.
   */
  onLoad?(): void | Promise<void>
  /** Called once per loaded instance, when no call is running on it any more and none will come. */
  onUnload?(): void | Promise<void>
  /** Called before a hot update replaces the instance; what it returns goes to the successor's `onResume`. */
  onSuspend?(): unknown
  /** Called after `onLoad` of an instance that replaces another, with what that one's `onSuspend` returned. */
  onResume?(state: unknown): void | Promise<void>
}

/**
 * What `execute` gets besides its inputs, and whatever the application added to it. A module names what it
 * relies on in its own signature, `context: Context & { user: User }`, or the application augments this interface.
 */
export interface Context {
  /** The ID under which the module is being called. */
  readonly id: string
  /** The registry that runs the call. */
  readonly registry: Registry
  /** Aborted when the caller has lost interest; never, when the caller gave none. */
  readonly signal: AbortSignal
  readonly [key: string]: unknown
}

/** What the class (or object) that a plugin's entry point names implements; both members are optional. */
export interface Plugin {
  /**
   * Called once its dependencies are ready, and awaited before what depends on it is set up. It must not wait for
   * `setupAll`, `teardownAll` or `activate`, which wait for it.
   */
  setup?(context: PluginContext): unknown
  /** Called once per set-up that ended well, when nothing depends on it any more. */
  teardown?(): unknown
}

/**
 * What `setup` gets: a copy of what the application gave to `setupAll`, with these members. A plugin names what it
 * relies on in its own signature, `context: PluginContext & { config: Config }`, or the application augments this
 * interface.
 */
export interface PluginContext {
  readonly config: unknown
  readonly logger: Logger
  readonly registry: Registry
  /**
   * The application's resources by name, together with those that the manifest names and the context itself has; an
   * optional one that nobody gave is absent.
   */
  readonly resources: Readonly<Record<string, unknown>>
  /** The `[plugin.metadata]` table of the manifest, deeply frozen. */
  readonly metadata: Readonly<Record<string, unknown>>
  /** Aborted when the set-up is given up, and at the end of the teardown. */
  readonly signal: AbortSignal
  readonly [key: string]: unknown
}

/** What an entry point exports, or is registered by hand: a class, of which each set-up makes an instance, or an object. */
export type PluginSource<P extends Plugin = Plugin> = (new () => P) | P

/** What a caller may give as context: any object; `id` and `registry` are filled in, and `signal` if it has none. */
export interface CallContext {
  readonly signal?: AbortSignal
  // biome-ignore lint/suspicious/noExplicitAny: with `unknown`, instances of classes would be refused
  readonly [key: string]: any
}

// biome-ignore lint/suspicious/noExplicitAny: nothing is known of such a module
type LooseModule = Module<any, any>

/** A map of modules to look types up in: one that names no ID, or every string, accepts every string. */
type Known<Modules> = [keyof Modules] extends [never]
  ? Record<string, LooseModule>
  : string extends keyof Modules
    ? Record<string, LooseModule>
    : Modules

/** The IDs of a map of modules; any string while the map is empty. */
export type IdOf<Modules> = keyof Known<Modules> & string

declare const known: unique symbol

/** {@link IdOf} for a type predicate: any string is marked, so that a failed test still leaves a string. */
export type KnownId<Modules> =
  string extends IdOf<Modules> ? string & { readonly [known]?: true } : IdOf<Modules>

/** The type of the module that has an ID: of its instance, or of the object that it is. */
export type ModuleOf<Modules, Id extends IdOf<Modules>> = Known<Modules>[Id]

/** What `execute` of a module takes. */
// biome-ignore lint/suspicious/noExplicitAny: matches every signature
export type InputsOf<M> = [M] extends [{ execute(inputs: infer In, ...rest: any[]): unknown }] ? In : unknown

/** What `execute` of a module gives, awaited. */
// biome-ignore lint/suspicious/noExplicitAny: matches every signature
export type OutputOf<M> = [M] extends [{ execute(...parameters: any[]): infer Out }] ? Awaited<Out> : unknown

/** What a file exports as a module: a class, or an object that is its own instance. */
// biome-ignore lint/suspicious/noExplicitAny: a class may want arguments, which `instantiate` then gives
export type ModuleSource<M = LooseModule> = (new (...parameters: any[]) => M) | M

/** A catalog entry of a module whose ID is known. */
export interface ModuleEntry<Id extends string = string> extends CatalogEntry {
  readonly id: Id
}

/** Which entries {@link Registry.list} gives: those that meet every condition. */
export interface ListFilter {
  /** Whole leading segments of the ID: `math` takes `math` and `math.add`, not `maths`. */
  readonly prefix?: string
  readonly tag?: string
  /** Default `module`. */
  readonly kind?: string
}

/**
 * The loaders of a registry, keyed by the `file` of catalog entries: each gives the namespace of that file, or
 * a promise of it.
 */
export type Loaders = Readonly<Record<string, () => unknown>>

/** Makes the instance of a class, in the application's own way. */
// biome-ignore lint/suspicious/noExplicitAny: a class may want any arguments, and be a module of any kind
export type Instantiate = (Class: new (...parameters: any[]) => any, entry: CatalogEntry) => unknown

/** Gives a registry its plugins, and their life cycle; `pluginHost` makes it. */
export type PluginHost = (registry: Registry) => void

/** Completes the catalog entry of a module from the module itself. */
export type MetadataReader = (registry: Registry, entry: CatalogEntry) => Promise<CatalogEntry>

/** Options of {@link createRegistry}; all have defaults. */
export interface RegistryOptions {
  /** May be async. Default: `new Class()`. */
  readonly instantiate?: Instantiate | undefined
  /** Contributions of other kinds than modules, for `list`. Default: none. */
  readonly contributions?: readonly ContributionEntry[] | undefined
  /** Who owns which slot, for `slotOwners`. Default: nobody. */
  readonly slots?: readonly SlotOwnerEntry[] | undefined
  /** Default: no plugins. */
  readonly plugins?: PluginHost | undefined
  /** How `resolveMetadata` reads a module; `readMetadata` does it. Default: it is not read. */
  readonly metadata?: MetadataReader | undefined
  /** First segments that `register` refuses. Default: `RESERVED_WORDS`. */
  readonly reservedWords?: readonly string[] | undefined
}

/** Where an existing `apcore-js` registry can take its modules from. */
export interface Discoverer {
  /** Gives a stand-in for every module; `roots` do not matter, since everything was discovered at build time. */
  discover(roots?: readonly string[]): Promise<{ moduleId: string; module: Module }[]>
}

/**
 * The modules of an application: their catalog entries at once, their code when it is asked for.
 *
 * `Modules` maps IDs to the types of modules. While it is empty every string is accepted as an ID, and modules
 * are typed loosely; the same holds for a plain `Registry`, which every registry can be assigned to. `Plugins` maps
 * kinds to names to the types of plugins, in the same way.
 */
// biome-ignore lint/suspicious/noExplicitAny: a registry of any modules must accept every other
export interface Registry<Modules extends object = any, Plugins extends object = any> {
  /** All module IDs, sorted. */
  ids(): IdOf<Modules>[]

  /** Tells whether a module with this ID exists; it need not be loaded. */
  has(id: string): id is KnownId<Modules>

  /**
   * The catalog entries that meet a filter, sorted by ID; the list is frozen, as the entries are. The kind `plugin` gives
   * what is known of plugins, and `tool` besides what the catalog has the tools of plugins that are ready, where no
   * manifest lists them.
   */
  list(filter?: ListFilter & { readonly kind?: 'module' }): readonly ModuleEntry<IdOf<Modules>>[]
  list(filter: ListFilter & { readonly kind: 'plugin' }): readonly PluginEntry[]
  list(filter: ListFilter): readonly (CatalogEntry | ContributionEntry)[]

  /**
   * The catalog entry of a module. A module that was registered by hand has one too, with empty `file`,
   * `exportName`, `className` and `origin`.
   *
   * @throws ModuleNotFoundError
   */
  describe<Id extends IdOf<Modules>>(id: Id): ModuleEntry<Id>

  /**
   * Gives the catalog entry of a module with what the build could not tell (`unresolved`) read from the module itself:
   * static members of the class first, then members of the instance, which is made as {@link get} makes it. The
   * registry keeps the entry that it has.
   *
   * A registry that a build made does this if anything is unresolved, and in a dev server always. One that a program made needs the option
   * `metadata: readMetadata`; without it this gives what {@link describe} gives, and loads nothing.
   *
   * @throws ModuleNotFoundError, and what {@link get} throws, through the promise
   */
  resolveMetadata<Id extends IdOf<Modules>>(id: Id): Promise<ModuleEntry<Id>>

  /**
   * Loads the class (or object) of a module, once however many ask, and makes no instance. A failure is told to
   * the `error` listeners and not remembered: the next call tries again.
   *
   * @throws ModuleNotFoundError, ModuleLoadError
   */
  load<Id extends IdOf<Modules>>(id: Id): Promise<ModuleSource<ModuleOf<Modules, Id>>>

  /**
   * Gives the one instance of a module, made at the first call and ready: its `onLoad` has been awaited.
   *
   * @throws ModuleNotFoundError, also when the module is unregistered while it loads; ModuleLoadError; what the
   *   constructor, `instantiate` or `onLoad` throws. After each, the next call starts afresh.
   */
  get<Id extends IdOf<Modules>>(id: Id): Promise<ModuleOf<Modules, Id>>

  /**
   * Gets a module and executes it. While the call runs, the instance is not unloaded.
   *
   * A module may call others, and itself: it passes its own context on, so that they hear of the same `signal`.
   *
   * @param context what the application adds; it is copied, never changed
   * @throws what {@link get} throws, and what `execute` throws
   */
  call<Id extends IdOf<Modules>>(
    id: Id,
    inputs: InputsOf<ModuleOf<Modules, Id>>,
    context?: CallContext,
  ): Promise<OutputOf<ModuleOf<Modules, Id>>>

  /**
   * Adds a module by hand. What an object, or the statics of a class, say of it (`description`, `inputSchema`,
   * `annotations` and so on) goes into its catalog entry, as far as it is plain data; the schema objects of libraries
   * are not.
   *
   * @throws ModuleIdConflictError when the ID exists: this never replaces
   * @throws InvalidSegmentError, IdTooLongError or ReservedWordError for an ID that breaks the rules
   * @throws TypeError when `module` is neither a class nor an object
   */
  register(id: string, module: ModuleSource): void

  /**
   * Replaces a module on purpose. The old instance is unloaded once its running calls have ended, and before the
   * next `get` resolves; a `get` that is under way gives the new module. So a running call must not wait for a
   * module that was overridden meanwhile and that it runs on itself. The catalog entry keeps what the new module
   * does not describe itself.
   *
   * @throws ModuleNotFoundError, TypeError
   */
  override(id: string, module: ModuleSource): void

  /**
   * Takes a module away. From this moment on it is not found; its instance is unloaded once it has loaded and
   * its running calls have ended, and then `unregister` is told.
   *
   * Safe inside the module's own `execute` or `onLoad`, where waiting for the end of that very call would never
   * end: asked directly, this does not wait, and otherwise for a second at most.
   *
   * @returns whether the instance is unloaded (or there was none); `false` when calls keep it for now
   * @throws ModuleNotFoundError
   */
  unregister(id: string): Promise<boolean>

  /**
   * Adds all modules and plugins that another registry holds at this moment. Both then load and unload instances of
   * their own, with their own options.
   *
   * @throws ModuleIdConflictError when both have an ID, AmbiguousPluginError when both have a plugin of one kind and
   *   name; then nothing is added
   */
  merge(other: Registry): void

  /**
   * The plugins in plan order, which is the order of setting up: dependencies first, then by priority, kind and name.
   *
   * @param kind only those of this kind; there may be none
   */
  plugins(): readonly PluginHandle[]
  plugins<Kind extends PluginKindOf<Plugins>>(kind: Kind): readonly PluginHandleOf<Plugins, Kind>[]

  /**
   * Gives the handle of a plugin, whatever its status.
   *
   * @param name default: the plugin of that kind with the highest priority
   * @throws KindUnknownError; PluginNotFoundError; AmbiguousPluginError when several share the highest priority
   */
  getPlugin<
    Kind extends PluginKindOf<Plugins>,
    Name extends PluginNameOf<Plugins, Kind> = PluginNameOf<Plugins, Kind>,
  >(kind: Kind, name?: Name): PluginHandleOf<Plugins, Kind, Name>

  /**
   * Sets up all plugins that are not ready: each as soon as its dependencies are, so that independent ones are set up
   * at the same time. One that fails, takes longer than its time limit or lacks a resource becomes `unavailable`, and
   * so does what depends on it; the others go on. A set-up that ends after its limit is torn down at once.
   *
   * Set-ups, teardowns and `activate` take turns in the order of their calls. A later call tries again what is not
   * ready, and leaves alone what is.
   *
   * @throws the reason of `context.signal`, when that is aborted; then what this call has set up is torn down again
   */
  setupAll(context?: SetupContext): Promise<void>

  /**
   * Tears down all plugins that are ready, one by one in reverse plan order, each under its time limit.
   *
   * @throws TeardownError at the end, with everything that went wrong on the way
   */
  teardownAll(): Promise<void>

  /**
   * Does what {@link setupAll} does, and gives a runtime set that owns what this call has set up: its `close()` tears
   * that down. In a dev server an update moves what it does not touch to a set of the next generation, which
   * `activate` listeners get, and closes the old one.
   *
   * @throws the reason of a signal that is aborted
   */
  activate(options?: ActivateOptions): Promise<ActiveSet>

  /**
   * Listens to what happens. A listener that throws, or whose promise rejects, disturbs nobody: its error goes to
   * the `error` listeners, or to the console when there are none. What an `error` listener throws is dropped.
   *
   * @returns a function that stops listening
   */
  on<Type extends keyof RegistryEvents>(
    type: Type,
    listener: (event: RegistryEvents[Type]) => unknown,
  ): () => void

  /** See the function of the same name. */
  discoverMultiClass(
    filePath: string,
    classes: readonly MultiClassDescriptor[],
    extensionsRoot?: string,
    multiClassEnabled?: boolean,
  ): MultiClassEntry[]

  /**
   * Offers the modules to an existing `apcore-js` registry: `other.setDiscoverer(registry.toDiscoverer())`. It gets
   * stand-ins, described by the catalog; a module is loaded when its stand-in is called, and its `onLoad` and
   * `onUnload` stay with this registry.
   */
  toDiscoverer(): Discoverer
}
