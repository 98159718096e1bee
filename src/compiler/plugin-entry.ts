import type { PluginEntry } from '../catalog/plugin-entry.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import type { PluginClass } from './validate/entry-point.ts'
import type { ParsedPlugin } from './validate/plugin-dependencies.ts'

/** Time limits where a manifest gives none, in seconds. */
const STARTUP_TIMEOUT = 30
const TEARDOWN_TIMEOUT = 15

/**
 * What the catalog says of a plugin; its keys are sorted, so that equal entries are equal texts wherever they are printed.
 *
 * @param dependsOn resolved IDs
 * @param found the class of an in-process plugin
 */
export function pluginEntry(
  { source, manifest }: ParsedPlugin,
  dependsOn: readonly string[],
  found: PluginClass | undefined,
): PluginEntry {
  const { table, metadata } = manifest
  const { required = [], optional = [] } = table.resources ?? {}
  const entry: PluginEntry = {
    kind: 'plugin',
    id: manifest.id,
    pluginKind: table.kind,
    name: table.name,
    runtime: table.runtime ?? 'in_process',
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
  }
  return JSON.parse(canonicalJson(entry))
}
