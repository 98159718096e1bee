import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { memoryHost } from '../../support/memory-host.ts'
import { entriesOf } from '../../support/print.ts'
import { compileOn, createProject, IMPORT_MODULE } from '../../support/project.ts'
import { foldCase } from './support/fold-table.ts'

const zod = "import * as z from 'zod'"
const mini = "import * as z from 'zod/mini'"
const old = "import { Type } from '@sinclair/typebox'"
const current = "import Type from 'typebox'"
const valibot = "import * as v from 'valibot'"

const takes = 'it takes a function, which is never run here'
const given = 'a function is given to it, which is never run here'
const unknown = 'it is not among the schema builders that are called here'

/** An import, what is built, the call that the reason names, and the rest of the reason. */
const traps: [string, string, string | undefined, string][] = [
  [zod, 'z.string().refine((v) => v)', '`.refine()`', takes],
  [zod, 'z.string().refine(function (v) { return v })', '`.refine()`', takes],
  [zod, 'z.string().superRefine((v, ctx) => v)', '`.superRefine()`', takes],
  [zod, 'z.string().transform((v) => v)', '`.transform()`', takes],
  [zod, 'z.transform((v) => v)', '`z.transform()`', takes],
  [zod, 'z.preprocess((v) => v, z.string())', '`z.preprocess()`', takes],
  [zod, 'z.string().overwrite((v) => v)', '`.overwrite()`', takes],
  [zod, 'z.string().pipe(z.transform((v) => v))', '`z.transform()`', takes],
  [zod, 'z.codec(z.string(), z.number(), { decode: (v) => v, encode: (v) => v })', '`z.codec()`', takes],
  [zod, 'z.string().apply((s) => s)', '`.apply()`', takes],
  [zod, 'z.instanceof(Date)', undefined, 'Date is not known'],
  [zod, 'z.string().default(() => v)', '`.default()`', given],
  [zod, 'z.string().prefault(() => v)', '`.prefault()`', given],
  [zod, 'z.string().catch(() => v)', '`.catch()`', given],
  [zod, 'z.string().catch((ctx) => { return 1 })', '`.catch()`', given],
  [zod, 'z.string().default({ toString() { return 1 } })', '`.default()`', given],
  [zod, 'z.string().check((ctx) => v)', '`.check()`', given],
  [zod, 'z.string().check(z.refine((v) => v))', '`z.refine()`', takes],
  [zod, 'z.custom((v) => v)', '`z.custom()`', given],
  [zod, "z.stringFormat('cool', (v) => v)", '`z.stringFormat()`', given],
  [zod, 'z.string().meta({ get title() { return "t" } })', '`.meta()`', given],
  [zod, 'z.string().meta({ toJSON() { return 1 } })', '`.meta()`', given],
  [zod, 'z.toJSONSchema(z.string(), { override: (ctx) => v })', '`z.toJSONSchema()`', given],
  [zod, 'z.string().toJSONSchema({ unrepresentable: (ctx) => v })', '`.toJSONSchema()`', given],
  [zod, 'z.object({ a() { return 1 } })', '`z.object()`', given],
  [zod, 'z.object({ a: { get b() { return z.string() } } })', '`z.object()`', given],
  [zod, 'z.lazy(function () { return z.string() })', '`z.lazy()`', given],
  [mini, 'z.string().check(z.refine((v) => v))', '`z.refine()`', takes],
  [mini, 'z.string().check(z.check((ctx) => v))', '`z.check()`', takes],
  [mini, 'z.pipe(z.string(), z.transform((v) => v))', '`z.transform()`', takes],
  [mini, 'z._default(z.string(), () => v)', '`z._default()`', given],
  [mini, 'z.string().check(z.overwrite((v) => v))', '`z.overwrite()`', takes],
  [old, 'Type.Transform(Type.String()).Decode((v) => v).Encode((v) => v)', '`Type.Transform()`', takes],
  [old, 'Type.Unsafe({ type: "string", check: (v) => v })', '`Type.Unsafe()`', given],
  [old, 'Type.String({ default: () => v })', '`Type.String()`', given],
  [current, 'Type.Refine(Type.String(), (v) => v)', '`Type.Refine()`', takes],
  [current, 'Type.Codec(Type.String())', '`Type.Codec()`', takes],
  [valibot, 'v.pipe(v.string(), v.check((x) => x))', '`v.check()`', takes],
  [valibot, 'v.pipe(v.string(), v.transform((x) => x))', '`v.transform()`', takes],
  [valibot, 'v.pipe(v.string(), v.rawCheck((x) => x))', '`v.rawCheck()`', takes],
  [valibot, 'v.pipe(v.array(v.string()), v.mapItems((x) => x))', '`v.mapItems()`', takes],
  [valibot, 'v.custom((x) => x)', '`v.custom()`', takes],
  [valibot, 'v.optional(v.string(), () => x)', '`v.optional()`', given],
  [valibot, 'v.nullish(v.string(), () => x)', '`v.nullish()`', given],
  [valibot, 'v.fallback(v.string(), () => x)', '`v.fallback()`', given],
  [valibot, 'v.pipe(v.string(), (x) => x)', '`v.pipe()`', given],
  [valibot, 'v.pipe(v.string(), v.metadata({ get title() { return 1 } }))', '`v.metadata()`', given],
]

