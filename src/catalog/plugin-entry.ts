/** How a plugin runs. */
export type PluginRuntime = 'in_process' | 'process' | 'mcp_stdio' | 'mcp_http'

/** Resources that a plugin takes from its context. */
export interface PluginResources {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** What the frozen catalog says of one plugin: plain, deeply frozen data from its manifest. */
export interface PluginEntry {
  readonly kind: 'plugin'
  /** `<kind>:<name>`, such as `llm:openai_compatible`. */
  readonly id: string
  /** The plugin's own kind: opaque, only grouped by. */
  readonly pluginKind: string
  /** Unique within its kind. */
  readonly name: string
  readonly runtime: PluginRuntime
  /** The folder that holds the manifest, relative to the project, with `/`. */
  readonly folder: string
  /** The entry point's file, relative to the project; in-process plugins have one. */
  readonly file?: string
  /** The name under which that file exports the plugin's class. */
  readonly exportName?: string
  /** Higher wins when a kind is asked for without a name. */
  readonly priority: number
  /** IDs of the plugins that must be ready first; a name that the application provides stands as it is. */
  readonly dependsOn: readonly string[]
  readonly resources: PluginResources
  /** The `[plugin.metadata]` table; dates as text. */
  readonly metadata: Readonly<Record<string, unknown>>
  readonly version?: string
  /** Time limits, in seconds. */
  readonly startupTimeoutSec: number
  readonly teardownTimeoutSec: number
  /** Where it comes from: `project`, or `plugin` for installed packages. */
  readonly scope: string
  /** The root that it was found in, relative to the project, or the name of its package. */
  readonly origin: string
}
