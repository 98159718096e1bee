import type { CatalogEntry } from '../catalog/entry.ts'
import type { Contribution, Contributor } from '../kernel/contribution.ts'
import type { ModulePayload } from './contribute.ts'
import type { PlannedPlugin } from './plan-plugins.ts'
import type { IdentifiedModule } from './validate/identify-file.ts'
import type { IdentifiedTool } from './validate/plugin-tools.ts'

/** The tools of plugins in processes of their own, as modules whose file is the manifest. */
export class ToolModules {
  /** To be compared with the modules of files; each is one of those that {@link contributor} knows. */
  readonly modules: readonly IdentifiedModule[]
  readonly #owners = new Map<IdentifiedModule, { plugin: PlannedPlugin; tool: IdentifiedTool }>()

  constructor(plugins: readonly PlannedPlugin[]) {
    for (const plugin of plugins) {
      for (const tool of plugin.tools) this.#owners.set(asModule(plugin, tool), { plugin, tool })
    }
    this.modules = [...this.#owners.keys()]
  }

  /** Whether a module is a tool. */
  has(module: IdentifiedModule): boolean {
    return this.#owners.has(module)
  }

  /**
   * Offers tools to the kernel.
   *
   * @param modules those that nothing speaks against, each ID at most once
   */
  contributor(modules: readonly IdentifiedModule[]): Contributor {
    const contributions = modules.flatMap((module): Contribution[] => {
      const owner = this.#owners.get(module)
      if (owner === undefined) return []
      const entry = toolEntry(owner.plugin, owner.tool)
      const { kind, id, scope, origin, file: path, description } = entry
      const payload: ModulePayload = {
        ...{ entry, shape: 'object', plugin: owner.plugin.entry.folder },
        ...(description === undefined ? {} : { description }),
      }
      return [{ kind, id, source: { scope, origin, path }, payload }]
    })
    return { name: 'tools of plugins', contribute: () => contributions }
  }
}

/** A tool in the shape of what a scanner finds in a file, with the place that its manifest gives it. */
function asModule({ entry }: PlannedPlugin, { id, tool, at }: IdentifiedTool): IdentifiedModule {
  const { manifest: file = '', scope, origin } = entry
  const { line = 1, column = 1, endColumn = column } = at
  return {
    id,
    order: 0,
    source: { file, path: '', pathInRoot: file, root: { root: origin, scope } },
    descriptor: {
      ...{ name: tool, exportName: tool, implementsModule: true, shape: 'object' },
      ...{ line, column, endColumn },
    },
  }
}

/** What the catalog says of a tool. It has nothing to load ahead of time. */
function toolEntry(
  { entry: plugin }: PlannedPlugin,
  { id, tool, description, inputSchema }: IdentifiedTool,
): CatalogEntry {
  const { manifest = '', scope, origin, version } = plugin
  const schema = inputSchema === undefined ? {} : { inputSchema: inputSchema as object }
  return {
    ...{ kind: 'module', id, className: tool, exportName: tool, file: manifest },
    ...{ scope, origin, load: 'lazy' },
    ...(description === undefined ? {} : { description }),
    ...schema,
    ...(version === undefined ? {} : { version }),
  }
}
