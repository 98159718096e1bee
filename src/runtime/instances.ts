import type { ModuleSource } from './api.ts'
import { ModuleLoadError } from './errors.ts'
import { emit, report } from './events.ts'
import { loadModule } from './load.ts'
import { type AnyModule, type Live, type ModuleState, type Store, stateOf, within } from './store.ts'

/** How long `unregister` waits for calls to end, in milliseconds. */
const PATIENCE = 1000

/**
 * Hands the ready instance of a module to a function, at a moment when it is certain not to be unloaded.
 *
 * @param take what to do with it at once: give it out, or start a call on it
 * @returns what `take` gives
 * @throws see `Registry.get`
 */
export async function withInstance<T>(store: Store, id: string, take: (live: Live) => T): Promise<T> {
  for (;;) {
    const state = stateOf(store, id)
    state.live ??= begin(store, state)
    const { live } = state
    if (store.running === live && !live.instance) {
      throw new ModuleLoadError({ id, file: state.entry.file }, 'its own onLoad asks for it.')
    }
    try {
      await live.ready
    } catch (error) {
      if (!live.retired) throw error
    }
    // Replaced or taken away meanwhile: look again, at what there is now.
    if (!live.retired) return take(live)
  }
}

/** Takes a module away; see `Registry.unregister`. */
export async function unregister(store: Store, id: string): Promise<boolean> {
  const { live } = stateOf(store, id)
  store.states.delete(id)
  retire(store, live)
  const unloaded = Promise.resolve(store.unloading.get(id)).then(() => {
    emit(store.listeners, 'unregister', { id })
    return true
  })
  if (live && store.running === live) return false
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false)
  })
  return Promise.race([unloaded, late]).finally(() => clearTimeout(timer))
}

/** Sees an instance out: it is not handed out any more, and is unloaded as soon as that can be. */
export function retire(store: Store, live: Live | undefined): void {
  if (!live) return
  const { id } = live
  live.retired = true
  const unloaded = unload(store, live).then(() => {
    if (store.unloading.get(id) === unloaded) store.unloading.delete(id)
  })
  store.unloading.set(id, unloaded)
}

function begin(store: Store, state: ModuleState): Live {
  const live = { id: state.entry.id, retired: false, calls: 0 } as Live
  live.ready = start(store, state, live)
  live.ready.catch(() => {
    state.live = undefined
  })
  return live
}

async function start(store: Store, state: ModuleState, live: Live): Promise<void> {
  const { id } = live
  await store.unloading.get(id)
  const module = await loadModule(store, state)
  if (live.retired) return
  try {
    const instance = await construct(store, state, module)
    await within(store, live, () => instance.onLoad?.())
    await state.resume?.(instance)
    live.instance = instance
  } catch (error) {
    emit(store.listeners, 'error', { id, error })
    throw error
  }
  if (!live.retired) emit(store.listeners, 'register', { id, instance: live.instance })
}

function construct(
  { options }: Store,
  { entry }: ModuleState,
  module: ModuleSource,
): AnyModule | Promise<AnyModule> {
  if (typeof module !== 'function') return module
  return options.instantiate ? (options.instantiate(module, entry) as AnyModule) : new module()
}

async function unload(store: Store, live: Live): Promise<void> {
  await live.ready.catch(() => {}) // Those who asked for the instance are told.
  if (live.calls > 0) {
    await new Promise<void>((resolve) => {
      live.drained = resolve
    })
  }
  try {
    await live.instance?.onUnload?.()
  } catch (error) {
    report(store.listeners, live.id, error)
  }
}
