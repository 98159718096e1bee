import type { EmittedModule } from './emitted-module.ts'
import { docComment, isIdentifier, stringLiteral } from './literal.ts'
import { type ImportExtension, isJavaScript, relativeSpecifier } from './specifier.ts'

/** What the types of modules depend on, besides the modules. */
export interface ModuleMapInput {
  readonly modules: readonly EmittedModule[]
  /** The file that the types are printed into, relative to the project. */
  readonly path: string
  readonly importExtension: ImportExtension
  /** Whether TypeScript reads JavaScript files in this project. */
  readonly allowJs: boolean
  /** Specifier of the runtime entry. */
  readonly runtime: string
}

/**
 * Renders the members of `ModuleMap`: each ID with the type of its module, under the module's description.
 *
 * @param indent what stands before each line
 */
export function renderModuleMap(input: ModuleMapInput, indent: string): string[] {
  return input.modules.flatMap((module) => [
    ...docComment(module.entry.description ?? '', indent),
    `${indent}${stringLiteral(module.entry.id)}: ${moduleType(module, input)}`,
  ])
}

/**
 * Renders the type that {@link renderModuleMap} takes instances of, for the shapes that have no name of their own
 * for it; nothing where no module needs it. The global `InstanceType` refuses classes with a private constructor.
 */
export function renderInstanceType(input: ModuleMapInput): string[] {
  if (!input.modules.some((module) => moduleType(module, input).startsWith(INSTANCE_TYPE))) return []
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

function moduleType({ entry, shape }: EmittedModule, input: ModuleMapInput): string {
  const { path, importExtension, allowJs, runtime } = input
  if (isJavaScript(entry.file) && !allowJs) return `import(${stringLiteral(runtime)}).Module`
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
