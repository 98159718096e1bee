import { compareText } from '../../util/compare.ts'
import type { EmittedModule } from './emitted-module.ts'
import { objectKey, stringLiteral } from './literal.ts'

/** How one kind of output imports the file of a module. */
export interface ImportSyntax {
  /** A static import that binds the namespace of a file to a name. */
  readonly eager: (binding: string, file: string) => string
  /** The expression of a dynamic import. */
  readonly lazy: (file: string) => string
}

/** The two places of a registry at which files are named. */
export interface Loaders {
  /** Static imports of the files that load together with the registry. */
  readonly imports: string[]
  /** The members of the object that maps each file to its loader. */
  readonly members: string[]
  /** What they need from the runtime entry. */
  readonly names: readonly string[]
}

/**
 * Renders one loader for each file, sorted, however many modules are in the file. A file with an eager module is
 * imported statically, for all of its modules, since a bundler could not split it off any more. The file of tools is the
 * manifest of their plugin, which nothing imports: they come from the constant `registry` of the same module.
 */
export function renderLoaders(modules: readonly EmittedModule[], syntax: ImportSyntax): Loaders {
  const tools = new Map(
    modules.flatMap(({ entry, plugin }) => (plugin === undefined ? [] : [[entry.file, plugin]])),
  )
  const eager = new Set(modules.filter(({ entry }) => entry.load === 'eager').map(({ entry }) => entry.file))
  const files = [...new Set(modules.map(({ entry }) => entry.file))].sort(compareText)
  const imports: string[] = []
  const members: string[] = []
  for (const file of files) {
    const binding = `m${imports.length}`
    if (eager.has(file)) imports.push(syntax.eager(binding, file))
    const plugin = tools.get(file)
    const loaded =
      plugin !== undefined
        ? `pluginTools(registry, ${stringLiteral(plugin)})`
        : eager.has(file)
          ? binding
          : syntax.lazy(file)
    members.push(`  ${objectKey(file)}: () => ${loaded},`)
  }
  return { imports, members, names: tools.size === 0 ? [] : ['pluginTools'] }
}
