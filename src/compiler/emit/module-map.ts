import { compareText } from '../../util/compare.ts'
import type { ModuleShape } from '../parse/class-descriptor.ts'
import type { EmittedModule, EmittedPlugin } from './emitted-module.ts'
import { docComment, isIdentifier, stringLiteral } from './literal.ts'
import { RenderedList } from './rendered.ts'
import { type ImportExtension, isJavaScript, relativeSpecifier } from './specifier.ts'

/** What the types of modules depend on, besides the modules. */
export interface ModuleMapInput {
  readonly modules: readonly EmittedModule[]
  readonly plugins: readonly EmittedPlugin[]
  /** The file that the types are printed into, relative to the project. */
  readonly path: string
  readonly importExtension: ImportExtension
  /** Whether TypeScript reads JavaScript files in this project. */
  readonly allowJs: boolean
  /** Specifier of the runtime entry. */
  readonly runtime: string
  /** What was rendered last, for projects that are rendered again and again. */
  readonly memory?: RenderedList<EmittedModule> | undefined
}

/**
 * Renders the members of `ModuleMap`: each ID with the type of its module, under the module's description.
 *
 * @param indent what stands before each line
 */
export function renderModuleMap(input: ModuleMapInput, indent: string): readonly string[] {
  return rememberFor(input, indent, (module) =>
    [
      ...docComment(module.entry.description ?? '', indent),
      `${indent}${stringLiteral(module.entry.id)}: ${moduleType(module, input)}`,
    ].join('\n'),
  )
}

function rememberFor(
  { modules, path, importExtension, allowJs, runtime, memory = new RenderedList() }: ModuleMapInput,
  what: string,
  render: (module: EmittedModule) => string,
): readonly string[] {
  return memory.of(modules, [path, importExtension, allowJs, runtime, what].join('\n'), render)
}

/**
 * Renders the members of `PluginMap`: each kind with the names of its plugins, and those with the types of instances.
 *
 * @param indent what stands before each line
 */
export function renderPluginMap(input: ModuleMapInput, indent: string): string[] {
  const kinds = [...new Set(input.plugins.map(({ entry }) => entry.pluginKind))].sort(compareText)
  return kinds.flatMap((kind) => {
    const plugins = input.plugins
      .filter(({ entry }) => entry.pluginKind === kind)
      .sort((a, b) => compareText(a.entry.name, b.entry.name))
    return [
      `${indent}${stringLiteral(kind)}: {`,
      ...plugins.map(
        (plugin) => `${indent}  ${stringLiteral(plugin.entry.name)}: ${pluginType(plugin, input)}`,
      ),
      `${indent}}`,
    ]
  })
}

/**
 * Renders the type that {@link renderModuleMap} takes instances of, for the shapes that have no name of their own
 * for it; nothing where no module needs it. The global `InstanceType` refuses classes with a private constructor.
 */
export function renderInstanceType(input: ModuleMapInput): string[] {
  const isNeeded =
    rememberFor(input, 'InstanceType', (module) => (hasInstanceType(module, input) ? 'yes' : '')).includes(
      'yes',
    ) || input.plugins.some((plugin) => pluginType(plugin, input).startsWith(INSTANCE_TYPE))
  if (!isNeeded) return []
  return [
    '/** Like the global type of this name, but for classes with a private constructor too. */',
    `type ${INSTANCE_TYPE}Class> = Class extends abstract new (...args: any) => infer Instance`,
    '  ? Instance',
    '  : Class extends { prototype: infer Instance }',
    '    ? Instance',
    '    : never',
    '',
  ]
}

const INSTANCE_TYPE = 'InstanceType<'

/** A module object, or a class with a plain name in TypeScript, has a type that needs no help. */
function hasInstanceType(module: EmittedModule, input: ModuleMapInput): boolean {
  const { entry, shape } = module
  const isPlain = shape === 'object' || (shape === 'class' && isIdentifier(entry.exportName))
  if (isPlain && !isJavaScript(entry.file)) return false
  return moduleType(module, input).startsWith(INSTANCE_TYPE)
}

function moduleType({ entry, shape, plugin }: EmittedModule, input: ModuleMapInput): string {
  if (plugin !== undefined) return looseType('Module', input)
  return exportType(entry, shape, 'Module', input)
}

/** A plugin that runs elsewhere has no class here. */
function pluginType({ entry, shape }: EmittedPlugin, input: ModuleMapInput): string {
  const { file, exportName } = entry
  if (entry.runtime !== 'in_process') return looseType('ExternalPlugin', input)
  if (file === undefined || exportName === undefined || shape === undefined) return looseType('Plugin', input)
  return exportType({ file, exportName }, shape, 'Plugin', input)
}

function looseType(name: string, { runtime }: ModuleMapInput): string {
  return `import(${stringLiteral(runtime)}).${name}`
}

/** @param loose the interface to fall back to for what TypeScript does not read */
function exportType(
  entry: { readonly file: string; readonly exportName: string },
  shape: ModuleShape,
  loose: string,
  input: ModuleMapInput,
): string {
  const { path, importExtension, allowJs } = input
  if (isJavaScript(entry.file) && !allowJs) return looseType(loose, input)
  const namespace = `import(${stringLiteral(relativeSpecifier(path, entry.file, importExtension))})`
  const hasPlainName = isIdentifier(entry.exportName)
  const value = hasPlainName
    ? `typeof ${namespace}.${entry.exportName}`
    : `typeof ${namespace}[${stringLiteral(entry.exportName)}]`
  if (shape === 'object') return value
  // A class in JavaScript can have type parameters in a comment.
  if (shape === 'class' && hasPlainName && !isJavaScript(entry.file))
    return `${namespace}.${entry.exportName}`
  return `${INSTANCE_TYPE}${value}>`
}
