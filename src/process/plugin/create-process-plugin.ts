import type { CreateExternalPlugin } from '../../runtime/plugins/external.ts'
import { Supervisor } from '../host/supervisor.ts'
import { processPlugins } from './process-plugin.ts'

/**
 * Makes a plugin that runs in a process of its own, under a {@link Supervisor}. Generated modules of builds for a server
 * hand it to the registry, which starts and stops the plugin with the others.
 */
export const createProcessPlugin: CreateExternalPlugin = (entry, options) => {
  const create = processPlugins((descriptor, settings) => new Supervisor(descriptor, settings))
  return create(entry, options)
}
