/** The modules of this project, found at build time. */
declare module 'virtual:module-registry' {
  import type { IdOf, ModuleEntry, Registry } from 'unplugin-module-registry/runtime'

  /**
   * The type of each module by its ID. Empty here; the generated declaration file fills it in, and so may you for
   * modules that you register by hand. While it is empty, every string is accepted as an ID.
   */
  export interface ModuleMap {}

  /**
   * The type of each plugin by its kind and its name: `{ llm: { local: LocalModel } }`. Empty here; the generated
   * declaration file fills it in. While it is empty, every kind and every name is accepted.
   */
  export interface PluginMap {}

  /** The IDs that exist. */
  export type ModuleId = IdOf<ModuleMap>

  /** What is known of each module without loading it: deeply frozen, sorted by ID. */
  export const catalog: readonly ModuleEntry<ModuleId>[]

  /** Loads and holds the modules, and sets the plugins up. */
  export const registry: Registry<ModuleMap, PluginMap>

  export default registry
}

/** The catalog alone, with no way to reach an implementation. */
declare module 'virtual:module-registry/catalog' {
  export { catalog } from 'virtual:module-registry'
}
