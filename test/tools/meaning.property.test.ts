import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { toTools } from '../../src/runtime.ts'

type Schema = Record<string, unknown>

const scalar = fc.constantFrom(
  ...[{ type: 'string' }, { type: 'number', minimum: 1 }, { type: ['boolean', 'null'] }, { const: 'x' }, {}],
)
const name = fc.constantFrom('a', 'b', 'c')
const reference = fc.constantFrom('#', '#/$defs/d', '#/$defs/e', 'urn:d', '#e').map(($ref) => ({ $ref }))

/** References stand only where a validator goes one level down the value, so that it comes to an end. */
const { slot, schema: inner } = fc.letrec<{ slot: Schema; schema: Schema; object: Schema }>((tie) => ({
  slot: fc.oneof({ maxDepth: 3 }, scalar, reference, tie('schema')),
  schema: fc.oneof(
    { maxDepth: 3 },
    { arbitrary: scalar, weight: 2 },
    { arbitrary: tie('object'), weight: 3 },
    { arbitrary: tie('slot').map((items) => ({ type: 'array', items })), weight: 1 },
    { arbitrary: tie('schema').map((one) => ({ anyOf: [one, { type: 'array' }] })), weight: 1 },
  ),
  object: fc
    .record(
      {
        properties: fc.dictionary(name, tie('slot'), { maxKeys: 3 }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.constant(false), tie('slot')),
        type: fc.constantFrom('object', ['object', 'null']),
      },
      { requiredKeys: ['properties'] },
    )
    .map((schema) => schema as Schema),
}))

/** Schemas whose references are by path, by `$id` and by `$anchor`, also where the named schema stands elsewhere. */
const root = fc
  .record({ a: slot, b: slot, d: inner, e: inner, nested: fc.boolean(), closed: fc.boolean() })
  .map(({ a, b, d, e, nested, closed }): Schema => {
    const named = { $anchor: 'e', anyOf: [e, { type: 'string' }] }
    return {
      ...{ $schema: 'https://json-schema.org/draft/2020-12/schema' },
      properties: { a, b, ...(nested ? { c: named } : {}) },
      ...(closed ? { additionalProperties: false, required: ['a'] } : {}),
      $defs: {
        d: { $id: 'urn:d', anyOf: [plainReferences(d), { type: 'number' }] },
        ...(nested ? {} : { e: named }),
      },
    }
  })

/** Within a schema with an `$id`, paths are counted from there; these are the ones that lead somewhere. */
function plainReferences(schema: Schema): Schema {
  return JSON.parse(JSON.stringify(schema).replaceAll(/"#(\/\$defs\/.|e)"/g, '"urn:d"'))
}

const value = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'd'),
  fc.oneof(
    fc.constantFrom(...['x', 'y', 0, 2, true, null, [], {}]),
    fc.dictionary(name, fc.constantFrom('x', 2, null, [1], { a: 'x' }), { maxKeys: 2 }),
  ),
  { maxKeys: 3 },
)

function validator(schema: object): ((value: unknown) => boolean) | undefined {
  try {
    return new Ajv2020({ strict: false, logger: false, inlineRefs: false, validateSchema: false }).compile(
      schema,
    )
  } catch {
    return undefined // It has a reference that leads nowhere.
  }
}

it('the schema of a tool means what the schema of its module means', () => {
  let compared = 0
  fc.assert(
    fc.property(root, fc.array(value, { minLength: 5, maxLength: 15 }), (schema, values) => {
      const before = validator(schema)
      const problems: string[] = []
      for (const provider of ['mcp', 'openai', 'anthropic'] as const) {
        const options = { onProblem: ({ reason }: { reason: string }) => problems.push(reason) }
        const [tool] = toTools([{ id: 'm', inputSchema: schema }], provider, options) as readonly object[]
        if (tool === undefined || before === undefined) continue
        const { inputSchema, input_schema, function: openai } = tool as Record<string, { parameters: object }>
        const after = validator(inputSchema ?? input_schema ?? openai!.parameters)
        expect(after).toBeDefined()
        for (const given of values) {
          expect([given, after!(given)]).toEqual([given, before(given)])
          compared++
        }
      }
      for (const reason of problems) expect(reason).toContain('leads nowhere within it')
      if (before !== undefined) expect(problems).toEqual([])
    }),
    { numRuns: 150 },
  )
  expect(compared).toBeGreaterThan(1000)
})

it('a strict schema allows nothing that the plain one refuses', () => {
  let strictOnes = 0
  fc.assert(
    fc.property(root, fc.array(value, { minLength: 5, maxLength: 15 }), (schema, values) => {
      for (const provider of ['openai', 'anthropic'] as const) {
        const make = (strict: boolean) =>
          toTools([{ id: 'm', inputSchema: schema }], provider, { strict, onProblem: () => {} })[0] as
            | Record<string, { parameters: object; strict?: boolean }>
            | undefined
        const [plain, strict] = [make(false), make(true)]
        if (strict === undefined || !(strict.strict ?? strict.function?.strict)) continue
        const before = validator(plain!.input_schema ?? plain!.function!.parameters)
        const after = validator(strict.input_schema ?? strict.function!.parameters)
        strictOnes++
        for (const given of values) {
          if (after!(given)) expect([given, before!(given)]).toEqual([given, true])
        }
      }
    }),
    {
      numRuns: 150,
      examples: [
        [{ properties: { a: { type: 'string' } }, required: ['a'] }, [{ a: 'x' }, { a: 'x', b: 1 }]],
      ],
    },
  )
  expect(strictOnes).toBeGreaterThan(0)
})
