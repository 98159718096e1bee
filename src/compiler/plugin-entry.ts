import type { PluginEntry, PluginLaunch, PluginTool } from '../catalog/plugin-entry.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { surfaceDigestText, toolDigestText } from '../util/digest-text.ts'
import { sha256Of } from './sha256.ts'
import type { Artifact } from './validate/artifact.ts'
import type { PluginClass } from './validate/entry-point.ts'
import type { ParsedPlugin } from './validate/plugin-dependencies.ts'
import type { IdentifiedTool } from './validate/plugin-tools.ts'

/** Time limits where a manifest gives none, in seconds. */
const STARTUP_TIMEOUT = 30
const TEARDOWN_TIMEOUT = 15

/** What was found of a plugin beside its manifest. */
interface PluginFindings {
  /** The class of an in-process plugin. */
  readonly found?: PluginClass | undefined
  /** What a plugin in a process of its own is pinned to. */
  readonly artifact?: Artifact | undefined
  readonly tools?: readonly IdentifiedTool[] | undefined
}

/**
 * What the catalog says of a plugin; its keys are sorted, so that equal entries are equal texts wherever they are printed.
 *
 * @param dependsOn resolved IDs
 */
export function pluginEntry(
  plugin: ParsedPlugin,
  dependsOn: readonly string[],
  { found, artifact, tools }: PluginFindings,
): PluginEntry {
  const { source, manifest } = plugin
  const { table, metadata } = manifest
  const { required = [], optional = [] } = table.resources ?? {}
  const runtime = table.runtime ?? 'in_process'
  const entry: PluginEntry = {
    kind: 'plugin',
    id: manifest.id,
    pluginKind: table.kind,
    name: table.name,
    runtime,
    folder: source.folder,
    ...(found === undefined ? {} : { file: found.file, exportName: found.exportName }),
    priority: table.priority ?? 0,
    dependsOn,
    resources: { required, optional },
    metadata,
    ...(table.version === undefined ? {} : { version: table.version }),
    startupTimeoutSec: table.startup_timeout_sec ?? STARTUP_TIMEOUT,
    teardownTimeoutSec: table.teardown_timeout_sec ?? TEARDOWN_TIMEOUT,
    scope: source.scope,
    origin: source.origin,
    ...(runtime === 'in_process' ? {} : { manifest: source.manifest, ...launchOf(plugin, artifact) }),
    ...(runtime === 'process' ? inProcessOfItsOwn(plugin, tools ?? []) : {}),
  }
  return JSON.parse(canonicalJson(entry))
}

/** How a plugin is run; what its manifest leaves out is absent. */
function launchOf({ manifest: { table } }: ParsedPlugin, artifact: Artifact | undefined): PluginLaunch {
  const { limits, process: rights } = table
  const launch = {
    command: table.command,
    args: table.args,
    env: table.env,
    envPass: table.env_pass,
    cwd: table.cwd,
    url: table.url,
    artifact,
    limits: limits && withoutAbsent(lowered(limits)),
    grants: rights?.grants,
    sandbox: rights?.sandbox,
    routes: table.routes,
  }
  return withoutAbsent(launch)
}

/** Limits of the manifest in the catalog's words; 0 leaves a limit to the host. */
function lowered({
  frame_bytes,
  deadline_ms,
  inflight,
}: NonNullable<ParsedPlugin['manifest']['table']['limits']>) {
  return {
    frameBytes: frame_bytes || undefined,
    deadlineMs: deadline_ms || undefined,
    inflight: inflight || undefined,
  }
}

/** What the module protocol pins: the digests of tools as the manifest describes them, and of all that is shown. */
function inProcessOfItsOwn(
  { manifest: { table } }: ParsedPlugin,
  identified: readonly IdentifiedTool[],
): Pick<PluginEntry, 'tools' | 'surfaceSha256'> {
  const tools = identified.map(({ id, tool, name, description, inputSchema }): PluginTool => {
    const sha256 = sha256Of(toolDigestText({ id: tool, name, description, inputSchema }))
    return { id: tool, name, ...(description === undefined ? {} : { description }), module: id, sha256 }
  })
  const { name, version = '', routes = [] } = table
  const surface = { name, version, routes, tools, grants: table.process?.grants ?? [] }
  return { tools, surfaceSha256: sha256Of(surfaceDigestText(surface)) }
}

type Present<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> }

function withoutAbsent<T extends object>(table: T): Present<T> {
  return Object.fromEntries(Object.entries(table).filter(([, value]) => value !== undefined)) as Present<T>
}
