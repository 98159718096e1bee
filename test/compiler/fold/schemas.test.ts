import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { memoryHost } from '../../support/memory-host.ts'
import { entriesOf } from '../../support/print.ts'
import { compileOn, createProject, IMPORT_MODULE } from '../../support/project.ts'

const object = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }

/** The entries of modules whose libraries are those that this package has installed. */
async function entriesFor(files: Record<string, string>) {
  const host = memoryHost(files, { root: `${import.meta.dirname.replaceAll('\\', '/')}/project` })
  const compilation = await compileOn(host)
  expect(compilation.diagnostics).toEqual([])
  return entriesOf(compilation)
}

const module = (before: string, schema: string) =>
  `${IMPORT_MODULE}${before}\nexport class Subject implements Module {\n  inputSchema = ${schema}\n  execute() {}\n}\n`

describe('schemas of libraries', () => {
  it.each([
    ['a named import', `import { Type } from '@sinclair/typebox'`, 'Type.Object({ a: Type.String() })'],
    ['another name', `import { Type as t } from '@sinclair/typebox'`, 't.Object({ a: t.String() })'],
    ['a namespace', `import * as T from '@sinclair/typebox'`, 'T.Type.Object({ a: T.Type.String() })'],
    ['a default import', `import z from 'zod'`, 'z.object({ a: z.string() })'],
    ['functions of a namespace', `import * as v from 'valibot'`, 'v.object({ a: v.string() })'],
    ['single functions', `import { object, string as text } from 'valibot'`, 'object({ a: text() })'],
    [
      'constants',
      `import { z } from 'zod'\nconst text = z.string()\nconst shape = { a: text }`,
      'z.object(shape)',
    ],
    ['a plain schema', '', `{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }`],
    [
      'a schema inside of a plain one',
      `import { Type } from '@sinclair/typebox'`,
      `{ type: 'object', properties: { a: Type.String() }, required: ['a'] }`,
    ],
  ])('by way of %s', async (_title, before, schema) => {
    const [entry] = await entriesFor({ 'extensions/subject.ts': module(before, schema) })
    expect(entry?.unresolved).toBe(undefined)
    expect(entry?.inputSchema).toMatchObject(object)
  })

  it('by way of a file of the project, which another library of that name is not', async () => {
    const entries = await entriesFor({
      'lib/t.ts': `export { Type as t } from '@sinclair/typebox'`,
      'lib/own.ts': 'export const Type = { Object: (x: unknown) => x, String: () => 1 }',
      'extensions/a.ts': module(`import { t } from '../lib/t'`, 't.Object({ a: t.String() })'),
      'extensions/b.ts': module(`import { Type } from '../lib/own'`, 'Type.Object({ a: Type.String() })'),
    })
    expect(entries[0]?.inputSchema).toMatchObject(object)
    expect(entries[1]?.inputSchema).toBe(undefined)
    expect(entries[1]?.unresolved?.inputSchema?.reason).toContain('function call')
  })

  it('which are recursive, without running anything', async () => {
    const [first, second] = await entriesFor({
      'extensions/a.ts': module(
        `import { z } from 'zod'\nconst Node = z.object({ get next() { return Node.optional() } })`,
        'Node',
      ),
      'extensions/b.ts': module(
        `import { Type } from '@sinclair/typebox'`,
        'Type.Recursive((This) => Type.Object({ next: Type.Optional(This) }))',
      ),
    })
    expect(first?.unresolved).toBe(undefined)
    expect(JSON.stringify(first?.inputSchema)).toContain('$ref')
    expect(second?.unresolved).toBe(undefined)
    expect(JSON.stringify(second?.inputSchema)).toContain('$ref')
  })

  it('in place of which a reason stands where a function would be called, at its own place', async () => {
    const [entry] = await entriesFor({
      'extensions/subject.ts': module(`import { z } from 'zod'`, 'z.string().default(() => makeId())'),
    })
    expect(entry?.unresolved?.inputSchema).toMatchObject({ line: 4, column: 36 })
  })

  it('are no plain data elsewhere', async () => {
    const [entry] = await entriesFor({
      'extensions/subject.ts': `${IMPORT_MODULE}import { z } from 'zod'\nexport const subject: Module = { metadata: { a: z.string() }, execute() {} }`,
    })
    expect(entry?.unresolved?.metadata?.reason).toBe('a schema of zod is no plain data')
  })
})

it('leaves no trace of the sources that it reads', async () => {
  const project = createProject({ 'package.json': '{ "type": "module" }' })
  const leave = `(await import('node:fs')).writeFileSync(${JSON.stringify(`${project.root}/trace`)}, '')`
  const trap = `(() => { globalThis.__folded = true; ${leave.replace('await ', '')} })()`
  project.write({
    'lib/trap.ts': `${leave}\nexport const a = { get b() { return ${trap} }, toString() { ${trap} }, [Symbol.toPrimitive]() { ${trap} } }\nexport const c = 1`,
    'extensions/subject.ts': `${IMPORT_MODULE}import { a, c } from '../lib/trap'\n${leave}\nexport class Subject implements Module {\n  static { ${trap} }\n  description = \`\${a}\`\n  documentation = String(${trap})\n  metadata = { a, b: a.b, c, [\`\${a}\`]: 1 }\n  get version() { return ${trap} }\n  tags = [...a]\n  annotations = new Proxy({}, {})\n  inputSchema = { then() { ${trap} }, toJSON() { ${trap} } }\n  execute() {}\n}`,
  })
  const compilation = await project.compile()
  const [entry] = entriesOf(compilation)
  expect(Object.keys(entry?.unresolved ?? {})).toEqual([
    'annotations',
    'description',
    'documentation',
    'inputSchema',
    'metadata',
    'tags',
    'version',
  ])
  expect(existsSync(project.path('trace'))).toBe(false)
  expect('__folded' in globalThis).toBe(false)
})
