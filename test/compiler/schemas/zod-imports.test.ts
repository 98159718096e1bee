import { describeTable } from './support/fold-table.ts'

const convert = 'return z.toJSONSchema(schema, { io: side })'

describeTable('other ways to import zod', { convert, prelude: "import { z } from 'zod'" }, [
  'z.object({ a: z.iso.date() })',
])
describeTable('the default import of zod', { convert, prelude: "import z from 'zod'" }, [
  'z.object({ a: z.iso.date() })',
])
describeTable(
  'zod under another name',
  { convert: convert.replace('z.', 't.'), prelude: "import { z as t } from 'zod/v4'" },
  ['t.object({ a: t.iso.date() })'],
)
describeTable(
  'functions of zod by themselves',
  {
    convert: convert.replace('z.', ''),
    prelude: "import { object, string as text, iso, toJSONSchema } from 'zod'",
  },
  ['object({ a: iso.date(), b: text() })'],
)

for (const specifier of ['zod/mini', 'zod/v4-mini', 'zod/v4/mini']) {
  describeTable(
    specifier,
    {
      convert,
      prelude: `import * as z from '${specifier}'\nconst User = z.object({ a: z.string(), b: z.optional(z.int()) })`,
    },
    [
      'z.string().check(z.minLength(5), z.maxLength(9), z.regex(/x/), z.trim(), z.lowercase())',
      'z.number().check(z.positive(), z.lt(9), z.maximum(8))',
      'z.array(z.string()).check(z.minLength(1))',
      'z.extend(User, { c: z.boolean() })',
      'z.pick(User, { a: true })',
      'z.omit(User, { a: true })',
      'z.partial(User)',
      'z.required(User)',
      'z.merge(User, z.object({ c: z.null() }))',
      'z.catchall(User, z.string())',
      'z.keyof(User)',
      'z.object({ a: z._default(z.string(), "x"), b: z.nullable(z.string()), c: z.readonly(z.string()) })',
      'z.string().check(z.describe("text"), z.meta({ title: "t" }))',
      'User.shape.a',
      'const Node = z.object({ get next() { return z.optional(Node) } }); const S = Node',
      'z.date()',
    ],
  )
}
