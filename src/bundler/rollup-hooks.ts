import { resolve } from 'pathe'
import type { UnpluginOptions } from 'unplugin'
import { CATALOG_ID } from '../compiler/emit.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { eraseMarker } from './erase-marker.ts'
import { type RollupLog, toRollupError, toRollupWarning } from './report/rollup.ts'
import { hasErrors, type Session } from './session.ts'
import { fileSpecifier, isVirtual, OUR_IDS, OUR_SPECIFIERS, specifiedFile } from './virtual-ids.ts'

/**
 * The hooks of Rollup, which Rolldown and Vite share. They only start the pipeline and hand over its results.
 *
 * @param serving whether a dev server asks: it must start whatever is wrong, and learns of errors from `load`
 */
export function rollupHooks(session: Session, serving: () => boolean): Omit<UnpluginOptions, 'name'> {
  return {
    enforce: 'pre',
    async buildStart() {
      const { compilation, diagnostics } = await session.start()
      const { root } = session.compiler.options
      for (const folder of compilation?.inputs.folders ?? []) this.addWatchFile(resolve(root, folder))
      warn(this, diagnostics)
      if (hasErrors(diagnostics) && !serving()) throw toRollupError(diagnostics)
    },
    resolveId: {
      filter: { id: OUR_SPECIFIERS },
      async handler(specifier) {
        if (isVirtual(specifier)) return withoutSideEffects({ id: `\0${specifier}` })
        const file = specifiedFile(specifier)
        if (file === undefined) return undefined
        const { compilation } = await session.current()
        return compilation?.paths.get(file) ?? resolve(session.compiler.options.root, file)
      },
    },
    load: {
      filter: { id: OUR_IDS },
      async handler(id) {
        const { compilation, diagnostics } = await session.current()
        if (compilation === undefined || hasErrors(diagnostics)) throw toRollupError(diagnostics)
        const { emit } = compilation
        const code =
          id === `\0${CATALOG_ID}` ? emit.catalogModule() : emit.registryModule({ specifier: fileSpecifier })
        return withoutSideEffects({ code, map: EMPTY_MAP })
      },
    },
    transform: {
      filter: { code: /multiClass/ },
      async handler(code, id) {
        const { compilation } = await session.current()
        if (compilation === undefined || id.startsWith('\0')) return undefined
        const path = id.replace(/[?#].*$/, '')
        return eraseMarker(path, code, compilation, session.compiler.options.moduleFactories)
      },
    },
  }
}

/** Says that generated code needs no source map: without a word a dev server would make one, and inline all of it. */
const EMPTY_MAP = { version: 3, mappings: '', names: [], sources: [] } as never

/** Lets a bundler drop a generated module that nobody uses; unplugin's types do not know the flag, bundlers do. */
function withoutSideEffects<Result extends object>(result: Result): Result {
  return { ...result, moduleSideEffects: false }
}

function warn(context: unknown, diagnostics: readonly Diagnostic[]): void {
  const { warn: print } = context as { warn(log: RollupLog): void }
  for (const diagnostic of diagnostics) {
    if (diagnostic.severity === 'warning') print.call(context, toRollupWarning(diagnostic))
  }
}
