import type { CatalogEntry } from '../catalog/entry.ts'
import type { Loaders, Registry } from './api.ts'
import { emit, report } from './events.ts'
import { retire, withInstance } from './instances.ts'
import { storeOf } from './registry.ts'
import type { AnyModule, Live, ModuleState, Store } from './store.ts'

/** What a dev server tells a running registry. */
export interface HotUpdate {
  /** Counts what a server says: an update that is not newer than the last is ignored. */
  readonly revision: number
  /** All entries, as they are now. */
  readonly catalog: readonly CatalogEntry[]
  /** Loaders for all files, which give what is there now. */
  readonly loaders: Loaders
  /** Files whose modules are to be loaded afresh. */
  readonly reload: readonly string[]
}

/** What is remembered of a registry between two updates. */
interface Known {
  readonly revision: number
  readonly catalog: ReadonlyMap<string, CatalogEntry>
  readonly loaders: Loaders
}

const known = /* @__PURE__ */ new WeakMap<Store, Known>()

/**
 * Says what a registry was made from, so that updates can be told apart from what was registered by hand. The
 * generated module of a dev server calls it once.
 *
 * @param leaving instances of a registry before it, which are unloaded first
 */
export function trackRegistry(
  registry: Registry,
  made: Omit<HotUpdate, 'reload'>,
  leaving: Iterable<readonly [id: string, unloaded: Promise<void>]> = [],
): void {
  const store = storeOf(registry)
  known.set(store, { ...made, catalog: byId(made.catalog) })
  for (const [id, unloaded] of leaving) store.unloading.set(id, unloaded)
}

/**
 * Unloads all instances of a registry whose program is started anew. What is left of that program can go on using it.
 *
 * @returns by module ID, when its instance is unloaded
 */
export function closeRegistry(registry: Registry): ReadonlyMap<string, Promise<void>> {
  const store = storeOf(registry)
  known.delete(store)
  for (const state of store.states.values()) {
    retire(store, state.live)
    state.live = undefined
  }
  return new Map(store.unloading)
}

/**
 * Brings a running registry up to date; the generated module of a dev server calls it.
 *
 * The registry stays the same object, with its listeners and with what was registered or overridden by hand. Only
 * modules whose file changed are loaded afresh: a running instance is suspended and unloaded, and its successor is
 * started and given its state. A module that was unregistered by hand stays away until its file changes. At the end
 * `reload` listeners are told of everything that is new.
 */
export function updateRegistry(registry: Registry, update: HotUpdate): void {
  const store = storeOf(registry)
  const before = known.get(store)
  if (before === undefined || update.revision <= before.revision) return
  const catalog = byId(update.catalog)
  const reload = new Set(update.reload)
  known.set(store, { revision: update.revision, catalog, loaders: update.loaders })
  const ids: string[] = []
  const restart: string[] = []
  for (const [id, state] of store.states) {
    if (!isFrom(state, before.loaders) || catalog.has(id)) continue
    store.states.delete(id)
    ids.push(id)
    retire(store, state.live)
    void Promise.resolve(store.unloading.get(id)).then(() => emit(store.listeners, 'unregister', { id }))
  }
  for (const [id, entry] of catalog) {
    const state = store.states.get(id)
    if (state === undefined) {
      if (before.catalog.has(id) && !reload.has(entry.file)) continue
      store.states.set(id, { entry, from: { loaders: update.loaders } })
      ids.push(id)
    } else if (isFrom(state, before.loaders)) {
      const same = state.entry.file === entry.file && state.entry.exportName === entry.exportName
      if (same && !reload.has(entry.file)) {
        if (state.entry !== entry && JSON.stringify(state.entry) !== JSON.stringify(entry)) ids.push(id)
        Object.assign(state, { entry, from: { loaders: update.loaders } })
        continue
      }
      ids.push(id)
      if (replace(store, state, { entry, from: { loaders: update.loaders } })) restart.push(id)
    }
  }
  for (const id of restart) void withInstance(store, id, () => {}).catch((error) => missed(store, id, error))
  if (ids.length > 0) emit(store.listeners, 'reload', { ids: ids.sort(), catalog: update.catalog })
}

/**
 * Puts a new state in the place of an old one, and passes on what the old instance leaves behind.
 *
 * @returns whether the module was in use, so that it is to be started again
 */
function replace(store: Store, state: ModuleState, next: ModuleState): boolean {
  const { live } = state
  store.states.set(next.entry.id, next)
  // What nobody has taken yet, since the file could not be loaded or was replaced too soon, is not lost.
  let { resume } = state
  if (live === undefined) {
    next.resume = resume
    return resume !== undefined
  }
  beforeUnload(live, async (instance) => {
    const left = await instance.onSuspend?.()
    resume = left === undefined ? undefined : (successor) => successor.onResume?.(left)
  })
  next.resume = async (instance) => {
    next.resume = undefined
    try {
      await resume?.(instance)
    } catch (error) {
      // An instance that cannot make use of what it got is as good as a fresh one.
      report(store.listeners, next.entry.id, error)
    }
  }
  retire(store, live)
  return true
}

/** Has something done to an instance before it is unloaded, once it is ready. */
function beforeUnload(live: Live, leave: (instance: AnyModule) => Promise<void>): void {
  void live.ready.then(
    () => {
      const { instance } = live
      if (instance === undefined) return
      live.instance = {
        execute: (inputs, context) => instance.execute(inputs, context),
        ...(instance.stream && { stream: (inputs, context) => instance.stream!(inputs, context) }),
        async onUnload() {
          try {
            await leave(instance)
          } finally {
            await instance.onUnload?.()
          }
        },
      }
    },
    () => {},
  )
}

/** Tells of a failed start that nobody waits for, unless listeners have heard of it or the module is gone. */
function missed({ listeners, states }: Store, id: string, error: unknown): void {
  if (states.has(id) && !listeners.error?.size) console.error(error)
}

function isFrom({ from }: ModuleState, loaders: Loaders): boolean {
  return 'loaders' in from && from.loaders === loaders
}

function byId(catalog: readonly CatalogEntry[]): Map<string, CatalogEntry> {
  return new Map(catalog.map((entry) => [entry.id, entry]))
}
