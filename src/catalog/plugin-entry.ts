/** How a plugin runs. */
export type PluginRuntime = 'in_process' | 'process' | 'mcp_stdio' | 'mcp_http'

/** Resources that a plugin takes from its context. */
export interface PluginResources {
  readonly required: readonly string[]
  readonly optional: readonly string[]
}

/** A route that a plugin in a process of its own answers. */
export interface PluginRoute {
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** Starts with `/`. */
  readonly path: string
}

/** A tool of a plugin in a process of its own, as its manifest has it. */
export interface PluginTool {
  /** What the process calls it. */
  readonly id: string
  /** What the process shows it as. */
  readonly name: string
  readonly description?: string
  /** The ID of its module: `<plugin>.<tool>`, both as segments. */
  readonly module: string
  /** SHA-256 of the tool as the manifest describes it, in hex: the process must describe it the same. */
  readonly sha256: string
}

/** What a plugin in a process of its own may use; what is absent is the host's own limit. */
export interface PluginLimits {
  /** Bytes. */
  readonly frameBytes?: number
  /** Milliseconds. */
  readonly deadlineMs?: number
  /** Calls at the same time. */
  readonly inflight?: number
}

/** How a plugin is run that does not run in the process of the application. Builds for a browser know nothing of it. */
export interface PluginLaunch {
  /** The program, and what comes before {@link args}. For all but `mcp_http`. */
  readonly command?: readonly string[]
  readonly args?: readonly string[]
  /** Environment variables with their values. */
  readonly env?: Readonly<Record<string, string>>
  /** Names of variables that the host hands on. */
  readonly envPass?: readonly string[]
  /** The working folder, absolute or relative to that of the plugin. Default: the plugin's. */
  readonly cwd?: string
  /** For `mcp_http`. */
  readonly url?: string
  /** The file that is pinned, relative to the folder of the plugin, and the SHA-256 of its bytes in hex. */
  readonly artifact?: { readonly path: string; readonly sha256: string }
  readonly limits?: PluginLimits
  /** What it asks for, such as `articles:read`. */
  readonly grants?: readonly string[]
  readonly sandbox?: boolean | string
  readonly routes?: readonly PluginRoute[]
  /** SHA-256 of what it shows to the application, in hex. */
  readonly surfaceSha256?: string
}

/** What the frozen catalog says of one plugin: plain, deeply frozen data from its manifest. */
export interface PluginEntry extends PluginLaunch {
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
  /** The manifest, relative to the project; plugins that run elsewhere have it. */
  readonly manifest?: string
  /** Tools of a plugin with the runtime `process`; those of others are known only while they run. */
  readonly tools?: readonly PluginTool[]
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
