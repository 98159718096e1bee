import type { CatalogEntry } from '../catalog/entry.ts'
import type { CallContext, Discoverer, Module } from './api.ts'
import { callModule, streamModule } from './call.ts'
import type { Store } from './store.ts'

/** Offers the modules of a registry to another one; see `Registry.toDiscoverer`. */
export function createDiscoverer(store: Store): Discoverer {
  return {
    async discover() {
      return store.registry.list().map((entry) => ({ moduleId: entry.id, module: standIn(store, entry) }))
    },
  }
}

/** What the other registry gets for a module: what the catalog says of it, and the way to it. */
function standIn(store: Store, entry: CatalogEntry): Module {
  return {
    ...(entry as Partial<CatalogEntry>),
    execute: (inputs: unknown, context?: CallContext) => callModule(store, entry.id, inputs, context),
    stream: (inputs: unknown, context?: CallContext) => streamModule(store, entry.id, inputs, context),
  }
}
