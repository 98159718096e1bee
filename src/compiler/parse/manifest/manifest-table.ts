import type { PluginRuntime } from '../../../catalog/plugin-entry.ts'

/** The `[plugin]` table of a valid manifest, its keys as in the file (seed: the canonical manifest). */
export interface ManifestTable {
  readonly name: string
  readonly kind: string
  readonly runtime?: PluginRuntime | undefined
  readonly entry_point?: string | undefined
  readonly priority?: number | undefined
  readonly core_version?: string | undefined
  readonly depends_on?: readonly string[] | undefined
  readonly version?: string | undefined
  readonly startup_timeout_sec?: number | undefined
  readonly teardown_timeout_sec?: number | undefined
  readonly command?: readonly string[] | undefined
  readonly args?: readonly string[] | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Names of variables of the host. */
  readonly env_pass?: readonly string[] | undefined
  readonly cwd?: string | undefined
  /** The file whose digest is pinned. */
  readonly artifact?: string | undefined
  readonly url?: string | undefined
  readonly resources?: ResourcesTable | undefined
  readonly metadata?: FreeTable | undefined
  readonly limits?: LimitsTable | undefined
  readonly process?: ProcessTable | undefined
  readonly routes?: readonly RouteTable[] | undefined
  readonly tools?: readonly ToolTable[] | undefined
}

/** A table that may hold anything. */
type FreeTable = Readonly<Record<string, unknown>>

/** `[plugin.resources]` */
interface ResourcesTable {
  readonly required?: readonly string[] | undefined
  readonly optional?: readonly string[] | undefined
}

/** `[plugin.limits]`: never above the defaults. */
interface LimitsTable {
  readonly frame_bytes?: number | undefined
  readonly deadline_ms?: number | undefined
  readonly inflight?: number | undefined
}

/** `[plugin.process]` */
interface ProcessTable {
  readonly grants?: readonly string[] | undefined
  readonly sandbox?: boolean | string | undefined
}

/** `[[plugin.routes]]` */
interface RouteTable {
  readonly id: string
  readonly method: string
  readonly path: string
}

/** `[[plugin.tools]]` */
interface ToolTable {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  readonly input_schema?: FreeTable | undefined
}
