import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkSchema } from './support/check-schema.ts'
import { foldCase } from './support/fold-table.ts'

const require = createRequire(import.meta.url)
const key = fc.constantFrom('a', 'b', 'c', '"quoted key"', 'constructor', 'toString')
const text = fc
  .constantFrom('', 'x', 'a"b', "it's", '\u2028', '\ud800', '😀')
  .map((value) => JSON.stringify(value))
const small = fc.integer({ min: 0, max: 9 })

/** The fields of an object, as source. */
function fields(schema: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .uniqueArray(fc.tuple(key, schema), { maxLength: 3, selector: ([name]) => name })
    .map((entries) => `{ ${entries.map(([name, value]) => `${name}: ${value}`).join(', ')} }`)
}

/** Schemas of a library as source: leaves, and what is made of them. */
function schemas(
  leaves: fc.Arbitrary<string>,
  make: (inner: fc.Arbitrary<string>) => fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  return fc.letrec<{ schema: string }>((tie) => ({
    schema: fc.oneof({ maxDepth: 4 }, leaves, make(tie('schema'))),
  })).schema
}

const zod = schemas(
  fc.oneof(
    fc.constantFrom(
      'z.string()',
      'z.int()',
      'z.boolean()',
      'z.null()',
      'z.any()',
      'z.iso.date()',
      'z.email()',
      'z.stringbool()',
    ),
    fc.tuple(small, small).map(([min, max]) => `z.string().min(${min}).max(${max})`),
    fc.tuple(small, small).map(([min, max]) => `z.number().gt(${min}).lte(${max}).multipleOf(${min + 1})`),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((values) => `z.enum([${values}])`),
    text.map((value) => `z.literal(${value})`),
  ),
  (inner) =>
    fc.oneof(
      fc
        .tuple(fc.constantFrom('object', 'strictObject', 'looseObject'), fields(inner))
        .map(([f, shape]) => `z.${f}(${shape})`),
      fc
        .tuple(fields(inner), fields(inner))
        .map(([one, other]) => `z.object(${one}).extend(${other}).partial()`),
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((options) => `z.union([${options}])`),
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((items) => `z.tuple([${items}])`),
      fc.tuple(inner, inner).map(([left, right]) => `z.intersection(${left}, ${right})`),
      inner.map((value) => `z.record(z.string(), ${value})`),
      inner.map((value) => `z.lazy(() => ${value})`),
      fc
        .tuple(
          inner,
          fc.constantFrom('optional()', 'nullable()', 'nullish()', 'readonly()', 'array()', 'array().min(1)'),
        )
        .map(([value, method]) => `${value}.${method}`),
      fc
        .tuple(inner, fc.constantFrom('describe', 'default', 'prefault', 'catch'), text)
        .map(([value, f, it]) => `${value}.${f}(${it})`),
      fc
        .tuple(inner, text)
        .map(([value, title]) => `${value}.meta({ title: ${title}, extra: [1, { a: null }] })`),
      fc.tuple(inner, inner).map(([one, other]) => `${one}.pipe(${other})`),
    ),
)

const typeboxOptions = fc.oneof(
  fc.constant(''),
  text.map((title) => `, { title: ${title}, default: { a: [1] } }`),
  fc.constant(', { additionalProperties: false, description: "d" }'),
)
const typebox = schemas(
  fc.oneof(
    fc.constantFrom(
      'Type.String()',
      'Type.Integer()',
      'Type.Boolean()',
      'Type.Null()',
      'Type.Any()',
      'Type.Never()',
    ),
    fc.tuple(small, text).map(([min, it]) => `Type.String({ minLength: ${min}, default: ${it} })`),
    text.map((value) => `Type.Literal(${value})`),
  ),
  (inner) =>
    fc.oneof(
      fc.tuple(fields(inner), typeboxOptions).map(([shape, options]) => `Type.Object(${shape}${options})`),
      fields(inner).map((shape) => `Type.Partial(Type.Object(${shape}))`),
      fields(inner).map((shape) => `Type.KeyOf(Type.Object(${shape}))`),
      fc
        .tuple(fc.array(inner, { minLength: 1, maxLength: 3 }), typeboxOptions)
        .map(([of, options]) => `Type.Union([${of}]${options})`),
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((of) => `Type.Intersect([${of}])`),
      fc.tuple(inner, typeboxOptions).map(([of, options]) => `Type.Array(${of}${options})`),
      inner.map((of) => `Type.Record(Type.String(), ${of})`),
      fc.tuple(fc.constantFrom('Optional', 'Readonly'), inner).map(([f, of]) => `Type.${f}(${of})`),
    ),
)