describe('what would run code of the user', () => {
  it.each(traps)('%s: %s', (prelude, text, call, reason) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ reason: call ? `${call}: ${reason}` : reason })
  })

  it('is not run by a build', async () => {
    const project = createProject({
      'package.json': '{ "name": "app", "type": "module" }',
      ...Object.fromEntries(
        ['zod', '@sinclair/typebox', 'typebox', 'valibot', '@valibot/to-json-schema'].map((name) => [
          `node_modules/${name}`,
          { link: join(import.meta.dirname, '../../../node_modules', name) },
        ]),
      ),
    })
    const leave = `import { writeFileSync } from 'node:fs'
function leave() { globalThis.__ran = true; writeFileSync(${JSON.stringify(project.path('trace'))}, 'ran'); return 'x' }`
    for (const [index, [prelude, text]] of traps.entries()) {
      const set = text.replaceAll(/=> [vxs]\b/g, '=> leave()').replaceAll(/return \w+/g, 'return leave()')
      project.write({
        [`extensions/m${index}.ts`]: `${prelude}\n${leave}
export class Subject implements Module { inputSchema = ${set}; outputSchema = ${set}; execute() {} }`,
      })
    }
    project.write({
      'extensions/messages.ts': `${zod}\n${valibot}\n${leave}
export class Messages implements Module {
  inputSchema = z.object({ a: z.string({ error: () => leave() }).min(1, { error: (i) => { return leave() } }) })
  outputSchema = v.pipe(v.string((issue) => leave()), v.email(leave))
  execute() {}
}`,
    })
    const { catalog, diagnostics } = await project.compile()
    expect(diagnostics).toEqual([])
    expect(catalog).toHaveLength(traps.length + 1)
    const resolved = catalog.filter(
      (entry) => entry.inputSchema !== undefined || entry.outputSchema !== undefined,
    )
    expect(resolved.map(({ file }) => file)).toEqual(['extensions/messages.ts'])
    expect(existsSync(project.path('trace'))).toBe(false)
    expect('__ran' in globalThis).toBe(false)
  })
})

