import { resolve } from 'node:path'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import type { ProcessDescriptor, ProcessTool } from '../host/descriptor.ts'

/**
 * Makes the descriptor of a module in a process of its own out of what a build knows of its plugin.
 *
 * @param entry of a plugin with the runtime `process`
 * @param pluginRoot the folder that `folder` of the entry is relative to; empty for the working folder
 * @returns the descriptor: paths are absolute, a program that is named by a path belongs to the folder of the plugin, and
 *   what the manifest leaves out is left to the host
 */
export function processDescriptor(entry: PluginEntry, pluginRoot: string): ProcessDescriptor {
  const folder = resolve(pluginRoot, entry.folder)
  const { artifact, limits, routes, grants, env, envPass, sandbox, surfaceSha256 } = entry
  const [program = '', ...first] = entry.command ?? []
  return {
    name: entry.name,
    version: entry.version ?? '',
    command: [/[\\/]/.test(program) ? resolve(folder, program) : program, ...first, ...(entry.args ?? [])],
    cwd: resolve(folder, entry.cwd ?? ''),
    artifact: {
      path: artifact === undefined ? '' : resolve(folder, artifact.path),
      sha256: artifact?.sha256 ?? '',
    },
    ...(routes === undefined ? {} : { routes }),
    tools: (entry.tools ?? []).map(({ id, name, description, sha256 }): ProcessTool => {
      return { id, name, ...(description === undefined ? {} : { description }), sha256 }
    }),
    ...(grants === undefined ? {} : { requestedGrants: grants }),
    ...(limits === undefined ? {} : { limits }),
    ...(env === undefined ? {} : { env }),
    ...(envPass === undefined ? {} : { envPass: [...envPass] }),
    ...(sandbox === undefined ? {} : { sandbox }),
    ...(surfaceSha256 === undefined ? {} : { surfaceSha256 }),
  }
}
