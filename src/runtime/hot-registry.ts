import type { CatalogEntry } from '../catalog/entry.ts'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type { Loaders, ModuleEntry, Registry, RegistryOptions } from './api.ts'
import { closeRegistry, trackRegistry, updateRegistry } from './hot.ts'
import type { ExternalRuntimes } from './plugins/external.ts'
import { pluginHost } from './plugins/host.ts'
import { awaitTeardown, updatePlugins } from './plugins/hot.ts'
import { pluginTools } from './plugins/plugin-tools.ts'
import { createRegistry, Registry as RegistryClass } from './registry.ts'

/** The event by which a dev server tells running registries what is new. */
const UPDATE = 'module-registry:update'

/** The event by which a running registry says which revision it has, so that it misses none while it starts. */
const HELLO = 'module-registry:hello'

/** What comes with an update. */
export interface HotMessage {
  /** Counts what a server says to its environment. */
  readonly revision: number
  /** What a registry must have heard to understand it. */
  readonly since: number
  /** All entries; absent when none of them changed, and when only what changed is told. */
  readonly catalog?: readonly CatalogEntry[]
  /** IDs of entries that are no more, or that are in {@link changed}. */
  readonly gone?: readonly string[]
  /** Entries that are new, or other than they were in the message before. */
  readonly changed?: readonly CatalogEntry[]
  /** All plugins, in plan order; absent when none of them changed. */
  readonly plugins?: readonly PluginEntry[]
  /** By file, when it changed last; part of its URL, so that it is loaded afresh. */
  readonly stamps: Readonly<Record<string, number>>
  /** Files whose modules and plugins are to be loaded afresh. */
  readonly reload: readonly string[]
  /** Whether the project has no errors: what was shown of them can go. */
  readonly healthy: boolean
}

/** `import.meta.hot`, as far as it is needed. */
export interface HotContext {
  readonly data: Record<string, unknown>
  on(event: string, listener: (message: HotMessage) => void): void
  send(event: string, data: unknown): void
}

/** What the generated module of a dev server hands over. */
export interface HotSetup extends Pick<HotMessage, 'revision' | 'stamps'> {
  readonly catalog: readonly CatalogEntry[]
  /** In plan order; absent when there are none. */
  readonly plugins?: readonly PluginEntry[]
  /** What runs plugins elsewhere; absent in browsers. */
  readonly external?: ExternalRuntimes
  /** By root, of extensions or of plugins: how many characters of a file's path it makes up, and the URL that stands for them. */
  readonly roots: readonly (readonly [origin: string, length: number, url: string])[]
  /** Imports a URL. */
  readonly load: (url: string) => unknown
  readonly options?: RegistryOptions
  /** Absent where modules cannot be replaced while they run. */
  readonly hot?: HotContext | undefined
}

/**
 * Makes the registry of a dev server's page or process, which follows the server's updates. When the generated module
 * is evaluated again, it gets the registry that is already there; when all of the program is, a new one.
 */
export function createHotRegistry<Modules extends object, Plugins extends object = Record<never, never>>(
  setup: HotSetup,
): Registry<Modules, Plugins> {
  const { hot, catalog, revision, stamps } = setup
  let plugins = setup.plugins
  const moduleLoaders = (entries: readonly CatalogEntry[], stamps: HotMessage['stamps']): Loaders => ({
    ...makeLoaders(setup, entries, stamps),
    ...toolLoaders(plugins ?? [], () => registry),
  })
  const loaders = moduleLoaders(catalog, stamps)
  const pluginLoaders = (stamps: HotMessage['stamps']) => makeLoaders(setup, plugins ?? [], stamps)
  // Where plugins can be run elsewhere, the first of all may be one that is.
  const hasHost = plugins !== undefined || setup.external !== undefined
  const host = hasHost && { plugins: pluginHost(plugins, pluginLoaders(stamps), setup.external) }
  const create = () => createRegistry<Modules, Plugins>(catalog, loaders, { ...setup.options, ...host })
  let registry: Registry<Modules, Plugins>
  if (hot === undefined) {
    registry = create()
    return registry
  }
  const before = hot.data.moduleRegistry as Before | undefined
  // One that was made by another evaluation of this file belongs to the program as it was.
  const existing = before?.registry instanceof RegistryClass ? before : undefined
  registry = (existing?.registry as Registry<Modules, Plugins> | undefined) ?? create()
  const follows = (stamps: HotMessage['stamps'], reload: readonly string[]) => {
    if (plugins === undefined) return
    void updatePlugins(registry, { entries: plugins, loaders: pluginLoaders(stamps), reload })
  }
  if (existing === undefined) {
    trackRegistry(registry, { revision, catalog, loaders }, before?.close())
    if (before !== undefined) awaitTeardown(registry, before.teardown())
  } else {
    const reload = Object.keys(stamps).filter((file) => stamps[file] !== existing.stamps[file])
    updateRegistry(registry, { revision, catalog, loaders, reload })
    follows(stamps, reload)
  }
  const now: Before = {
    ...{ registry, stamps },
    close: () => closeRegistry(registry),
    teardown: () => registry.teardownAll(),
  }
  hot.data.moduleRegistry = now
  let entries = catalog
  follow(hot, revision, (message) => {
    entries = nextCatalog(entries, message)
    plugins = message.plugins ?? plugins
    now.stamps = message.stamps
    updateRegistry(registry, {
      revision: message.revision,
      catalog: entries,
      loaders: moduleLoaders(entries, message.stamps),
      reload: message.reload,
    })
    follows(message.stamps, message.reload)
  })
  return registry
}

