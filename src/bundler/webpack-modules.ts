import type { Compiler } from 'webpack'
import { PROJECT_PATHS, projectPath, specifierOf } from './project-ids.ts'
import type { Session } from './session.ts'
import { isVirtual } from './virtual-ids.ts'

/** Makes the specifiers of generated modules mean something to a compiler. Their text comes from a loader. */
export interface GeneratedModules {
  serve(compiler: Compiler, session: Session): void
}

/** What generated modules are called when they are loaded: by webpack, and by Rspack. */
export const LOADED_IDS = new RegExp(`^virtual:module-registry(?:$|/)|${PROJECT_PATHS.source}`)

/** The specifier of a generated module that is being loaded. */
export function loadedId(id: string): string {
  return id.startsWith('virtual:') ? id : specifierOf(id)
}

interface ResourceData {
  resource: string
  path?: string
  query?: string
  fragment?: string
  context?: string
}

/** In webpack, `virtual:` is a scheme that lacks somebody who reads it. */
export const webpackModules: GeneratedModules = {
  serve(compiler, session) {
    const { NormalModule } = compiler.webpack
    compiler.hooks.compilation.tap(NAME, (compilation, { normalModuleFactory }) => {
      normalModuleFactory.hooks.resolveForScheme.for('virtual').tap(NAME, (data) => {
        if (!isVirtual(data.resource)) return undefined
        const { resource: path } = data
        Object.assign(data as ResourceData, { path, query: '', fragment: '', context: session.root })
        return true
      })
      const { readResource } = NormalModule.getCompilationHooks(compilation)
      readResource
        .for('virtual')
        .tap(NAME, ({ resource }) => (isVirtual(resource) ? '' : (undefined as never)))
    })
  },
}

/** In Rspack, which reads files only, they are files in the project that are nowhere but in its memory. */
export const rspackModules: GeneratedModules = {
  serve(compiler, session) {
    const { VirtualModulesPlugin } = (compiler as unknown as RspackCompiler).rspack.experiments
    const files = new VirtualModulesPlugin()
    files.apply(compiler)
    const made = new Set<string>()
    compiler.hooks.compilation.tap(NAME, (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.resolveForScheme.for('virtual').tap(NAME, (data) => {
        if (!isVirtual(data.resource)) return undefined
        const path = projectPath(session, data.resource)
        if (!made.has(path)) files.writeModule(path, '')
        made.add(path)
        Object.assign(data as ResourceData, { resource: path, path, query: '', fragment: '' })
        return true
      })
    })
  },
}

interface RspackCompiler {
  rspack: {
    experiments: {
      VirtualModulesPlugin: new () => {
        apply(compiler: unknown): void
        writeModule(path: string, text: string): void
      }
    }
  }
}

const NAME = 'unplugin-module-registry'
