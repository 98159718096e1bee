import { chunkMember } from './chunk-module.ts'
import { type EmittedModule, sortModules } from './emitted-module.ts'
import { stringLiteral } from './literal.ts'
import { renderLoaders } from './loaders.ts'
import { type RegistryOptionsInput, renderOptions } from './registry-options.ts'

/** What {@link renderRegistryModule} prints. */
export interface RegistryModuleInput extends RegistryOptionsInput {
  readonly modules: readonly EmittedModule[]
  /** Specifier of the runtime entry. */
  readonly runtime: string
  /** Specifier of the catalog module, whose catalog this one hands on. */
  readonly catalogId: string
  /** Maps a file, relative to the project, to the specifier under which the bundler finds it. */
  readonly specifier: (file: string) => string
  /** Files that are loaded together, by the names of their chunks. */
  readonly chunks?: ReadonlyMap<string, readonly string[]>
  /** Specifier of the module that holds the files of a chunk. */
  readonly chunk?: (name: string) => string
  /** Specifier of the file whose default export constructs the modules. */
  readonly instantiate?: string
}

/**
 * Renders `virtual:module-registry`: the catalog, and a registry with one loader for each extension file.
 *
 * @returns the source of an ES module in plain JavaScript; an application that uses none of its exports drops it whole
 */
export function renderRegistryModule(input: RegistryModuleInput): string {
  const { runtime, catalogId, specifier, instantiate } = input
  const importFile = (file: string): string => `import(${stringLiteral(specifier(file))})`
  const members = chunkMembers(input)
  const options = renderOptions(instantiate !== undefined, input, importFile)
  const loaders = renderLoaders(sortModules(input.modules), {
    eager: (binding, file) => `import * as ${binding} from ${stringLiteral(specifier(file))}`,
    lazy: (file) => members.get(file) ?? importFile(file),
  })
  return [
    `import { ${['createRegistry', ...options.names, ...loaders.names].join(', ')} } from ${stringLiteral(runtime)}`,
    `import { catalog } from ${stringLiteral(catalogId)}`,
    ...(instantiate === undefined ? [] : [`import instantiate from ${stringLiteral(instantiate)}`]),
    ...loaders.imports,
    '',
    'export { catalog }',
    '',
    'export const registry = /* @__PURE__ */ createRegistry(catalog, {',
    ...loaders.members,
    `}${options.text === '' ? '' : `, ${options.text}`})`,
    '',
    'export default registry',
    '',
  ].join('\n')
}

/** For each file in a chunk, the expression that gets it out of there. */
function chunkMembers({ chunks = new Map(), chunk }: RegistryModuleInput): ReadonlyMap<string, string> {
  if (chunk === undefined) return new Map()
  return new Map(
    [...chunks].flatMap(([name, files]) => {
      const loaded = `import(${stringLiteral(chunk(name))})`
      return files.map(
        (file, index) => [file, `${loaded}.then((chunk) => chunk.${chunkMember(index)})`] as const,
      )
    }),
  )
}
