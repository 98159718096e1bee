import { describe, expect, it } from 'vitest'
import { describeTable, foldCase } from './support/fold-table.ts'

const convert = 'return schema'
const constants = `
  enum Color { Red = 'red', Green = 'green' }
  enum Level { Low = 1, High }
  const User = Type.Object({ id: Type.String(), age: Type.Optional(Type.Number()), tags: Type.Array(Type.String()) })
  const Address = Type.Object({ street: Type.String() })
`
const old = { convert, prelude: `import { Type } from '@sinclair/typebox'\n${constants}` }
const current = { convert, prelude: `import Type from 'typebox'\n${constants}` }

/** What both generations of TypeBox have. */
const common = [
  'Type.Any()',
  'Type.Unknown()',
  'Type.String()',
  "Type.String({ minLength: 1, maxLength: 5, pattern: '^a', format: 'email', title: 't', description: 'd', default: 'x' })",
  'Type.Number({ minimum: 0, exclusiveMaximum: 5, multipleOf: 0.5 })',
  'Type.Integer({ default: 3, examples: [1, 2] })',
  'Type.Boolean()',
  'Type.Null()',
  'Type.Never()',
  'Type.Literal("x")',
  'Type.Literal(42, { description: "the answer" })',
  'Type.Literal(true)',
  'Type.Array(Type.Number(), { minItems: 1, uniqueItems: true })',
  'Type.Object({})',
  'Type.Object({ a: Type.Optional(Type.String()), b: Type.String({ description: "x" }) })',
  'Type.Object({ a: Type.Readonly(Type.String()) }, { additionalProperties: false, title: "T" })',
  'Type.Object({ a: Type.String() }, { additionalProperties: Type.Number() })',
  'Type.Object({ a: User, b: User, c: Type.Array(Address) })',
  'Type.Union([Type.String(), Type.Number()])',
  "Type.Union([Type.Literal('a'), Type.Literal('b')], { default: 'a' })",
  'Type.Union([Type.String()])',
  'Type.Intersect([User, Address])',
  'Type.Intersect([User, Address], { unevaluatedProperties: false })',
  'Type.Enum(Color)',
  'Type.Enum(Level)',
  'Type.Record(Type.String(), Type.Number())',
  'Type.Record(Type.Number(), Type.Number())',
  "Type.Record(Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.Number())",
  "Type.Record(Type.TemplateLiteral('a$\x7b0|1}'), Type.Null())",
  "Type.Partial(Type.Object({ names: Type.Unsafe({ type: 'string', enum: ['A', 'B'] }), n: Type.Number() }))",
  'Type.Partial(User)',
  'Type.Required(User)',
  "Type.Pick(User, ['id', 'age'])",
  "Type.Pick(User, Type.Union([Type.Literal('id'), Type.Literal('age')]))",
  "Type.Omit(User, ['id'])",
  'Type.KeyOf(User)',
  "Type.Index(User, ['id'])",
  "Type.Index(User, Type.Literal('tags'))",
  "Type.Exclude(Type.Union([Type.Literal('a'), Type.Literal('b')]), Type.Literal('a'))",
  "Type.Extract(Type.Union([Type.Literal('a'), Type.Number()]), Type.String())",
  "Type.TemplateLiteral([Type.Literal('on'), Type.Union([Type.Literal('Open'), Type.Literal('Close')])])",
  "Type.TemplateLiteral('option$\x7bA|B|C}')",
  "Type.Capitalize(Type.Literal('hello'))",
  "Type.Uppercase(Type.Union([Type.Literal('a'), Type.Literal('b')]))",
  "Type.Lowercase(Type.Literal('HELLO'))",
  "Type.Uncapitalize(Type.Literal('Hello'))",
  "Type.Unsafe({ type: 'string', enum: ['A', 'B'] })",
  "Type.Unsafe<'A' | 'B'>({ enum: ['A', 'B'] })",
  'User.properties.id',
  'Type.Object({ ...User.properties, ...Address.properties })',
  "Type.Object({ name: Type.String() }, { $id: 'User' })",
  'Type.ReturnType(Type.Function([Type.String()], Type.Null()))',
]

describeTable('@sinclair/typebox', old, [
  ...common,
  'Type.Not(Type.String())',
  'Type.Composite([User, Address])',
  'Type.Extends(Type.String(), Type.Number(), Type.Literal(1), Type.Literal(2))',
  'Type.Awaited(Type.Promise(Type.String()))',
  'Type.Mapped(Type.Union([Type.Literal("a"), Type.Literal("b")]), (K) => Type.Number())',
  'Type.Mapped(Type.KeyOf(User), (K) => Type.Index(User, K))',
  'Type.ReadonlyOptional(Type.String())',
  "Type.Recursive((This) => Type.Object({ id: Type.String(), nodes: Type.Array(This) }), { $id: 'Node' })",
])

