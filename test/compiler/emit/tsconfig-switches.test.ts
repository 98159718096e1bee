import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTsconfig } from '../../../src/compiler/parse/module-resolution.ts'
import { readPlainTsconfig } from '../../../src/compiler/parse/plain-tsconfig.ts'
import { readSwitches } from '../../../src/compiler/parse/tsconfig-switches.ts'
import { memoryHost } from '../../support/memory-host.ts'

const value = fc.constantFrom<unknown>(true, false, true, false, null, 'yes', undefined)
const compilerOptions = fc.record(
  {
    allowJs: value,
    checkJs: value,
    allowImportingTsExtensions: value,
    rewriteRelativeImportExtensions: value,
    strict: fc.boolean(),
    paths: fc.constant({ '@/*': ['./src/*'] }),
  },
  { requiredKeys: [] },
)
const parent = fc.constantFrom(
  './base.json',
  './base',
  '../base.json',
  './none.json',
  'shared',
  'shared/strict',
  'shared/strict.json',
  '@scope/shared/base.json',
  'modern/base.json',
  'none/base.json',
  '.',
  './folder',
)
const config = fc
  .record(
    {
      extends: fc.oneof(parent, fc.array(parent, { maxLength: 3 })),
      compilerOptions,
      include: fc.constant(['src']),
    },
    { requiredKeys: [] },
  )
  .chain((json) => fc.constantFrom(JSON.stringify(json), decorated(json), `\ufeff${JSON.stringify(json)}`))

function decorated(json: object): string {
  return JSON.stringify(json, null, 2)
    .replace('{', '{ // "extends": "./none.json",\n /* } */ "//": "/* no */ \\" // comment",')
    .replace(/([}\]"el])(\s*\n\s*[}\]])/g, '$1,$2')
}

const manifest = (more: object): string => JSON.stringify({ name: 'x', version: '1.0.0', ...more })

it('reads what the compiler reads, and most of it without the compiler', () => {
  let plain = 0
  fc.assert(
    fc.property(fc.array(config, { minLength: 9, maxLength: 9 }), (texts) => {
      const [own, base, outer, shared, strict, scoped, modern, scopedDefault, broken] = texts as string[]
      const host = memoryHost({
        'tsconfig.json': own!,
        'base.json': base!,
        '/base.json': outer!,
        'folder/tsconfig.json': broken!,
        'node_modules/shared/package.json': manifest({}),
        'node_modules/shared/tsconfig.json': shared!,
        'node_modules/shared/strict.json': strict!,
        'node_modules/@scope/shared/package.json': manifest({}),
        'node_modules/@scope/shared/base.json': scoped!,
        'node_modules/@scope/shared/tsconfig.json': scopedDefault!,
        'node_modules/modern/package.json': manifest({ exports: { './base.json': './inner.json' } }),
        'node_modules/modern/inner.json': modern!,
      })
      const names = [
        'allowJs',
        'checkJs',
        'allowImportingTsExtensions',
        'rewriteRelativeImportExtensions',
      ] as const
      const pick = (options: Record<string, unknown> | undefined) =>
        names.map((name) => options?.[name] ?? false)
      expect(pick(readSwitches(`${host.root}/src`, host))).toEqual(
        pick(readTsconfig(`${host.root}/src`, host) as Record<string, unknown>),
      )
      if (readPlainTsconfig(`${host.root}/tsconfig.json`, host) !== undefined) plain++
    }),
    { numRuns: 1000 },
  )
  expect(plain).toBeGreaterThan(200)
})
