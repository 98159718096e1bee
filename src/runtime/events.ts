import type { CatalogEntry } from '../catalog/entry.ts'

/** What the listeners of a registry are told, by event. */
export interface RegistryEvents {
  /** A module has an instance, and its `onLoad` has ended. Once per instance. */
  readonly register: { readonly id: string; readonly instance: object }
  /** A module was taken away, and its instance, if there was one, is unloaded. */
  readonly unregister: { readonly id: string }
  /** A dev server brought the registry up to date: these modules came, went or changed. Once per update. */
  readonly reload: { readonly ids: readonly string[]; readonly catalog: readonly CatalogEntry[] }
  /** Something failed while the registry worked on a module: loading, starting, unloading, or telling a listener. */
  readonly error: { readonly id: string; readonly error: unknown }
}

type Listener<Event> = (event: Event) => unknown

/** The listeners of one registry. */
export type Listeners = { readonly [Type in keyof RegistryEvents]: Set<Listener<RegistryEvents[Type]>> }

export function createListeners(): Listeners {
  return { register: new Set(), unregister: new Set(), reload: new Set(), error: new Set() }
}

/** Adds a listener, and returns a function that takes it away again; adding it twice makes no difference. */
export function listen<Type extends keyof RegistryEvents>(
  listeners: Listeners,
  type: Type,
  listener: Listener<RegistryEvents[Type]>,
): () => void {
  listeners[type].add(listener)
  return () => {
    listeners[type].delete(listener)
  }
}

/** Tells every listener of an event, whatever the others do; see `Registry.on` for those that throw. */
export function emit<Type extends keyof RegistryEvents>(
  listeners: Listeners,
  type: Type,
  event: RegistryEvents[Type],
): void {
  const failed = (error: unknown) => {
    if (type !== 'error') report(listeners, 'id' in event ? event.id : '', error)
  }
  for (const listener of [...listeners[type]]) {
    try {
      void Promise.resolve(listener(event)).catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/** Tells of an error that no caller gets, and that would be lost if nobody listened. */
export function report(listeners: Listeners, id: string, error: unknown): void {
  if (listeners.error.size > 0) emit(listeners, 'error', { id, error })
  else console.error(error)
}