describeTable('typebox', current, [
  ...common,
  "Type.Enum(['a', 'b', 1])",
  'Type.Conditional(Type.String(), Type.String(), Type.Literal(1), Type.Literal(2))',
  'Type.Evaluate(Type.Intersect([User, Address]))',
  'Type.Dependent(Type.Object({ a: Type.Literal(1) }), User, Address)',
  'Type.Interface([User], { extra: Type.Null() })',
  'Type.NonNullable(Type.Union([Type.String(), Type.Null()]))',
  'Type.ReadonlyObject(User)',
  "Type.With(Type.String(), { description: 'd' })",
  "Type.Script('{ a?: string, b: number[], c: 1 | 2 }')",
  "Type.Script({ User }, 'Partial<User>')",
  'Type.Interface([], { a: Type.Array(Type.This()) })',
])

describe.each([
  ['a named import', "import { Type } from '@sinclair/typebox'", 'Type'],
  ['another name', "import { Type as t } from '@sinclair/typebox'", 't'],
  ['a namespace', "import * as T from '@sinclair/typebox'", 'T.Type'],
  ['functions of a namespace', "import * as T from '@sinclair/typebox'", 'T'],
  ['the default of typebox', "import t from 'typebox'", 't'],
  ['a named import of typebox', "import { Type } from 'typebox'", 'Type'],
  ['a namespace of typebox', "import * as t from 'typebox'", 't.Type'],
])('TypeBox by %s', (_, prelude, name) => {
  it('builds', () => {
    expect(foldCase(prelude, `${name}.Object({ a: ${name}.Optional(${name}.String()) })`, 'input')).toEqual({
      schema: { type: 'object', properties: { a: { type: 'string' } } },
    })
  })
})

/** TypeBox writes tuples in the way of older drafts. */
describe('tuples of TypeBox', () => {
  const pair = {
    type: 'array',
    prefixItems: [{ type: 'string' }, { type: 'number' }],
    items: false,
    minItems: 2,
  }
  it.each([
    [old.prelude, 'Type.Tuple([Type.String(), Type.Number()])', { ...pair, maxItems: 2 }],
    [
      old.prelude,
      'Type.Tuple(Type.Rest(Type.Tuple([Type.String(), Type.Number()])))',
      { ...pair, maxItems: 2 },
    ],
    [
      old.prelude,
      'Type.Parameters(Type.Function([Type.String(), Type.Number()], Type.Null()))',
      { ...pair, maxItems: 2 },
    ],
    [old.prelude, 'Type.Tuple([])', { type: 'array', minItems: 0, maxItems: 0 }],
    [
      old.prelude,
      "Type.Const(['x'])",
      expect.objectContaining({ prefixItems: [{ type: 'string', const: 'x' }] }),
    ],
    [current.prelude, 'Type.Tuple([Type.String(), Type.Number()])', pair],
    [current.prelude, 'Type.Parameters(Type.Function([Type.String(), Type.Number()], Type.Null()))', pair],
    [current.prelude, 'Type.Tuple([])', { type: 'array', minItems: 0, items: false }],
  ])('are written as the draft wants them', (prelude, text, schema) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ schema })
  })
})

