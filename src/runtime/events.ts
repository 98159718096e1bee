import type { CatalogEntry } from '../catalog/entry.ts'
import type { RuntimeSet } from '../kernel/runtime-set.ts'
import type { PluginStatus } from './plugins/types.ts'

/** What the listeners of a registry are told, by event. */
export interface RegistryEvents {
  /** A module has an instance, and its `onLoad` has ended. Once per instance. */
  readonly register: { readonly id: string; readonly instance: object }
  /** A module was taken away, and its instance, if there was one, is unloaded. */
  readonly unregister: { readonly id: string }
  /** A dev server brought the registry up to date: these modules came, went or changed. Once per update. */
  readonly reload: { readonly ids: readonly string[]; readonly catalog: readonly CatalogEntry[] }
  /** A plugin came, went, or has another status or manifest. `id` is `<kind>:<name>`. */
  readonly plugin: {
    readonly id: string
    readonly kind: string
    readonly name: string
    readonly status: PluginStatus
    readonly reason?: string
  }
  /** `activate` or an update made a runtime set that owns plugins from now on. */
  readonly activate: { readonly set: RuntimeSet }
  /**
   * Something failed while the registry worked on a module or a plugin, whose ID comes with it: loading, starting,
   * setting up, unloading, tearing down, or telling a listener.
   */
  readonly error: { readonly id: string; readonly error: unknown }
}

type Listener<Event> = (event: Event) => unknown

/** The listeners of one registry: a set for every event that anybody ever listened to. */
export type Listeners = { [Type in keyof RegistryEvents]?: Set<Listener<RegistryEvents[Type]>> }

/** Adds a listener, and returns a function that takes it away again; adding it twice makes no difference. */
export function listen<Type extends keyof RegistryEvents>(
  listeners: Listeners,
  type: Type,
  listener: Listener<RegistryEvents[Type]>,
): () => void {
  listeners[type] ??= new Set() as NonNullable<Listeners[Type]>
  const known = listeners[type] as Set<typeof listener>
  known.add(listener)
  return () => {
    known.delete(listener)
  }
}

/** Tells every listener of an event, whatever the others do; see `Registry.on` for those that throw. */
export function emit<Type extends keyof RegistryEvents>(
  listeners: Listeners,
  type: Type,
  event: RegistryEvents[Type],
): void {
  const failed = (error: unknown) => {
    if (type !== 'error') report(listeners, (event as { id?: string }).id ?? '', error)
  }
  for (const listener of new Set(listeners[type])) {
    try {
      void Promise.resolve(listener(event)).catch(failed)
    } catch (error) {
      failed(error)
    }
  }
}

/** Tells of an error that no caller gets, and that would be lost if nobody listened. */
export function report(listeners: Listeners, id: string, error: unknown): void {
  if (listeners.error?.size) emit(listeners, 'error', { id, error })
  else console.error(error)
}
