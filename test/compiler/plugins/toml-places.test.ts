import fc from 'fast-check'
import { parse } from 'smol-toml'
import { describe, expect, it } from 'vitest'
import { locateToml, type TomlPath } from '../../../src/compiler/parse/manifest/toml-places.ts'

describe('places in a TOML text', () => {
  it('are found through every way of writing a key', () => {
    const text = [
      '# [no] = "key"',
      'a."b c".d = """',
      'x = 1 # no comment',
      '""" # a comment',
      "[table.'in quotes']",
      'list = [ 1, # one',
      '  { deep = [ "]", \'}\' ] },',
      ']',
      '[[many]]',
      'n = 1',
      '[many.inner]',
      'x = 2024-01-01 10:00:00',
      '[[many]]',
      'n = {a.b = 2, c = "\\"}"}',
    ].join('\n')
    const places = locateToml(text)
    const at = (...path: TomlPath) => {
      const range = places.value(path)
      return range && `${range.line}:${range.column}`
    }
    expect(at('a', 'b c', 'd')).toBe('2:13')
    expect(places.key(['a', 'b c'])).toMatchObject({ line: 2, column: 3, endColumn: 8 })
    expect(places.key(['table', 'in quotes'])).toMatchObject({ line: 5, column: 1 })
    expect(at('table', 'in quotes', 'list', 1, 'deep', 1)).toBe('7:19')
    expect(at('many', 0, 'inner', 'x')).toBe('12:5')
    expect(places.text(['many', 0, 'inner', 'x'])).toBe('2024-01-01 10:00:00')
    expect(places.key(['many', 1])).toMatchObject({ line: 13, column: 1 })
    expect(at('many', 1, 'n', 'a', 'b')).toBe('14:12')
    expect(places.text(['many', 1, 'n', 'c'])).toBe('"\\"}"')
    expect(at('many', 2)).toBeUndefined()
  })

  it('are those of the value, for every value of every text', () => {
    fc.assert(
      fc.property(document, (text) => {
        const places = locateToml(text)
        for (const [path, value] of leaves(parse(text, { integersAsBigInt: 'asNeeded' }))) {
          const written = places.text(path)
          expect(written, JSON.stringify(path)).toBeDefined()
          expect(parse(`v = ${written}`).v).toEqual(value)
          expect(places.key(path.slice(0, lastName(path) + 1))).toBeDefined()
          const { line, column } = places.value(path)!
          const rest = text.split(/\r\n|[\n\r\u2028\u2029]/).slice(line - 1)
          expect(rest[0]!.slice(column - 1) + rest.slice(1).join('')).toMatch(/^\S/)
        }
      }),
      { numRuns: 1000 },
    )
  })
})

function lastName(path: TomlPath): number {
  return path.findLastIndex((part) => typeof part === 'string')
}

/** Every value that is no table and no array, with its path. */
function leaves(value: unknown, path: TomlPath = []): [TomlPath, unknown][] {
  if (typeof value !== 'object' || value === null || value instanceof Date) return [[path, value]]
  const members = Array.isArray(value) ? value.map((item, i) => [i, item] as const) : Object.entries(value)
  return members.flatMap(([key, member]) => leaves(member, [...path, key]))
}

const bare = fc.constantFrom('a', 'b', 'plugin', 'x-y', '1', '__proto__', 'constructor')
const quoted = fc.constantFrom('"a b"', "'q.r'", '"\\u00e9"', '""', '"a\\"b"', "'[x]'", '"#"')
const key = fc
  .array(fc.oneof(bare, quoted), { minLength: 1, maxLength: 3 })
  .chain((parts) => fc.constantFrom('.', ' . ', '\t.').map((dot) => parts.join(dot)))
const scalar = fc.constantFrom(
  '1',
  '-0x1'.slice(1),
  '1_000.5',
  'nan',
  'true',
  '2024-02-29',
  '1979-05-27 07:32:00Z',
  '07:32:00',
  '"a # b"',
  '"\\\\"',
  "'\\'",
  '"""\n"quoted" \\\n  more"""',
  "'''it''s\n[x]\n'''",
  '""""ends with two"""""',
  '"]},"',
  '"\u2028"',
)
const blank = fc.constantFrom('', ' ', '\n', ' # ]},"\n', '\t')
const value = fc.letrec((tie) => ({
  value: fc.oneof({ depthSize: 'small' }, scalar, tie('array'), tie('table')),
  array: fc
    .tuple(fc.array(tie('value'), { maxLength: 3 }), blank)
    .map(([items, space]) => `[${items.map((item) => `${space}${item}${space}`).join(',')}${space}]`),
  table: fc
    .uniqueArray(fc.tuple(bare, tie('value')), { maxLength: 3, selector: ([name]) => name })
    .map((members) => `{ ${members.map(([name, member]) => `${name} = ${member}`).join(', ')} }`),
})).value as fc.Arbitrary<string>

const line = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(key, value).map(([name, written]) => `${name} = ${written}`) },
  { weight: 1, arbitrary: key.map((name) => `[${name}]`) },
  { weight: 1, arbitrary: key.map((name) => `[[ ${name} ]] # table`) },
  { weight: 1, arbitrary: fc.constantFrom('', '# a = 1', '\t') },
)

/** Texts that the parser accepts: lines that it would refuse are left out. */
const document = fc
  .tuple(fc.array(line, { maxLength: 12 }), fc.constantFrom('\n', '\r\n'))
  .map(([lines, end]) => {
    const kept: string[] = []
    for (const one of lines) {
      try {
        parse([...kept, one].join('\n'))
        kept.push(one)
      } catch {
        // refused
      }
    }
    return kept.join('\n').replaceAll('\n', end)
  })