describe('an expression that a library asks for later', () => {
  it.each([
    [zod, 'z.object({ get a() { return make() } })', 'z.object({ get a() { return '],
    [zod, 'z.array(z.lazy(() => make()))', 'z.array(z.lazy(() => '],
    [zod, 'z.union([z.string(), z.lazy(() => make())]).optional()', 'z.union([z.string(), z.lazy(() => '],
    [valibot, 'v.object({ a: v.lazy(() => make()) })', 'v.object({ a: v.lazy(() => '],
    [
      old,
      'Type.Recursive((This) => Type.Object({ a: make(This) }))',
      'Type.Recursive((This) => Type.Object({ a: ',
    ],
  ])('%s: %s is to blame where it is written', async (prelude, text, before) => {
    const start = '  inputSchema = '
    const source = `${IMPORT_MODULE}${prelude}
function make() { return undefined }
export class Subject implements Module {
${start}${text}
  execute() {}
}`
    const root = `${import.meta.dirname.replaceAll('\\', '/')}/project`
    const compilation = await compileOn(memoryHost({ 'extensions/a.ts': source }, { root }))
    expect(entriesOf(compilation)[0]?.unresolved).toEqual({
      inputSchema: {
        reason: expect.stringContaining('function call'),
        file: 'extensions/a.ts',
        line: source.split('\n').findIndex((line) => line.startsWith(start)) + 1,
        column: start.length + before.length + 1,
      },
    })
  })
})

describe('what is no builder', () => {
  it.each([
    [zod, 'z.config({ jitless: true })', '`z.config()`'],
    [zod, 'z.registry()', '`z.registry()`'],
    [zod, 'z.core.toJSONSchema(z.string())', '`z.core.toJSONSchema()`'],
    [zod, 'z.string().parse("x")', '`.parse()`'],
    [zod, 'z.string().constructor("x")', '`.constructor()`'],
    [zod, 'z.constructor("x")', '`z.constructor()`'],
    [zod, 'z.string.constructor("x")', '`z.string.constructor()`'],
    [zod, 'z.__proto__("x")', '`z.__proto__()`'],
    [valibot, 'v.setGlobalConfig({ lang: "de" })', '`v.setGlobalConfig()`'],
    [valibot, 'v.parse(v.string(), "x")', '`v.parse()`'],
    [old, 'Type.CreateType({})', '`Type.CreateType()`'],
    [old, 'Type.constructor("x")', '`Type.constructor()`'],
  ])('%s: %s is not called', (prelude, text, call) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ reason: `${call}: ${unknown}` })
  })

  it.each([
    [zod, 'z.string()._zod', 'the property `_zod` of a schema is not read here'],
    [zod, 'z.string().parse', 'the property `parse` of a schema is not read here'],
    [zod, 'z.locales', '`z.locales` is no constant that schemas are made of'],
    [valibot, "v.string()['~run']", 'the property `~run` of a schema is not read here'],
    [old, 'Type.String().constructor', 'the property `constructor` of a schema is not read here'],
    [old, 'Type.String().__proto__', 'the property `__proto__` of a schema is not read here'],
  ])('%s: %s is not read', (prelude, text, reason) => {
    expect(foldCase(prelude, text, 'input')).toEqual({ reason })
  })
})

