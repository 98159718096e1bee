import type { CatalogEntry } from '../catalog/entry.ts'
import type { Loaders, Module, ModuleSource, Registry, RegistryOptions } from './api.ts'
import { ModuleNotFoundError } from './errors.ts'
import type { Listeners } from './events.ts'
import type { PluginLife } from './plugins/types.ts'

/** Everything that a registry knows and does not show. */
export interface Store {
  /** The registry that this is the inside of. */
  readonly registry: Registry
  readonly options: RegistryOptions
  readonly listeners: Listeners
  /** By module ID. */
  readonly states: Map<string, ModuleState>
  /** By module ID: instances on their way out. No successor starts before. Outlives the state. */
  readonly unloading: Map<string, Promise<void>>
  /** Absent while there are no plugins. */
  plugins?: PluginLife
  /** The instance whose `execute` or `onLoad` is on the call stack just now. */
  running?: Live | undefined
}

/** What there is of one registered module. An override puts a new state in the place of the old one. */
export interface ModuleState {
  readonly entry: CatalogEntry
  /** Called with an instance after its `onLoad`, when it takes the place of another. */
  resume?: ((instance: AnyModule) => unknown) | undefined
  /** The class or object itself, or the loaders that give it. */
  readonly from: { readonly module: ModuleSource } | { readonly loaders: Loaders }
  /** The class or object, loaded or being loaded. */
  loading?: Promise<ModuleSource> | undefined
  /** The instance, ready or on its way. */
  live?: Live | undefined
}

/** One instance of a module, from the moment that somebody asked for it. */
export interface Live {
  readonly id: string
  /** Settles when starting has ended; rejects if it failed. */
  ready: Promise<void>
  /** Set when `onLoad` has ended. */
  instance?: AnyModule
  /** Whether it must not be handed out any more. */
  retired: boolean
  /** How many calls run on it. */
  calls: number
  /** Called when the last of them has ended. */
  drained?: () => void
}

// biome-ignore lint/suspicious/noExplicitAny: what goes in and comes out is the caller's affair
export type AnyModule = Module<any, any>

export function createStore(registry: Registry, options: RegistryOptions): Store {
  return {
    registry,
    options,
    listeners: {},
    states: new Map(),
    unloading: new Map(),
  }
}

/** @throws ModuleNotFoundError */
export function stateOf(store: Store, id: string): ModuleState {
  const state = store.states.get(id)
  if (!state) throw new ModuleNotFoundError(id, store.states.keys())
  return state
}

/** Runs a method of an instance up to its first `await`, and remembers meanwhile that it is running. */
export function within<T>(store: Store, live: Live, run: () => T): T {
  const outer = store.running
  store.running = live
  try {
    return run()
  } finally {
    store.running = outer
  }
}
