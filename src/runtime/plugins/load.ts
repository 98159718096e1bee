import type { PluginSource } from '../api.ts'
import { isModule } from '../load.ts'
import type { ExternalRuntimes } from './external.ts'
import type { PluginRecord, Plugins } from './state.ts'

/**
 * Gives the class or object of a plugin, once what was there before it has gone. Its file is asked for every time, so
 * that one that could not be fetched is tried again.
 *
 * @throws what loading throws; TypeError when the file has no such export
 */
export async function loadPlugin(
  { leaving, pluginRoot }: Plugins,
  record: PluginRecord,
): Promise<PluginSource> {
  const { entry, from, id } = record
  await leaving.get(id)
  if ('plugin' in from) return from.plugin
  const external = externalRuntime(record)
  if (external !== undefined) return (await external())(entry, { pluginRoot })
  const { file = '', exportName = '' } = entry
  if (!Object.hasOwn(from.loaders, file)) throw new TypeError(`there is no loader for "${file}"`)
  const namespace = (await from.loaders[file]!()) as Record<string, unknown>
  const exported = Object.hasOwn(namespace, exportName) && namespace[exportName]
  if (isModule(exported)) return exported as PluginSource
  throw new TypeError(`"${file}" exports no class or object as "${exportName}"`)
}

/** Whether a plugin runs elsewhere, and not in this program. */
export function isExternal({ entry, from }: PluginRecord): boolean {
  return 'loaders' in from && entry.runtime !== 'in_process'
}

/** How to get what runs a plugin elsewhere; nothing for one that runs here, or cannot be run by this program. */
export function externalRuntime(record: PluginRecord): ExternalRuntimes[keyof ExternalRuntimes] {
  const { entry, from } = record
  if (!isExternal(record) || !('loaders' in from)) return undefined
  return entry.runtime.startsWith('mcp') ? from.external.mcp : from.external.child
}
