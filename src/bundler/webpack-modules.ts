import { resolve } from 'pathe'
import type { Compiler } from 'webpack'
import type { Session } from './session.ts'
import { isVirtual, VIRTUAL_IDS } from './virtual-ids.ts'

/** Makes the specifiers of generated modules mean something to a compiler. Their text comes from a loader. */
export interface GeneratedModules {
  serve(compiler: Compiler, session: Session): void
}

/** What generated modules are called when they are loaded: by webpack, and by Rspack. */
export const LOADED_IDS =
  /^virtual:module-registry(?:\/catalog)?$|[\\/]virtual-module-registry(?:-catalog)?\.js$/

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
    const pathOf = (id: string): string => resolve(session.root, `${id.replace(/[:/]/g, '-')}.js`)
    const files = new VirtualModulesPlugin(Object.fromEntries(VIRTUAL_IDS.map((id) => [pathOf(id), ''])))
    files.apply(compiler)
    compiler.hooks.compilation.tap(NAME, (_, { normalModuleFactory }) => {
      normalModuleFactory.hooks.resolveForScheme.for('virtual').tap(NAME, (data) => {
        if (!isVirtual(data.resource)) return undefined
        const path = pathOf(data.resource)
        Object.assign(data as ResourceData, { resource: path, path, query: '', fragment: '' })
        return true
      })
    })
  },
}

interface RspackCompiler {
  rspack: {
    experiments: {
      VirtualModulesPlugin: new (files: Record<string, string>) => { apply(compiler: unknown): void }
    }
  }
}

const NAME = 'unplugin-module-registry'
