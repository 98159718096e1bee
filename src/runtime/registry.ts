import type { ContributionEntry } from '../catalog/contribution-entry.ts'
import type { CatalogEntry } from '../catalog/entry.ts'
import { discoverMultiClass, type MultiClassEntry } from '../identity/discover-multi-class.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type {
  CallContext,
  Discoverer,
  ListFilter,
  Loaders,
  ModuleSource,
  Registry as RegistryOf,
  RegistryOptions,
} from './api.ts'
import { callModule } from './call.ts'
import { createDiscoverer } from './discoverer.ts'
import { listen, type RegistryEvents } from './events.ts'
import { merge, override, register } from './hand-registered.ts'
import { unregister, withInstance } from './instances.ts'
import { loadModule } from './load.ts'
import { KindUnknownError } from './plugins/kind-unknown.ts'
import type { ActiveSet, PluginHandle } from './plugins/types.ts'
import { createStore, type Store, stateOf } from './store.ts'

/** The inside of a registry, for what the package adds to it from elsewhere. */
export function storeOf(registry: RegistryOf): Store {
  return RegistryObject.storeOf(registry as unknown as RegistryObject)
}

/** The public object over a store; what each method does is written at {@link RegistryOf}. */
class RegistryObject {
  readonly #store: Store

  static storeOf(registry: RegistryObject): Store {
    return registry.#store
  }

  constructor(catalog: readonly CatalogEntry[] = [], loaders: Loaders = {}, options: RegistryOptions = {}) {
    const registry = this as unknown as RegistryOf
    this.#store = createStore(registry, options)
    options.plugins?.(registry)
    for (const entry of deepFreeze(catalog)) this.#store.states.set(entry.id, { entry, from: { loaders } })
  }

  ids(): string[] {
    return [...this.#store.states.keys()].sort()
  }

  has(id: string): boolean {
    return this.#store.states.has(id)
  }

  list({
    prefix = '',
    tag,
    kind = 'module',
  }: ListFilter = {}): readonly (CatalogEntry | ContributionEntry)[] {
    const entries = this.ids().map((id): CatalogEntry | ContributionEntry => this.describe(id))
    return Object.freeze(
      entries
        .concat(this.#store.options.contributions ?? [])
        .filter(
          (entry) =>
            entry.kind === kind &&
            `${entry.id}.`.startsWith(prefix && `${prefix}.`) &&
            (tag === undefined || (entry as CatalogEntry).tags?.includes(tag)),
        ),
    )
  }

  describe(id: string): CatalogEntry {
    return stateOf(this.#store, id).entry
  }

  async resolveMetadata(id: string): Promise<CatalogEntry> {
    const entry = this.describe(id)
    return this.#store.options.metadata?.(this as unknown as RegistryOf, entry) ?? entry
  }

  async load(id: string): Promise<ModuleSource> {
    return loadModule(this.#store, stateOf(this.#store, id))
  }

  get(id: string): Promise<unknown> {
    return withInstance(this.#store, id, (live) => live.instance)
  }

  call(id: string, inputs: unknown, context?: CallContext): Promise<unknown> {
    return callModule(this.#store, id, inputs, context)
  }

  register(id: string, module: ModuleSource): void {
    register(this.#store, id, module)
  }

  override(id: string, module: ModuleSource): void {
    override(this.#store, id, module)
  }

  unregister(id: string): Promise<boolean> {
    return unregister(this.#store, id)
  }

  merge(other: RegistryObject): void {
    merge(this.#store, other.#store)
  }

  // What follows is for registries without plugins: a host puts methods of its own in the place of these.
  plugins(): readonly PluginHandle[] {
    return []
  }

  getPlugin(kind: string): PluginHandle {
    throw new KindUnknownError(kind)
  }

  async setupAll(): Promise<void> {}

  async teardownAll(): Promise<void> {}

  async activate(): Promise<ActiveSet> {
    return { generation: 0, size: 0, close: this.teardownAll, closeIfGeneration: async (given) => !given }
  }

  on<Type extends keyof RegistryEvents>(type: Type, listener: (event: RegistryEvents[Type]) => unknown) {
    return listen(this.#store.listeners, type, listener)
  }

  discoverMultiClass(...parameters: Parameters<typeof discoverMultiClass>): MultiClassEntry[] {
    return discoverMultiClass(...parameters)
  }

  toDiscoverer(): Discoverer {
    return createDiscoverer(this.#store)
  }
}

/** The modules and plugins of an application, typed by a map from IDs to modules and one from kinds to plugins. */
// biome-ignore lint/suspicious/noExplicitAny: as there
export type Registry<Modules extends object = any, Plugins extends object = any> = RegistryOf<
  Modules,
  Plugins
>

/** The class of registries; takes what {@link createRegistry} takes. */
export const Registry = RegistryObject as unknown as new <
  Modules extends object = Record<never, never>,
  Plugins extends object = Record<never, never>,
>(
  catalog?: readonly CatalogEntry[],
  loaders?: Loaders,
  options?: RegistryOptions,
) => RegistryOf<Modules, Plugins>

/**
 * Makes a registry; without arguments an empty one, to be filled by hand.
 *
 * @param catalog the entries of its modules; frozen all the way down, if they are not yet
 * @param loaders by the `file` of an entry, how to get the namespace of that file; called at the first use
 * @param options its plugins, how instances are made, and which IDs are refused
 */
/* @__NO_SIDE_EFFECTS__ */
export function createRegistry<
  Modules extends object = Record<never, never>,
  Plugins extends object = Record<never, never>,
>(
  catalog?: readonly CatalogEntry[],
  loaders?: Loaders,
  options?: RegistryOptions,
): RegistryOf<Modules, Plugins> {
  return new Registry<Modules, Plugins>(catalog, loaders, options)
}
