import { describe, expect, it } from 'vitest'
import { describeTable, foldCase } from './support/fold-table.ts'

const convert = `return toJsonSchema(schema, { typeMode: side, target: 'draft-2020-12' })`
const prelude = `
  import * as v from 'valibot'
  import { toJsonSchema } from '@valibot/to-json-schema'
  enum Color { Red = 'red', Green = 'green' }
  enum Level { Low = 1, High }
  const User = v.object({ name: v.string(), age: v.optional(v.number()), tags: v.optional(v.array(v.string()), []) })
`
const library = { prelude, convert }

describeTable('schemas of valibot', library, [
  'v.any()',
  'v.unknown()',
  'v.never()',
  'v.null()',
  'v.null_()',
  'v.string()',
  "v.string('Not a string')",
  'v.string((issue) => issue.input)',
  'v.string((issue) => { return "no" })',
  'v.number()',
  'v.boolean()',
  'v.bigint()',
  'v.date()',
  'v.symbol()',
  'v.undefined()',
  'v.void()',
  'v.nan()',
  'v.blob()',
  'v.file()',
  'v.function()',
  'v.promise()',
  'v.map(v.string(), v.number())',
  'v.set(v.string())',
  'v.array(v.string())',
  "v.array(v.string(), 'no')",
  'v.tuple([v.string(), v.number()])',
  'v.looseTuple([v.string()])',
  'v.strictTuple([v.string()])',
  'v.tupleWithRest([v.string()], v.number())',
  'v.object({})',
  'v.object({ a: v.string(), b: v.optional(v.number()), c: v.nullable(v.boolean()), d: v.nullish(v.null()) })',
  'v.looseObject({ a: v.string() })',
  'v.strictObject({ a: v.string() })',
  'v.objectWithRest({ a: v.string() }, v.null())',
  'v.object({ ...User.entries, more: v.string() })',
  'v.record(v.string(), v.number())',
  'v.record(v.picklist(["a"]), v.number())',
  'v.record(v.pipe(v.string(), v.email()), v.number())',
  'v.literal("a")',
  'v.literal(1)',
  'v.literal(1n)',
  'v.picklist(["a", "b"])',
  'v.picklist([1, 2])',
  'v.picklist(["a", 1])',
  'v.enum(Color)',
  'v.enum_(Level)',
  'v.union([v.string(), v.number()])',
  'v.variant("t", [v.object({ t: v.literal("a") }), v.object({ t: v.literal("b") })])',
  'v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })])',
  'v.objectAsync({ a: v.string() })',
])

describeTable('what valibot derives', library, [
  'v.optional(v.string())',
  'v.optional(v.string(), "x")',
  'v.object({ a: v.exactOptional(v.string()), b: v.undefinedable(v.string()) })',
  'v.object({ a: v.nullable(v.string(), "x"), b: v.nullish(v.string(), null) })',
  'v.nonOptional(v.optional(v.string()))',
  'v.nonNullable(v.nullable(v.string()))',
  'v.nonNullish(v.nullish(v.string()))',
  'v.fallback(v.string(), "x")',
  'v.unwrap(v.optional(v.string()))',
  'v.keyof(User)',
  'v.pick(User, ["name"])',
  'v.omit(User, ["name"])',
  'v.partial(User)',
  'v.partial(User, ["name"])',
  'v.required(User)',
  'v.required(User, ["age"])',
  'v.object(v.entriesFromList(["a", "b"], v.string()))',
  'v.object(v.entriesFromObjects([User, v.object({ z: v.null() })]))',
  "v.pipe(v.string(), v.title(v.getDescription(v.pipe(v.string(), v.description('d')))))",
  'v.config(v.string(), { abortEarly: true })',
  'User.entries.name',
  'User.entries.tags.wrapped.item',
  'v.array(User).item',
])

describeTable('pipes of valibot', library, [
  ...'base64 bic cuid2 decimal digits domain email emoji hexColor hexadecimal imei ip ipv4 ipv6 isoDate isoDateTime isoTime isoTimeSecond isoTimestamp isoWeek isrc jwsCompact ksuid mac mac48 mac64 nanoid octal rfcEmail slug ulid url uuid nonEmpty empty trim toLowerCase toUpperCase trimStart normalize'
    .split(' ')
    .map((action) => `v.pipe(v.string(), v.${action}())`),
  "v.pipe(v.string(), v.hash(['md5', 'sha1']))",
  'v.pipe(v.string(), v.regex(/^a/))',
  "v.pipe(v.string(), v.regex(/^a/i, 'no'))",
  'v.pipe(v.string(), v.minLength(1), v.maxLength(5, (issue) => issue.input))',
  'v.pipe(v.string(), v.length(5))',
  "v.pipe(v.string(), v.startsWith('a.'))",
  "v.pipe(v.string(), v.endsWith('a'))",
  "v.pipe(v.string(), v.includes('a'))",
  "v.pipe(v.string(), v.value('a'))",
  "v.pipe(v.string(), v.values(['a', 'b']))",
  "v.pipe(v.string(), v.notValue('a'))",
  "v.pipe(v.string(), v.notValues(['a']))",
  "v.pipe(v.string(), v.words('en', 3))",
  'v.pipe(v.string(), v.bytes(3))',
  'v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(9))',
  'v.pipe(v.number(), v.gtValue(1), v.ltValue(9))',
  'v.pipe(v.number(), v.safeInteger())',
  'v.pipe(v.number(), v.finite())',
  'v.pipe(v.number(), v.multipleOf(5))',
  'v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(3))',
  'v.pipe(v.array(v.string()), v.nonEmpty())',
  'v.pipe(v.object({ a: v.string() }), v.minEntries(1))',
  "v.pipe(v.string(), v.title('T'), v.description('D'), v.examples(['a']))",
  "v.pipe(v.string(), v.metadata({ title: 'T', deprecated: true, extra: [1] }))",
  "v.pipe(v.string(), v.brand('B'), v.readonly())",
  'v.pipe(v.string(), v.readonly())',
  'v.pipe(v.string(), v.toNumber(), v.number())',
  'v.pipe(v.string(), v.toNumber())',
  'v.pipe(v.string(), v.parseJson(), v.object({ a: v.string() }))',
  'v.pipe(v.pipe(v.string(), v.trim()), v.pipe(v.string(), v.email()))',
  'v.pipe(v.string(), v.regex(v.EMAIL_REGEX))',
  'v.pipe(v.function(), v.args(v.tuple([v.string()])), v.returns(v.number()))',
  "v.pipe(User, v.forward(v.minEntries(1), ['name']))",
])

describeTable(
  'functions of valibot by themselves',
  {
    convert,
    prelude:
      "import { object as o, string, toLowerCase } from 'valibot'\nimport { toJsonSchema } from '@valibot/to-json-schema'",
  },
  ['o({ a: string() })'],
)

describeTable('recursion in valibot', library, [
  'const Node = v.object({ next: v.nullable(v.lazy(() => Node)) }); const S = v.lazy(() => Node)',
  `const Tree = v.object({ kids: v.array(v.lazy(() => Tree)) }); const S = Tree`,
])

describe('v.lazy', () => {
  it('is written out where nothing is recursive', () => {
    expect(foldCase(prelude, 'v.object({ a: v.lazy(() => User), b: v.lazy(() => User) })', 'output')).toEqual(
      foldCase(prelude, 'v.object({ a: User, b: User })', 'output'),
    )
  })
})
