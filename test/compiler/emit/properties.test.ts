import { transformSync } from 'esbuild'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { CatalogEntry } from '../../../src/catalog/entry.ts'
import { renderCatalogModule } from '../../../src/compiler/emit/catalog-module.ts'
import { renderDeclarations } from '../../../src/compiler/emit/declarations.ts'
import type { EmittedModule } from '../../../src/compiler/emit/emitted-module.ts'
import { renderRegistryFile } from '../../../src/compiler/emit/registry-file.ts'
import { renderRegistryModule } from '../../../src/compiler/emit/registry-module.ts'
import { evaluate } from './evaluate.ts'
import { hostileText } from './hostile-text.ts'

const runtime = 'unplugin-module-registry/runtime'

/** A name of a file or folder; half a surrogate pair is none. */
const name = hostileText().map((text) => text.replace(/[/\\\p{Cs}]/gu, '') || 'x')
const file = fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => `extensions/${parts.join('/')}.ts`)

const emittedModule: fc.Arbitrary<EmittedModule> = fc.record({
  entry: fc.record(
    {
      kind: fc.constant('module'),
      id: hostileText(),
      className: hostileText(),
      exportName: fc.oneof(hostileText(), fc.constantFrom('default', 'A', 'delete')),
      file,
      scope: hostileText(),
      origin: hostileText(),
      load: fc.constantFrom('lazy' as const, 'eager' as const),
      description: hostileText(),
      tags: fc.array(hostileText()),
      inputSchema: fc.jsonValue(),
    },
    { requiredKeys: ['kind', 'id', 'className', 'exportName', 'file', 'scope', 'origin', 'load'] },
  ) as fc.Arbitrary<CatalogEntry>,
  shape: fc.constantFrom(
    'class' as const,
    'generic-class' as const,
    'class-expression' as const,
    'object' as const,
  ),
})

const moduleList = fc.uniqueArray(emittedModule, { maxLength: 6, selector: ({ entry }) => entry.id })

/** What a catalog must hold: the entries sorted, as JSON keeps them. */
function expectedCatalog(modules: readonly EmittedModule[]): unknown {
  const entries = modules.map(({ entry }) => entry).sort((a, b) => (a.id < b.id ? -1 : 1))
  return JSON.parse(JSON.stringify(entries))
}

function renderAll(modules: readonly EmittedModule[]) {
  return {
    registry: renderRegistryModule({
      modules,
      runtime,
      catalogId: 'c',
      specifier: (path) => `/root/${path}`,
    }),
    catalog: renderCatalogModule({ modules, runtime }),
    plain: renderRegistryFile({ modules, path: 'src/gen.js', importExtension: '.ts' }),
    typed: renderRegistryFile({ modules, path: 'src/gen.ts' }),
    declarations: renderDeclarations({ modules, path: 'src/gen.d.ts' }),
  }
}

it('carries any entry to the catalog unchanged', () => {
  fc.assert(
    fc.property(moduleList, (modules) => {
      const { catalog, plain, typed } = renderAll(modules)
      const expected = expectedCatalog(modules)
      // Plain copies, since the evaluated ones have the prototypes of another realm.
      expect(JSON.parse(JSON.stringify(evaluate(catalog).catalog))).toEqual(expected)
      expect(JSON.parse(JSON.stringify(evaluate(plain).catalog))).toEqual(expected)
      expect(JSON.parse(JSON.stringify(evaluate(typed, { loader: 'ts' }).catalog))).toEqual(expected)
    }),
  )
})

it('has a loader for each file, which imports what the bundler was asked for', async () => {
  await fc.assert(
    fc.asyncProperty(moduleList, async (modules) => {
      const catalog = ['the catalog']
      const code = renderAll(modules).registry
      const { registry, ...exported } = evaluate(code, { imports: { c: { catalog } } })
      expect(exported.catalog).toBe(catalog)
      expect(exported.default).toBe(registry)
      expect(registry.catalog).toBe(catalog)
      const files = [...new Set(modules.map(({ entry }) => entry.file))].sort()
      expect(Object.keys(registry.loaders)).toEqual(files)
      for (const path of files) {
        expect(await registry.loaders[path]!()).toMatchObject({ default: `/root/${path}` })
      }
    }),
  )
})

it('is safe in an inline script, and parses as what it is', () => {
  fc.assert(
    fc.property(moduleList, (modules) => {
      const { registry, catalog, plain, declarations } = renderAll(modules)
      for (const code of [registry, catalog, plain]) expect(code).not.toContain('<')
      for (const code of Object.values(renderAll(modules))) expect(code).not.toMatch(/[\r\u2028\u2029\ufeff]/)
      expect(() => transformSync(declarations, { loader: 'ts' })).not.toThrow()
    }),
  )
})

it('does not show the order in which modules were given', () => {
  const shuffled = moduleList.chain((modules) =>
    fc.tuple(fc.constant(modules), fc.shuffledSubarray(modules, { minLength: modules.length })),
  )
  fc.assert(
    fc.property(shuffled, ([modules, others]) => {
      expect(renderAll(others)).toEqual(renderAll(modules))
    }),
  )
})