const valibot = schemas(
  fc.oneof(
    fc.constantFrom(
      'v.string()',
      'v.number()',
      'v.boolean()',
      'v.null()',
      'v.any()',
      'v.never()',
      'v.bigint()',
    ),
    fc
      .tuple(small, small)
      .map(([min, max]) => `v.pipe(v.string(), v.minLength(${min}), v.maxLength(${max}), v.email())`),
    fc
      .tuple(small, small)
      .map(([min, max]) => `v.pipe(v.number(), v.integer(), v.minValue(${min}), v.ltValue(${max}))`),
    fc.array(text, { minLength: 1, maxLength: 3 }).map((values) => `v.picklist([${values}])`),
    text.map((value) => `v.literal(${value})`),
  ),
  (inner) =>
    fc.oneof(
      fc
        .tuple(fc.constantFrom('object', 'strictObject', 'looseObject'), fields(inner))
        .map(([f, shape]) => `v.${f}(${shape})`),
      fields(inner).map((shape) => `v.partial(v.object(${shape}))`),
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((of) => `v.union([${of}])`),
      fc.array(inner, { minLength: 1, maxLength: 3 }).map((of) => `v.intersect([${of}])`),
      fc
        .tuple(fc.constantFrom('tuple', 'strictTuple'), fc.array(inner, { minLength: 1, maxLength: 3 }))
        .map(([f, of]) => `v.${f}([${of}])`),
      fc.tuple(inner, inner).map(([of, rest]) => `v.tupleWithRest([${of}], ${rest})`),
      inner.map((of) => `v.array(${of})`),
      inner.map((of) => `v.record(v.string(), ${of})`),
      fc
        .tuple(fc.constantFrom('optional', 'nullable', 'nullish'), inner, text)
        .map(([f, of, it]) => `v.${f}(${of}, ${it})`),
      fc
        .tuple(inner, text)
        .map(([of, title]) => `v.pipe(${of}, v.title(${title}), v.metadata({ extra: { a: [null] } }))`),
    ),
)

type Convert = (schema: never, side: 'input' | 'output') => unknown

describe('whatever is built', () => {
  const z = require('zod')
  const v = require('valibot')
  const { toJsonSchema } = require('@valibot/to-json-schema')
  const { Type } = require('@sinclair/typebox')

  it.each<[string, string, object, fc.Arbitrary<string>, Convert]>([
    ['zod', "import { z } from 'zod'", { z }, zod, (schema, io) => z.toJSONSchema(schema, { io })],
    ['@sinclair/typebox', "import { Type } from '@sinclair/typebox'", { Type }, typebox, (schema) => schema],
    [
      'typebox',
      "import { Type } from 'typebox'",
      { Type: require('typebox').Type },
      typebox,
      (schema) => schema,
    ],
    [
      'valibot',
      "import * as v from 'valibot'",
      { v },
      valibot,
      (schema, typeMode) => toJsonSchema(schema, { typeMode, target: 'draft-2020-12' }),
    ],
  ])('with %s is what it is when it is run', (_, prelude, names, sources, convert) => {
    fc.assert(
      fc.property(sources, fc.constantFrom('input', 'output'), (source, side) => {
        const run = new Function(...Object.keys(names), `return ${source}`)
        const folded = foldCase(prelude, source, side)
        if ('schema' in folded) checkSchema(folded.schema)
        expect(folded).toEqual(realOf(() => convert(run(...Object.values(names)) as never, side)))
      }),
      { numRuns: 250 },
    )
  })
})

function realOf(make: () => unknown): { schema: unknown } | { reason: unknown } {
  let schema: { $schema?: string }
  try {
    schema = JSON.parse(JSON.stringify(make()))
    // zod itself makes invalid schemas of keys that every object inherits.
    checkSchema(schema)
  } catch {
    return { reason: expect.any(String) }
  }
  delete schema.$schema
  return { schema }
}
