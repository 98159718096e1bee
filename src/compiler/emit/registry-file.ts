import { catalogLiteral } from './catalog-literal.ts'
import { type EmittedModule, sortModules } from './emitted-module.ts'
import { HEADER } from './header.ts'
import { stringLiteral } from './literal.ts'
import { renderLoaders } from './loaders.ts'
import { renderInstanceType, renderModuleMap, renderPluginMap } from './module-map.ts'
import { type RegistryOptionsInput, renderOptions } from './registry-options.ts'
import type { RenderedList } from './rendered.ts'
import { type ImportExtension, isJavaScript, relativeSpecifier, urlSpecifier } from './specifier.ts'

/** What {@link renderRegistryFile} prints. */
export interface RegistryFileInput extends RegistryOptionsInput {
  readonly modules: readonly EmittedModule[]
  /** Path of the file, relative to the project: `.ts` and `.mts` are typed, `.js` and `.mjs` plain. */
  readonly path: string
  /** Default: `.ts` in a TypeScript file, `.js` in a JavaScript file. */
  readonly importExtension?: ImportExtension
  /** Whether TypeScript reads JavaScript files in this project; default no. */
  readonly allowJs?: boolean
  /** Specifier of the runtime entry; default the package's own. */
  readonly runtime?: string
  /** What was rendered last, for projects that are rendered again and again. */
  readonly memory?: RenderedList<EmittedModule> | undefined
  /** Path of the file whose default export constructs the modules, relative to the project. */
  readonly instantiate?: string
}

/** What a typed file imports besides values. Its constants are annotated, for `isolatedDeclarations`. */
const TYPE_NAMES = ['type IdOf', 'type ModuleEntry', 'type Registry']

/**
 * Renders the registry as an ordinary file, for programs that run without a bundler: the same exports as
 * `virtual:module-registry`, with nothing to import but the runtime and the extension files.
 */
export function renderRegistryFile(input: RegistryFileInput): string {
  const { path, instantiate, runtime = 'unplugin-module-registry/runtime' } = input
  const modules = sortModules(input.modules)
  const typed = !isJavaScript(path)
  const importExtension = input.importExtension ?? (typed ? '.ts' : '.js')
  const { plugins = [] } = input
  const { memory } = input
  const types = { modules, plugins, path, importExtension, allowJs: input.allowJs ?? false, runtime, memory }
  const imports = fileImports(path, importExtension, typed, types.allowJs)
  const loaders = renderLoaders(modules, {
    eager: (binding, file) => imports.static(`* as ${binding}`, file),
    lazy: imports.dynamic,
  })
  const options = renderOptions(instantiate !== undefined, input, imports.dynamic)
  const names = [
    ...(typed ? TYPE_NAMES : []),
    'createRegistry',
    'defineCatalog',
    ...options.names,
    ...loaders.names,
  ]
  return [
    ...HEADER,
    `import { ${names.join(', ')} } from ${stringLiteral(runtime)}`,
    ...(instantiate === undefined ? [] : [imports.static('instantiate', instantiate)]),
    ...loaders.imports,
    '',
    ...(typed
      ? [
          ...renderInstanceType(types),
          ...typeLines(renderModuleMap(types, '  ')),
          ...pluginLines(renderPluginMap(types, '  ')),
        ]
      : []),
    `export const catalog${typed ? ': readonly ModuleEntry<ModuleId>[]' : ''} = /* @__PURE__ */ defineCatalog(${catalogLiteral(modules)})`,
    '',
    `export const registry${typed ? `: Registry<ModuleMap${plugins.length === 0 ? '' : ', PluginMap'}>` : ''} = /* @__PURE__ */ createRegistry(catalog, {`,
    ...loaders.members,
    `}${options.text === '' ? '' : `, ${options.text}`})`,
    '',
    'export default registry',
    '',
  ].join('\n')
}

function typeLines(members: readonly string[]): string[] {
  return [
    '/** The type of each module by its ID. */',
    ...(members.length === 0
      ? ['export interface ModuleMap {}']
      : ['export interface ModuleMap {', ...members, '}']),
    '',
    '/** The IDs that exist. */',
    'export type ModuleId = IdOf<ModuleMap>',
    '',
  ]
}

function pluginLines(members: string[]): string[] {
  if (members.length === 0) return []
  return [
    '/** The type of each plugin by its kind and its name. */',
    'export interface PluginMap {',
    ...members,
    '}',
    '',
  ]
}

/** Prints imports of project files so that TypeScript does not miss the types of those that it cannot read. */
function fileImports(path: string, importExtension: ImportExtension, typed: boolean, allowJs: boolean) {
  const describe = (file: string) => {
    const plain = relativeSpecifier(path, file, importExtension)
    const specifier = urlSpecifier(plain)
    return { specifier, unread: typed && ((isJavaScript(file) && !allowJs) || specifier !== plain) }
  }
  return {
    static(clause: string, file: string): string {
      const { specifier, unread } = describe(file)
      const line = `import ${clause} from ${stringLiteral(specifier)}`
      return unread ? `// @ts-ignore: TypeScript has no types for this file.\n${line}` : line
    },
    dynamic(file: string): string {
      const { specifier, unread } = describe(file)
      return `import(${stringLiteral(specifier)}${unread ? ' as string' : ''})`
    },
  }
}