describe('libraries', () => {
  it('give no values to each other', () => {
    const prelude = `${zod}\n${old}\n${valibot}`
    expect(foldCase(prelude, 'z.object({ a: Type.String() })', 'input')).toEqual({
      reason: '`z.object()`: a value of another library (@sinclair/typebox) is given to it',
    })
    expect(foldCase(prelude, 'v.object({ a: z.string() })', 'input')).toEqual({
      reason: '`v.object()`: a value of another library (zod) is given to it',
    })
  })

  it('that share an installation do', () => {
    const prelude = "import { z } from 'zod'\nimport * as m from 'zod/mini'"
    expect(foldCase(prelude, 'z.object({ a: m.optional(m.string()) })', 'input')).toEqual({
      schema: { type: 'object', properties: { a: { type: 'string' } } },
    })
  })

  it('say in a line why they throw', () => {
    expect(foldCase(zod, 'z.string().pick({ a: true })', 'input')).toEqual({
      reason: '`.pick()`: this value has no such method',
    })
    expect(foldCase(zod, 'z.object({ a: z.string() }).pick({ b: true })', 'input')).toEqual({
      reason: expect.stringContaining('Unrecognized key'),
    })
  })

  it('come to an end', () => {
    expect(foldCase(valibot, 'const S = v.lazy(() => v.optional(S))', 'input')).toEqual({
      reason: 'it refers to itself, and to nothing else',
    })
    const levels = Array.from({ length: 40 }, (_, i) => `const L${i + 1} = z.object({ a: L${i}, b: L${i} })`)
    const doubling = `const L0 = z.string(); ${levels.join(';')}; const S = L40`
    expect(foldCase(zod, doubling, 'input')).toEqual({ reason: '`z.object()`: it has more than 50000 parts' })
    expect(foldCase(old, doubling.replaceAll('z.s', 'Type.S').replaceAll('z.o', 'Type.O'), 'input')).toEqual({
      reason: '`Type.Object()`: it has more than 50000 parts',
    })
    const digits = Array.from({ length: 20 }, () => '$\x7b0|1|2}').join('')
    expect(foldCase(old, `Type.Record(Type.TemplateLiteral('${digits}'), Type.Null())`, 'input')).toEqual({
      reason: '`Type.TemplateLiteral()`: it has more than 10000 combinations',
    })
    const union = "Type.Union([Type.Object({ a: Type.Literal('x') }), Type.Object({ b: Type.Literal('y') })])"
    const unions = Array.from({ length: 20 }, () => union).join()
    expect(foldCase(current, `Type.Evaluate(Type.Intersect([${unions}]))`, 'input')).toEqual({
      reason: '`Type.Intersect()`: it has more than 10000 combinations',
    })
    const hidden = Array.from(
      { length: 40 },
      (_, i) => `const L${i + 1} = z.object({ get a() { return L${i} }, b: z.lazy(() => L${i}) })`,
    )
    expect(foldCase(zod, `const L0 = z.string(); ${hidden.join(';')}; const S = L40`, 'input')).toEqual({
      reason: 'written out, it has more than 20000 schemas',
    })
    const lazily = Array.from(
      { length: 40 },
      (_, i) => `const L${i + 1} = v.object({ a: v.lazy(() => L${i}), b: v.lazy(() => L${i}) })`,
    )
    expect(foldCase(valibot, `const L0 = v.string(); ${lazily.join(';')}; const S = L40`, 'input')).toEqual({
      reason: 'written out, it has more than 20000 schemas',
    })
  })
})

describe('what zod shares in a process', () => {
  const { globalRegistry } = createRequire(import.meta.url)('zod') as {
    globalRegistry: { _idmap: Map<string, unknown> }
  }
  const named = "z.string().meta({ id: 'Shared', title: 'S' })"

  it('keeps no ID of a folded schema', () => {
    const before = new Map(globalRegistry._idmap)
    for (let count = 0; count < 3; count++) {
      expect(foldCase(zod, `const A = ${named}; const S = z.object({ a: A, b: A })`, 'output')).toEqual({
        schema: {
          type: 'object',
          required: ['a', 'b'],
          properties: { a: { type: 'string', title: 'S' }, b: { type: 'string', title: 'S' } },
          additionalProperties: false,
        },
      })
    }
    expect(foldCase(zod, "z.string().register(z.globalRegistry, { id: 'Shared' })", 'input')).toEqual({
      schema: { type: 'string' },
    })
    expect(globalRegistry._idmap).toEqual(before)
  })

  it('keeps an ID that somebody else has given', () => {
    const theirs = {}
    globalRegistry._idmap.set('Shared', theirs)
    expect(foldCase(zod, named, 'input')).toEqual({ schema: { type: 'string', title: 'S' } })
    expect(globalRegistry._idmap.get('Shared')).toBe(theirs)
    globalRegistry._idmap.delete('Shared')
  })

  it('still refuses one ID for two schemas of one schema', () => {
    const text = "z.object({ a: z.string().meta({ id: 'A' }), b: z.number().meta({ id: 'A' }) })"
    expect(foldCase(zod, text, 'input')).toEqual({
      reason: expect.stringContaining('Duplicate schema id "A"'),
    })
  })
})
