import { join, relative } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createModuleResolver } from '../../src/compiler/parse/module-resolution.ts'
import { resolvePlainly } from '../../src/compiler/parse/plain-resolution.ts'
import { type MemoryHost, memoryHost } from '../support/memory-host.ts'

const folder = fc.constantFrom('', 'src/', 'src/', 'src/lib/', 'other/', 'node_modules/b/')
const name = fc.constantFrom('a', 'a', 'a', 'lib', 'a.b', 'index')
const extension = fc.constantFrom(
  ...[
    '.ts',
    '.ts',
    '.ts',
    '.tsx',
    '.d.ts',
    '.mts',
    '.cts',
    '.d.mts',
    '.js',
    '.jsx',
    '.mjs',
    '.cjs',
    '.json',
    '',
  ],
  ...['.ios.ts', '.js.ts', '.ts.ts', '.d.js.ts', '/index.ts', '/package.json'],
)
const file = fc.tuple(folder, name, extension).map((parts) => parts.join(''))
const specifier = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(
        './',
        '../',
        './lib/',
        '../lib/',
        './../',
        '../../',
        './a/',
        '.',
        '..',
        './/',
        '@/',
        '',
      ),
      name,
      fc.constantFrom(
        '',
        '',
        '.js',
        '.ts',
        '.tsx',
        '.mjs',
        '.mts',
        '.cjs',
        '.jsx',
        '.d.ts',
        '.json',
        '/',
        '/.',
      ),
    )
    .map((parts) => parts.join('')),
  fc.constantFrom('.', '..', './', './a/../b', 'b', 'b/a', '#a'),
)
/** How a file that is there may be imported. */
const spelling = fc.record({
  place: fc.double({ min: 0, max: 0.999, noNaN: true }),
  extension: fc.constantFrom('', '', '.js', '.js', '.ts', '.mjs', '.tsx'),
})
const options = fc.record(
  {
    paths: fc.constant({ '@/*': ['./src/*'], './*': ['./other/*'] }),
    baseUrl: fc.constantFrom('.', 'src'),
    rootDirs: fc.constantFrom(['src', 'other'], ['other', 'src']),
    moduleSuffixes: fc.constantFrom(['.ios', ''], ['']),
    module: fc.constantFrom('NodeNext', 'CommonJS'),
    moduleResolution: fc.constantFrom('NodeNext', 'Node10', 'Classic'),
    allowArbitraryExtensions: fc.boolean(),
    resolveJsonModule: fc.boolean(),
    preserveSymlinks: fc.boolean(),
    noResolve: fc.boolean(),
  },
  { requiredKeys: [] },
)
const config = fc
  .record(
    {
      compilerOptions: fc.oneof({ weight: 3, arbitrary: options }, fc.constant({})),
      extends: fc.constantFrom('./base.json', './none.json', 'b/tsconfig.json'),
      references: fc.constantFrom<unknown>(
        [{ path: './src' }],
        [{ path: 'other/tsconfig.json' }],
        [null],
        'x',
        [],
      ),
      files: fc.constant([]),
      include: fc.constantFrom(['src'], ['other/**/*.ts']),
    },
    { requiredKeys: [] },
  )
  .map((json) => JSON.stringify(json))
const configs = fc.dictionary(
  fc.constantFrom(
    'tsconfig.json',
    'src/tsconfig.json',
    'other/tsconfig.json',
    'base.json',
    'src/jsconfig.json',
  ),
  fc.oneof(config, config, fc.constantFrom('{', '', '[]')),
)

/** Whether a disk would take a file: nothing is there yet, and what is above are folders. */
function isFree(path: string, host: MemoryHost): boolean {
  const parts = path.split('/')
  const above = parts.slice(0, -1).map((_, index) => parts.slice(0, index + 1).join('/'))
  const kindOf = (one: string): string | undefined => host.kind(join(host.root, one))
  return kindOf(path) === undefined && above.every((one) => kindOf(one) !== 'file')
}

function spell(
  files: readonly string[],
  from: string,
  { place, extension }: typeof spelling extends fc.Arbitrary<infer T> ? T : never,
): string {
  const way = relative(from, files[Math.floor(place * files.length)]!)
  return `${way.startsWith('.') ? '' : './'}${way.replace(/\.\w+$/, '')}${extension}`
}

describe('where a relative import leads', () => {
  it('is what the compiler finds, whatever the files and options are', { timeout: 60_000 }, () => {
    let decided = 0
    fc.assert(
      fc.property(
        fc.array(file, { minLength: 4, maxLength: 20 }),
        configs,
        fc.array(fc.tuple(folder, fc.oneof(specifier, spelling)), { minLength: 1, maxLength: 8 }),
        (files, tsconfigs, imports) => {
          const host = memoryHost({})
          for (const path of files) if (isFree(path, host)) host.write(path, '')
          for (const [path, text] of Object.entries(tsconfigs)) host.write(path, text)
          const resolver = createModuleResolver(host)
          const whole = createModuleResolver(host, true)
          for (const [from, how] of imports) {
            const importer = join(host.root, from, 'importer.ts')
            const wanted = typeof how === 'string' ? how : spell(files, from, how)
            if (resolvePlainly(wanted, importer, host) !== undefined) decided++
            expect(resolver.resolve(wanted, importer)).toEqual(whole.resolve(wanted, importer))
          }
          for (const path of resolver.configFiles) expect(whole.configFiles).toContain(path)
        },
      ),
      { numRuns: 1500 },
    )
    expect(decided).toBeGreaterThan(500)
  })

  it('is heard of also when a tsconfig that it depends on changes', async () => {
    const host = memoryHost({
      'tsconfig.json': '{ "extends": "./base.json", "references": [{ "path": "./app" }] }',
      'base.json': '{}',
      'app/tsconfig.json': '{}',
      'extensions/add.ts': "import { Base } from './base'\nexport class Add extends Base {}",
      'extensions/base.ts':
        "import type { Module } from 'unplugin-module-registry/runtime'\nexport abstract class Base implements Module { execute() {} }",
    })
    const resolver = createModuleResolver(host)
    expect(resolver.resolve('./base', `${host.root}/extensions/add.ts`)).toEqual({
      path: `${host.root}/extensions/base.ts`,
    })
    expect([...resolver.configFiles].sort()).toEqual(
      ['app/tsconfig.json', 'base.json', 'tsconfig.json'].map((path) => `${host.root}/${path}`),
    )
  })
})
