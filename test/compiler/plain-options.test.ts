import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Options } from '../../src/compiler/options.ts'
import { optionNames, optionsSchema } from '../../src/compiler/options-schema.ts'
import { arePlainlyRight } from '../../src/compiler/plain-options.ts'

const scalar = fc.constantFrom<unknown>(
  ...['', 'src', '.tsx', '.a b', 'lazy', 'eager', 'module', 'folder', 'fail', 'error', 'first', 'strict'],
  ...['normalize', 'required', 'optional', 'skip', 'collect', 'openai', 'mcp', '.ts', '1.2.0', 'in.valid'],
  ...[true, false, 0, 8, 65, -1, 1.5, Number.NaN, null, undefined, 5n, Symbol.iterator, () => 'lazy'],
)
const member = fc.constantFrom(
  'root',
  'namespace',
  'scope',
  'name',
  'from',
  'file',
  'importExtension',
  'calls',
  'x',
)
const value = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    { arbitrary: scalar, weight: 4 },
    { arbitrary: fc.array(tie('value'), { maxLength: 3 }), weight: 1 },
    { arbitrary: fc.dictionary(member, tie('value'), { maxKeys: 3 }), weight: 1 },
    { arbitrary: fc.constantFrom<unknown>(new Array(2), new Date(0), new Map(), /x/), weight: 1 },
  ),
})).value

describe('options that are plainly right', () => {
  it('are right', () => {
    let right = 0
    fc.assert(
      fc.property(fc.constantFrom(...optionNames(), 'unknown', '__proto__'), value, (name, given) => {
        const options = Object.fromEntries([[name, given]])
        if (!arePlainlyRight(options)) return
        right++
        expect(optionsSchema().safeParse(options).success).toBe(true)
      }),
      { numRuns: 5000 },
    )
    expect(right).toBeGreaterThan(100)
  })

  it.each<[string, Options]>([
    ['nothing', {}],
    ['a folder', { root: '/app', extensions: 'src/extensions' }],
    [
      'roots',
      { extensions: ['a', { root: 'b', namespace: 'n' }], fileExtensions: ['.tsx'], dts: 'src/env.d.ts' },
    ],
    ['functions', { load: () => 'lazy', chunks: () => undefined, output: { file: 'a.ts' } }],
    [
      'plugins',
      { plugins: ['plugins'], packages: true, onInvalidPlugin: 'skip', inspector: { calls: true } },
    ],
    ['an option that is left out', { maxDepth: undefined } as unknown as Options],
  ])('may be %s', (_, options) => {
    expect(arePlainlyRight(options)).toBe(true)
  })

  it.each<[string, unknown]>([
    ['no object', 'src'],
    ['a list', []],
    ['an instance', new (class Settings {})()],
    ['an unknown option', { extension: 'src' }],
    ['an empty path', { extensions: '' }],
    ['no roots', { extensions: [] }],
    ['a root without a folder', { extensions: { namespace: 'n' } }],
    ['a depth that is no whole number', { maxDepth: 1.5 }],
    ['a name in a prototype', JSON.parse('{ "__proto__": { "root": "a" } }')],
  ])('are not %s', (_, options) => {
    expect(arePlainlyRight(options)).toBe(false)
  })
})
