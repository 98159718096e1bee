import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalizeAny, normalizeSchema } from '../../../src/compiler/schemas/normal-form/normalize.ts'
import { isKnownAsNormal } from '../../../src/compiler/schemas/normal-form/simple.ts'
import { canonicalCopy, canonicalJson } from '../../../src/util/canonical-json.ts'

const names = ['a', 'b', '2', '10', '01', 'type', '__proto__', 'constructor', '$ref', '$id', 'toJSON']
const text = fc.constantFrom('', 'x', 'T0', '<0>', '#', '#/properties/a', '\ud800', '😀')
const number = fc.constantFrom(0, -0, 1.5, 1e21, -7, Number.NaN, Number.POSITIVE_INFINITY)

/** What stands where anything may. */
const data = fc.letrec<{ data: unknown }>((tie) => ({
  data: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.oneof(text, number, fc.constantFrom(true, false, null, undefined)),
    fc.array(tie('data'), { maxLength: 3 }),
    objectOf(fc.constantFrom(...names), tie('data')),
    fc.constantFrom(() => 1, 5n, /x/, new Date(0), new Map(), Object.create({ inherited: 1 })),
  ),
})).data

/** Objects with keys of their own, also with one that is called `__proto__`. */
function objectOf(key: fc.Arbitrary<string>, value: fc.Arbitrary<unknown>): fc.Arbitrary<object> {
  return fc
    .tuple(fc.array(fc.tuple(key, value), { maxLength: 2 }), fc.boolean())
    .map(([entries, bare]) =>
      bare ? Object.assign(Object.create(null), Object.fromEntries(entries)) : Object.fromEntries(entries),
    )
}

const keyword = fc.constantFrom(
  ...['type', 'title', 'default', 'enum', 'const', 'minimum', 'required', 'x-own', '$comment', '10', '2'],
)
const rare = fc.constantFrom('$ref', '$id', '$anchor', '$schema', '$dynamicRef', '__proto__')

/** Schemas, most of which are sound: a keyword may also hold what it must not. */
const schema = fc.letrec<{ schema: unknown; node: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'schema' },
    { arbitrary: fc.boolean(), weight: 1 },
    { arbitrary: tie('node'), weight: 8 },
  ),
  node: fc
    .tuple(
      objectOf(keyword, fc.oneof(text, fc.constantFrom('object', 'string', 1, 0), data)),
      objectOf(fc.constantFrom('items', 'not', 'additionalProperties', 'if'), tie('schema')),
      objectOf(
        fc.constantFrom('allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'),
        fc.array(tie('schema'), { maxLength: 2 }),
      ),
      objectOf(
        fc.constantFrom('properties', 'patternProperties', '$defs', 'definitions', 'dependencies'),
        objectOf(fc.constantFrom(...names), tie('schema')),
      ),
      fc.oneof(
        { arbitrary: fc.constant({}), weight: 12 },
        { arbitrary: objectOf(rare, text), weight: 1 },
        {
          arbitrary: fc.record({
            $schema: fc.constantFrom(
              'https://json-schema.org/draft/2020-12/schema',
              'http://json-schema.org/draft-07/schema#',
              'https://example.org/own',
            ),
          }),
          weight: 2,
        },
        { arbitrary: objectOf(fc.constantFrom('properties', 'items', 'anyOf', 'not'), data), weight: 1 },
      ),
    )
    .chain((parts) =>
      fc.shuffledSubarray(
        parts.flatMap((part) => Object.entries(part)),
        { minLength: 0 },
      ),
    )
    .map((entries) => Object.fromEntries(entries)),
}))

/** What a function gives or why it refuses, as text that shows the order of keys. */
function outcome(run: () => unknown): string {
  try {
    const result = run()
    return result === undefined ? 'undefined' : JSON.stringify(result)
  } catch (error) {
    return `refused: ${(error as Error).message}`
  }
}

describe('schemas', () => {
  it('have the normal form of the long way', () => {
    fc.assert(
      fc.property(schema.node, (node) => {
        expect(outcome(() => normalizeSchema(node))).toBe(outcome(() => normalizeAny(node)))
      }),
      { numRuns: 600 },
    )
  })

  it('stay as they are when they are in normal form for certain', () => {
    let simple = 0
    fc.assert(
      fc.property(schema.node, (node) => {
        let normal: object
        try {
          normal = normalizeSchema(node)
        } catch {
          return
        }
        if (!isKnownAsNormal(normal)) return
        simple++
        expect(normal).not.toBe(node)
        expect(outcome(() => normalizeAny(normal))).toBe(JSON.stringify(normal))
        expect(canonicalJson(normal)).toBe(JSON.stringify(normal))
      }),
      { numRuns: 600 },
    )
    expect(simple).toBeGreaterThan(50)
  })

  it.each<[string, () => object]>([
    ['many parts', () => ({ enum: Array.from({ length: 30_000 }, (_, index) => [index]) })],
    ['long texts', () => ({ enum: Array.from({ length: 30 }, () => 'x'.repeat(100_000)) })],
    ['many levels', () => nested(200)],
    ['too many levels', () => nested(2000)],
    ['a cycle', () => cycle()],
    ['parts that are shared again and again', () => doubled(18)],
  ])('may have %s', (_, make) => {
    expect(outcome(() => normalizeSchema(make()))).toBe(outcome(() => normalizeAny(make())))
  })
})

describe('plain data', () => {
  it('is copied as its text would be parsed', () => {
    fc.assert(
      fc.property(data, (value) => {
        expect(outcome(() => canonicalCopy(value))).toBe(outcome(() => JSON.parse(canonicalJson(value))))
      }),
      { numRuns: 2000 },
    )
  })

  it.each<[string, () => object]>([
    ['a date', () => ({ a: new Date(0) })],
    ['many levels', () => nested(200)],
    ['too many levels', () => nested(2000)],
    ['a cycle', () => cycle()],
    ['parts that are shared again and again', () => doubled(18)],
  ])('may hold %s', (_, make) => {
    expect(outcome(() => canonicalCopy(make()))).toBe(outcome(() => JSON.parse(canonicalJson(make()))))
  })
})

function nested(levels: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level++) schema = { not: schema }
  return schema
}

function cycle(): object {
  const schema: { not?: object } = {}
  schema.not = schema
  return schema
}

function doubled(levels: number): object {
  let schema: object = { type: 'string' }
  for (let level = 0; level < levels; level++) schema = { anyOf: [schema, schema] }
  return schema
}
