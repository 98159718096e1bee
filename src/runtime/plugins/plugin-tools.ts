import type { Context, Module, Registry } from '../api.ts'
import { callTool } from './call-tool.ts'
import { PluginNotFoundError } from './errors.ts'
import { pluginsOf } from './host.ts'
import type { PluginRecord, Plugins } from './state.ts'

/**
 * Gives the modules of a plugin that runs in a process of its own: one for each tool of its manifest, under the name of
 * the tool. A generated module loads them as it loads the namespace of a file. Each call reaches the plugin as it is at
 * that moment, in the registry that runs the call.
 *
 * @param registry for callers that hold such a module and give no context
 * @param folder that of the plugin, as its entry has it
 */
export function pluginTools(registry: Registry, folder: string): Readonly<Record<string, Module>> {
  const tools: Record<string, Module> = Object.create(null)
  const { entry, handle } = findByFolder(pluginsOf(registry), folder) ?? {}
  for (const { id } of entry?.tools ?? []) {
    tools[id] = {
      execute(inputs: unknown, context?: Context) {
        const plugins = pluginsOf(context?.registry ?? registry)
        const record = findByFolder(plugins, folder)
        if (record === undefined)
          throw new PluginNotFoundError(handle?.kind ?? '', handle?.name ?? folder, [])
        return callTool(record, id, inputs, context)
      },
    }
  }
  return tools
}

/** The plugin of a folder, or the one that took its place by hand. */
function findByFolder({ built, records }: Plugins, folder: string): PluginRecord | undefined {
  const isThere = (entry: { readonly folder: string }) => entry.folder === folder
  const entry = [...built.entries.values()].find(isThere)
  return records.get(entry?.id ?? '') ?? [...records.values()].find((record) => isThere(record.entry))
}
