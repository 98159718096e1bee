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
  const modules = sortModules(input.modules)
  const chunks = renderChunks(modules, input)
  const options = renderOptions(instantiate !== undefined, input, importFile)
  const others = modules.filter(({ entry }) => !chunks.files.has(entry.file))
  const loaders = renderLoaders(others, {
    eager: (binding, file) => `import * as ${binding} from ${stringLiteral(specifier(file))}`,
    lazy: importFile,
  })
  return [
    `import { ${['createRegistry', ...chunks.names, ...options.names, ...loaders.names].join(', ')} } from ${stringLiteral(runtime)}`,
    `import { catalog } from ${stringLiteral(catalogId)}`,
    ...(instantiate === undefined ? [] : [`import instantiate from ${stringLiteral(instantiate)}`]),
    ...loaders.imports,
    '',
    'export { catalog }',
    '',
    `export const registry = /* @__PURE__ */ createRegistry(catalog, ${chunks.before}{`,
    ...loaders.members,
    `}${chunks.after}${options.text === '' ? '' : `, ${options.text}`})`,
    '',
    'export default registry',
    '',
  ].join('\n')
}

/** How the loaders of files in chunks are told: by what is put around those of all others. */
interface RenderedChunks {
  readonly files: ReadonlySet<string>
  readonly names: readonly string[]
  readonly before: string
  readonly after: string
}

/** Says where files are by the order of the catalog, which names them already; see `chunkLoaders` of the runtime. */
function renderChunks(
  modules: readonly EmittedModule[],
  { chunks, chunk }: Pick<RegistryModuleInput, 'chunks' | 'chunk'>,
): RenderedChunks {
  if (chunk === undefined || chunks === undefined || chunks.size === 0)
    return { files: new Set(), names: [], before: '', after: '' }
  const numbers = new Map(
    [...chunks.values()].flatMap((files, index) => files.map((file) => [file, index + 1])),
  )
  const runs: [length: number, chunk: number][] = []
  for (const { entry } of modules) {
    const number = numbers.get(entry.file) ?? 0
    const last = runs.at(-1)
    if (last?.[1] === number) last[0]++
    else runs.push([1, number])
  }
  const imports = [...chunks.keys()].map((name) => `  () => import(${stringLiteral(chunk(name))}),`)
  return {
    files: new Set(numbers.keys()),
    names: ['chunkLoaders'],
    before: '/* @__PURE__ */ chunkLoaders(catalog, ',
    after: [', [', ...imports, `], [${runs.join(',')}])`].join('\n'),
  }
}