describe('recursion in TypeBox', () => {
  it('has the names of a fresh process, however often it is folded', () => {
    const text = `Type.Object({
      one: Type.Recursive((This) => Type.Object({ next: Type.Optional(This) })),
      two: Type.Recursive((Self) => Type.Array(Self)),
    })`
    const schema = {
      type: 'object',
      required: ['one', 'two'],
      properties: {
        one: { $id: 'T0', type: 'object', properties: { next: { $ref: 'T0' } } },
        two: { $id: 'T1', type: 'array', items: { $ref: 'T1' } },
      },
    }
    expect(foldCase(old.prelude, text, 'input')).toEqual({ schema })
    expect(foldCase(old.prelude, text, 'output')).toEqual({ schema })
  })

  const parts = `{ A: Type.Object({ b: Type.Ref('B') }), B: Type.Object({ a: Type.Optional(Type.Ref('A')), s: Type.Ref('C') }), C: Type.String() }`
  const schema = {
    $ref: '#/$defs/A',
    $defs: {
      A: { type: 'object', required: ['b'], properties: { b: { $ref: '#/$defs/B' } } },
      B: { type: 'object', required: ['s'], properties: { a: { $ref: '#/$defs/A' }, s: { type: 'string' } } },
    },
  }

  it.each([
    ['a module of @sinclair/typebox', old.prelude, `Type.Module(${parts}).Import('A')`],
    ['a module of typebox', current.prelude, `Type.Module(${parts}).A`],
    ['a cyclic type', current.prelude, `Type.Cyclic(${parts}, 'A')`],
  ])('is kept as definitions, and nothing else is, in %s', (_, prelude, text) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ schema })
  })

  it.each([
    [old.prelude, `Type.Module(${parts}).Import('C')`],
    [current.prelude, `Type.Module(${parts}).C`],
  ])('is not seen where there is none', (prelude, text) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ schema: { type: 'string' } })
  })

  it('becomes definitions of the whole where it is imported in a part of it', () => {
    const folded = foldCase(old.prelude, `Type.Object({ x: Type.Module(${parts}).Import('A') })`, 'input')
    expect(folded).toEqual({
      schema: {
        type: 'object',
        required: ['x'],
        properties: { x: { $ref: '#/$defs/A' } },
        $defs: schema.$defs,
      },
    })
  })
})

describe('two modules in one schema', () => {
  const lists = `
    const One = Type.Module({ List: Type.Object({ head: Type.String(), tail: Type.Optional(Type.Ref('List')) }) })
    const Two = Type.Module({ List: Type.Object({ head: Type.Number(), tail: Type.Optional(Type.Ref('List')) }) })
  `
  const list = (type: string, name: string) => ({
    type: 'object',
    required: ['head'],
    properties: { head: { type }, tail: { $ref: `#/$defs/${name}` } },
  })

  it('are told apart where they use one name', () => {
    const text = "Type.Object({ a: One.Import('List'), b: Two.Import('List') })"
    expect(foldCase(old.prelude + lists, text, 'input')).toMatchObject({
      schema: {
        properties: { a: { $ref: '#/$defs/List' }, b: { $ref: '#/$defs/List_2' } },
        $defs: { List: list('string', 'List'), List_2: list('number', 'List_2') },
      },
    })
  })

  it('are one where they are one', () => {
    const text = "Type.Object({ a: One.Import('List'), b: One.Import('List') })"
    expect(foldCase(old.prelude + lists, text, 'input')).toEqual({
      schema: {
        type: 'object',
        required: ['a', 'b'],
        properties: { a: { $ref: '#/$defs/List' }, b: { $ref: '#/$defs/List' } },
        $defs: { List: list('string', 'List') },
      },
    })
  })
})

describe('what TypeBox has beyond JSON', () => {
  const types = 'Date Uint8Array BigInt Symbol Undefined Void'.split(' ')
  it.each(types)('Type.%s() has no schema', (type) => {
    const folded = foldCase(old.prelude, `Type.Object({ a: Type.${type}() })`, 'input')
    expect(folded).toEqual({
      reason: expect.stringMatching(/^the type `\w+` cannot be represented in JSON Schema$/),
    })
  })

  it.each([
    ['Type.RegExp(/a/i)', 'the type `RegExp` cannot be represented in JSON Schema'],
    [
      'Type.Array(Type.Function([], Type.Null()))',
      'the type `Function` cannot be represented in JSON Schema',
    ],
    ['Type.Promise(Type.Null())', 'the type `Promise` cannot be represented in JSON Schema'],
    ["Type.Ref('Nowhere')", 'the reference "Nowhere" leads nowhere inside of the schema'],
    ["Type.Partial(Type.Ref('X'))", 'TypeBox cannot say what `Computed` stands for'],
    ['Type.Literal(1n)', expect.any(String)],
    ['Type.Module({ A: Type.String() })', 'a module of TypeBox is no schema: import one of its types'],
  ])('%s', (text, reason) => {
    expect(foldCase(old.prelude, text, 'input')).toEqual({ reason })
  })

  it.each([
    [
      'Type.Union([Type.String(), Type.Undefined()])',
      'the type `undefined` cannot be represented in JSON Schema',
    ],
    ['Type.BigInt()', 'the type `bigint` cannot be represented in JSON Schema'],
    ["Type.Script('{ when: Date }')", 'the reference "Date" leads nowhere inside of the schema'],
    ["Type.Partial(Type.Ref('X'))", 'TypeBox cannot say what `Deferred` stands for'],
  ])('%s in typebox', (text, reason) => {
    expect(foldCase(current.prelude, text, 'input')).toEqual({ reason })
  })
})
