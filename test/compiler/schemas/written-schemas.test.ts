import { describe, expect, it } from 'vitest'
import { foldCase } from './support/fold-table.ts'

const old = `
  import { Type } from '@sinclair/typebox'
  const User = Type.Object({ id: Type.String() })
`
const current = "import Type from 'typebox'"

describe('lists of schemas', () => {
  it.each([
    [old, 'Type.Union([])', { not: {} }],
    [current, 'Type.Union([])', { not: {} }],
    [current, 'Type.Intersect([])', {}],
    ["import * as z from 'zod'", 'z.tuple([])', { type: 'array', items: false, maxItems: 0 }],
    [old, "{ anyOf: [], not: { type: 'null' } }", { not: { anyOf: [{ type: 'null' }, {}] } }],
  ])('are not empty, as the draft wants it', (prelude, text, schema) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ schema })
  })
})

describe('plain schemas', () => {
  it.each<[string, object]>([
    ['{}', {}],
    ['true', {}],
    ['false', { not: {} }],
    [
      "{ type: 'object', required: ['a'], properties: { a: { type: 'string' } }, additionalProperties: false }",
      {
        type: 'object',
        required: ['a'],
        properties: { a: { type: 'string' } },
        additionalProperties: false,
      },
    ],
    [
      "{ type: 'object', properties: { user: User.properties.id, other: Type.Literal(1) } }",
      {
        type: 'object',
        properties: { user: { type: 'string' }, other: { type: 'number', const: 1 } },
      },
    ],
    [
      "{ $defs: { A: { type: 'string' } }, properties: { a: { $ref: '#/$defs/A' }, b: { $ref: '#/$defs/A', title: 'B' } } }",
      {
        properties: { a: { type: 'string' }, b: { type: 'string', title: 'B' } },
      },
    ],
    [
      "{ $defs: { A: { type: 'string' } }, $ref: '#/$defs/A', minLength: 2 }",
      { minLength: 2, allOf: [{ type: 'string' }] },
    ],
    ["{ properties: { next: { $ref: '#' } } }", { properties: { next: { $ref: '#' } } }],
    [
      "{ properties: { $ref: { type: 'string' } }, default: { $ref: '#/nowhere' }, enum: [{ $ref: 'x' }] }",
      {
        properties: { $ref: { type: 'string' } },
        default: { $ref: '#/nowhere' },
        enum: [{ $ref: 'x' }],
      },
    ],
    [
      "{ properties: { a: { $ref: 'https://example.com/a.json' } } }",
      {
        properties: { a: { $ref: 'https://example.com/a.json' } },
      },
    ],
    [
      "{ items: [{ type: 'string' }], additionalItems: false }",
      { prefixItems: [{ type: 'string' }], items: false },
    ],
  ])('%s', (text, schema) => {
    expect(foldCase(old, text, 'input')).toEqual({ schema })
  })

  it.each([
    ["'string'", 'a schema is an object, or true or false'],
    ['[]', 'a schema is an object, or true or false'],
    ['null', 'a schema is an object, or true or false'],
    [
      "{ properties: { a: { $ref: '#/$defs/A' } } }",
      'the reference "#/$defs/A" leads nowhere inside of the schema',
    ],
    ['{ pattern: /a/ }', 'JSON cannot hold a RegExp at /pattern'],
    ['{ minimum: 1n }', 'JSON cannot hold a bigint at /minimum'],
  ])('%s is none', (text, reason) => {
    expect(foldCase(old, text, 'input')).toEqual({ reason })
  })

  it('may have recursive schemas of TypeBox in them', () => {
    const text =
      "{ properties: { x: Type.Module({ N: Type.Object({ n: Type.Optional(Type.Ref('N')) }) }).Import('N') } }"
    expect(foldCase(old, text, 'input')).toEqual({
      schema: {
        properties: { x: { $ref: '#/$defs/N' } },
        $defs: { N: { type: 'object', properties: { n: { $ref: '#/$defs/N' } } } },
      },
    })
  })

  it('have sorted keys', () => {
    const folded = foldCase(old, "{ type: 'object', properties: { b: {}, a: {} }, $comment: 'c' }", 'input')
    expect(JSON.stringify(folded)).toBe(
      '{"schema":{"$comment":"c","properties":{"a":{},"b":{}},"type":"object"}}',
    )
  })
})
