import { type EmittedModule, type EmittedPlugin, sortModules } from './emitted-module.ts'
import { HEADER } from './header.ts'
import { stringLiteral } from './literal.ts'
import { renderInstanceType, renderModuleMap, renderPluginMap } from './module-map.ts'
import type { RenderedList } from './rendered.ts'
import type { ImportExtension } from './specifier.ts'

/** What {@link renderDeclarations} prints. */
export interface DeclarationsInput {
  readonly modules: readonly EmittedModule[]
  readonly plugins?: readonly EmittedPlugin[]
  /** Path of the declaration file, relative to the project. */
  readonly path: string
  /** Default `.ts`, which a declaration file may import whatever the tsconfig allows elsewhere. */
  readonly importExtension?: ImportExtension
  /** Whether TypeScript reads JavaScript files in this project; default no. */
  readonly allowJs?: boolean
  /** What was rendered last, for projects that are rendered again and again. */
  readonly memory?: RenderedList<EmittedModule> | undefined
}

/**
 * Renders the declaration file: what `unplugin-module-registry/client` declares loosely, with the type of every
 * module under its ID.
 */
export function renderDeclarations(input: DeclarationsInput): string {
  const types = {
    modules: sortModules(input.modules),
    plugins: input.plugins ?? [],
    path: input.path,
    importExtension: input.importExtension ?? '.ts',
    allowJs: input.allowJs ?? false,
    runtime: 'unplugin-module-registry/runtime',
    memory: input.memory,
  }
  const members = renderModuleMap(types, '    ')
  const plugins = renderPluginMap(types, '    ')
  return [
    '/// <reference types="unplugin-module-registry/client" />',
    ...HEADER,
    '',
    'export {}',
    '',
    ...renderInstanceType(types),
    `declare module ${stringLiteral('virtual:module-registry')} {`,
    ...(members.length === 0 ? ['  interface ModuleMap {}'] : ['  interface ModuleMap {', ...members, '  }']),
    ...(plugins.length === 0 ? [] : ['', '  interface PluginMap {', ...plugins, '  }']),
    '}',
    '',
  ].join('\n')
}
