import {
  createRegistry,
  definePlugins,
  type PluginContext,
  type PluginEntry,
  type PluginHandle,
  pluginHost,
  type Registry,
} from '../../../src/runtime.ts'

/** What a test says of a plugin: what its entry has beyond the defaults, and what it does. */
export interface Sample extends Partial<Omit<PluginEntry, 'kind' | 'id' | 'name' | 'resources'>> {
  readonly required?: readonly string[]
  readonly optional?: readonly string[]
  /** Default: writes down what happens to it. */
  readonly plugin?: unknown
}

/** A plugin's entry as the build makes it, by an ID such as `llm:local`. */
export function pluginEntry(
  id: string,
  { required = [], optional = [], plugin: _, ...more }: Sample = {},
): PluginEntry {
  const [pluginKind = '', name = ''] = id.split(':')
  return {
    ...{
      kind: 'plugin',
      id,
      pluginKind,
      name,
      runtime: 'in_process',
      folder: `plugins/${pluginKind}/${name}`,
    },
    ...{ file: `plugins/${pluginKind}/${name}/plugin.ts`, exportName: 'Sample', priority: 0, dependsOn: [] },
    ...{ resources: { required, optional }, metadata: {}, startupTimeoutSec: 30, teardownTimeoutSec: 15 },
    ...{ scope: 'project', origin: 'plugins' },
    ...more,
  }
}

/** A class of plugins that write down what happens to them. */
export function recording(
  log: string[],
  name: string,
  waits: { setup?: () => unknown; teardown?: () => unknown } = {},
): new () => { setup(context: PluginContext): Promise<void>; teardown(): Promise<void> } {
  return class {
    async setup(_context: PluginContext) {
      log.push(`+${name}`)
      await waits.setup?.()
    }
    async teardown() {
      log.push(`-${name}`)
      await waits.teardown?.()
    }
  }
}

/** A registry of lazily loaded plugins, each exported as `Sample` by a file of its own. */
export function pluginRegistry(samples: Record<string, Sample>, log: string[] = []): Registry {
  const entries = Object.entries(samples).map(([id, sample]) => pluginEntry(id, sample))
  const loaders = Object.fromEntries(
    entries.map(({ id, name, file }) => {
      const Sample = samples[id]!.plugin ?? recording(log, name)
      return [file, async () => ({ Sample })]
    }),
  )
  return createRegistry([], {}, { plugins: pluginHost(definePlugins(JSON.stringify(entries)), loaders) })
}

/** Says of every plugin what has become of it. */
export function statuses(registry: Registry): Record<string, string> {
  return Object.fromEntries(registry.plugins().map(({ name, status }) => [name, status]))
}

/** Why a plugin is not there. */
export function reasonOf(registry: Registry, id: string): string | undefined {
  const [kind = '', name] = id.split(':')
  const { reason }: PluginHandle = registry.getPlugin(kind, name)
  return reason
}

/** Keeps the console quiet where a failure is meant, and gives what was told. */
export function hearErrors(registry: Registry): { id: string; error: unknown }[] {
  const heard: { id: string; error: unknown }[] = []
  registry.on('error', (event) => void heard.push(event))
  return heard
}
