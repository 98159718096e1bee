import { runInNewContext } from 'node:vm'
import { transformSync } from 'esbuild'
import type { CatalogEntry } from '../../../src/catalog/entry.ts'

/** What a generated module exports, with the runtime's functions replaced by ones that keep their arguments. */
export interface Evaluated {
  catalog: CatalogEntry[]
  registry: {
    catalog: CatalogEntry[]
    loaders: Record<string, () => unknown>
    options: { instantiate?: unknown; reservedWords?: string[] } | undefined
  }
  default: unknown
}

/**
 * Runs generated code. Whatever it imports is `{ from: specifier }`, but for the specifiers in `imports`.
 *
 * @throws when the code does not parse, as plain JavaScript or as TypeScript
 */
export function evaluate(
  code: string,
  { loader = 'js', imports = {} }: { loader?: 'js' | 'ts'; imports?: Record<string, unknown> } = {},
): Evaluated {
  const { code: script } = transformSync(code, {
    loader,
    format: 'cjs',
    supported: { 'dynamic-import': false },
  })
  const runtime = {
    defineCatalog: (json: string) => JSON.parse(json),
    createRegistry: (catalog: unknown, loaders: unknown, options: unknown) => ({ catalog, loaders, options }),
  }
  const known = new Map(Object.entries({ 'unplugin-module-registry/runtime': runtime, ...imports }))
  const module = { exports: {} as Evaluated }
  const require = (specifier: string) => known.get(specifier) ?? { __esModule: true, default: specifier }
  runInNewContext(script, { module, require, JSON })
  return module.exports
}