/** What one evaluation of the generated module leaves to the next. */
interface Before {
  readonly registry: object
  stamps: HotMessage['stamps']
  readonly close: () => Iterable<readonly [id: string, unloaded: Promise<void>]>
  readonly teardown: () => Promise<void>
}

/**
 * Hands every new catalog of a dev server to the module that exports it. When that module is evaluated again, what its
 * earlier evaluations export goes on being updated: there may be importers that still hold it.
 *
 * @param hot absent where modules cannot be replaced while they run
 * @param revision of the catalog that the module holds
 * @param catalog that one
 */
export function onCatalogUpdate(
  hot: HotContext | undefined,
  revision: number,
  take: (catalog: readonly ModuleEntry[]) => void,
  catalog: readonly ModuleEntry[] = [],
): void {
  if (hot === undefined) return
  let entries: readonly CatalogEntry[] = catalog
  hot.data.takers ??= new Set()
  const takers = hot.data.takers as Set<typeof take>
  takers.add(take)
  follow(hot, revision, (message) => {
    const next = nextCatalog(entries, message)
    if (next !== entries) for (const one of takers) one(next)
    entries = next
    if (message.healthy) closeOverlays()
  })
}

/** The catalog that a message leads to, frozen; the one before when it says nothing of it. */
function nextCatalog(
  before: readonly CatalogEntry[],
  { catalog, gone = [], changed = [] }: HotMessage,
): readonly CatalogEntry[] {
  if (catalog !== undefined) return deepFreeze(catalog)
  if (gone.length + changed.length === 0) return before
  const entries = new Map(before.map((entry) => [entry.id, entry]))
  for (const id of gone) entries.delete(id)
  for (const entry of changed) entries.set(entry.id, entry)
  return deepFreeze([...entries.values()].sort((a, b) => (a.id < b.id ? -1 : 1)))
}

/** Hears a server's updates one after the other; when one was missed, it asks for all that is new. */
function follow(hot: HotContext, revision: number, take: (message: HotMessage) => void): void {
  let heard = revision
  const ask = () => hot.send(HELLO, { revision: heard })
  hot.on(UPDATE, (message) => {
    if (message.revision <= heard) return
    if (message.since > heard) return ask()
    heard = message.revision
    take(message)
  })
  ask()
}

function makeLoaders(
  { roots, load }: HotSetup,
  entries: readonly { readonly file?: string; readonly origin: string }[],
  stamps: HotMessage['stamps'],
): Loaders {
  const byOrigin = new Map(roots.map(([origin, length, url]) => [origin, { length, url }]))
  return Object.fromEntries(
    entries.map(({ file = '', origin }) => {
      const root = byOrigin.get(origin)
      const query = Object.hasOwn(stamps, file) ? `?t=${stamps[file]}` : ''
      return [file, () => load(`${root?.url}${file.slice(root?.length)}${query}`)]
    }),
  )
}

/** The tools of plugins in processes of their own: their file is the manifest, which nothing loads. */
function toolLoaders(plugins: readonly PluginEntry[], registry: () => Registry): Loaders {
  return Object.fromEntries(
    plugins.flatMap(({ manifest, tools, folder }) =>
      manifest === undefined || tools === undefined
        ? []
        : [[manifest, () => pluginTools(registry(), folder)]],
    ),
  )
}

/** An error that is mended must not stand over the page: under it the dev client would take an update for a reason to reload. */
function closeOverlays(): void {
  // The types of a browser are not at hand here, nor can they be counted on to be away.
  const { document } = globalThis as unknown as {
    document?: { querySelectorAll(name: string): Iterable<{ close?(): void }> }
  }
  for (const overlay of document?.querySelectorAll('vite-error-overlay') ?? []) overlay.close?.()
}
