import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Compiler } from '../../../src/compiler/compile.ts'
import { resolveOptions } from '../../../src/compiler/resolve-options.ts'
import { TypeSchemas } from '../../../src/compiler/schemas/from-types/type-schemas.ts'
import { createProject, type ProjectFiles } from '../../support/project.ts'

const installed = {
  // Without the types of browsers, which take longest to read.
  'tsconfig.json': JSON.stringify({
    compilerOptions: {
      ...{ strict: true, target: 'es2022', lib: ['es2022'], types: [] },
      ...{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true, noEmit: true },
    },
  }),
  'node_modules/ts-json-schema-generator': {
    link: join(import.meta.dirname, '../../../node_modules/ts-json-schema-generator'),
  },
}

function typesOf(text: string, files: ProjectFiles = {}, name = 'Subject') {
  const project = createProject({ ...installed, 'a.ts': text, ...files })
  const types = new TypeSchemas(project.root)
  types.begin([project.path('a.ts')])
  const of = (side: 'input' | 'output') => types.of(project.path('a.ts'), name, side)
  return { project, types, input: of('input'), output: of('output') }
}

/** The types of several files of one project. */
function typesOfAll(texts: Readonly<Record<string, string>>, before = '') {
  const files = Object.entries(texts).map(([name, text]) => [`${name}.ts`, `${before}\n${text}`] as const)
  const project = createProject({ ...installed, ...Object.fromEntries(files) })
  const types = new TypeSchemas(project.root)
  const paths = files.map(([file]) => project.path(file))
  types.begin(paths)
  return paths.map((path) => ({
    file: path,
    input: types.of(path, 'Subject', 'input'),
    output: types.of(path, 'Subject', 'output'),
  }))
}

const object = (properties: object) => ({ type: 'object', properties, required: Object.keys(properties) })

describe('the types of execute', () => {
  it('become schemas', () => {
    const { input, output } = typesOf(
      `
      /** Where somebody lives. */
      interface Address { street: string; zip?: string | null }
      export class Subject {
        async execute(inputs: { home: Address; work: Address; tags: readonly string[]; kind: 'a' | 'b' }): Promise<Out> {}
      }
      import type { Out } from './out.ts'
    `,
      {
        'out.ts':
          "export type Out = Omit<All, 'secret'>\ninterface All { ok: boolean; at: Date; secret: string }",
      },
    )
    const address = {
      type: 'object',
      description: 'Where somebody lives.',
      properties: { street: { type: 'string' }, zip: { type: ['string', 'null'] } },
      required: ['street'],
    }
    expect(input).toEqual({
      schema: object({
        home: address,
        work: address,
        tags: { type: 'array', items: { type: 'string' } },
        kind: { type: 'string', enum: ['a', 'b'] },
      }),
    })
    expect(output).toEqual({
      schema: object({ ok: { type: 'boolean' }, at: { type: 'string', format: 'date-time' } }),
    })
  })

  it('are found wherever an execute may be', () => {
    const texts = {
      method: 'export class Subject { execute(inputs: In): Out {} }',
      arrow: 'export class Subject { execute = async (inputs: In): Promise<Out> => {} }',
      inherited: 'class Base { execute(inputs: In): Promise<Out> {} } export class Subject extends Base {}',
      object: 'export const Subject = { async execute(inputs: In): Promise<Out> {} }',
      call: 'declare function f<T>(x: T): T; export const Subject = f({ execute(inputs: In): Out {} })',
      renamed: 'class Other { execute(inputs: In): Out {} } export { Other as Subject }',
      optional: 'export class Subject { execute(this: Subject, inputs?: In): PromiseLike<Out> {} }',
    }
    for (const found of typesOfAll(texts, 'interface In { a: string } interface Out { b: number }')) {
      expect(found).toEqual({
        file: found.file,
        input: { schema: object({ a: { type: 'string' } }) },
        output: { schema: object({ b: { type: 'number' } }) },
      })
    }
  })

  it('say nothing where nothing is written', () => {
    const texts = {
      none: 'export class Subject { execute() {} }',
      untyped: 'export class Subject { execute(inputs) {} }',
      unknown: 'export class Subject { execute(inputs: unknown): Promise<void> {} }',
      any: 'export class Subject { execute(inputs: any): Promise<any> {} }',
      empty: 'export class Subject {}',
      other: 'export class Other { execute(inputs: string): string {} }',
    }
    for (const found of typesOfAll(texts)) expect(found).toEqual({ file: found.file })
  })

  it('are found at the default export', () => {
    expect(typesOf('export default class { execute(inputs: { a: 1 }) {} }', {}, 'default').input).toEqual({
      schema: object({ a: { type: 'number', const: 1 } }),
    })
  })

  it('are referred to where they are recursive', () => {
    const { input } = typesOf(`
      interface Node { next?: Node }
      export class Subject { execute(inputs: { node: Node }) {} }`)
    const node = { type: 'object', properties: { next: { $ref: '#/$defs/Node' } } }
    expect(input).toEqual({
      schema: { ...object({ node: { $ref: '#/$defs/Node' } }), $defs: { Node: node } },
    })
  })

  it('may have one name in two files', () => {
    const { input } = typesOf(
      `import type { Options } from './b.ts'
      interface Own { Options: Options } namespace N { export interface Options { n: number; more?: Options } }
      export class Subject { execute(inputs: Own & { other: N.Options }) {} }`,
      { 'b.ts': 'export interface Options { s: string; more?: Options }' },
    )
    expect(input).toHaveProperty('schema')
    expect(JSON.stringify(input)).not.toContain('.ts')
  })

  it('have no schema with methods, however deep', () => {
    const before =
      'class Tool { name = ""; run(): void {} } interface Node { next?: Node; at: Date; tags: string[] }'
    const texts = {
      a: 'export class Subject { execute(inputs: { run(): void }) {} }',
      b: 'export class Subject { execute(inputs: { tools: Tool[] }) {} }',
      c: 'export class Subject { execute(inputs: Node | { by: Record<string, Tool | null> }) {} }',
      d: 'export class Subject { execute(inputs: Node) {} }',
    }
    const [a, b, c, d] = typesOfAll(texts, before).map(({ input }) => input)
    for (const one of [a, b, c]) {
      expect(one).toMatchObject({ reason: 'its type has no schema: "run" is a method', line: 2, column: 40 })
    }
    expect(d).toHaveProperty('schema')
  })

  it('say why and where they have no schema', () => {
    const { input, output, project } = typesOf(`
export class Subject {
  execute<T>(inputs: { run: () => void }): Promise<{ f: () => void }> {}
}`)
    expect(input).toEqual({
      reason: expect.stringMatching(/^its type has no schema: .{5,}/),
      path: project.path('a.ts'),
      line: 3,
      column: 22,
    })
    expect(output).toMatchObject({
      reason: expect.stringMatching(/^its type has no schema: /),
      line: 3,
      column: 52,
    })
  })

  it('follow the files', () => {
    const { project, types } = typesOf(
      "import type { In } from './in.ts'\nexport class Subject { execute(inputs: In) {} }",
      {
        'in.ts': 'export interface In { a: string }',
      },
    )
    expect(types.files).toEqual(expect.arrayContaining([project.path('a.ts'), project.path('in.ts')]))
    project.write({ 'in.ts': 'export interface In { b: string }' })
    types.begin([project.path('a.ts')])
    expect(types.of(project.path('a.ts'), 'Subject', 'input')).toEqual({
      schema: object({ b: { type: 'string' } }),
    })
  })

  it('are read as the project says', () => {
    const { input } = typesOf(
      "import type { In } from '@/in'\nexport class Subject { execute(inputs: In) {} }",
      {
        'tsconfig.json':
          '{ "compilerOptions": { "strict": true, "paths": { "@/*": ["./src/*"] }, "moduleResolution": "bundler", "module": "esnext" } }',
        'src/in.ts': 'export interface In { a: string | null }',
      },
    )
    expect(input).toEqual({ schema: object({ a: { type: ['string', 'null'] } }) })
  })

  it('need a package, and say so', () => {
    const { root } = createProject({ 'a.ts': '' })
    expect(() => new TypeSchemas(root)).toThrow('the package ts-json-schema-generator is not installed')
  })
})

describe('schemaFromTypes', () => {
  const module = "import type { Module } from 'unplugin-module-registry/runtime'\n"
  const files = {
    ...installed,
    'extensions/typed.ts': `${module}import type { In } from '../types.ts'
export class Typed implements Module { execute(inputs: In): Promise<{ b: number }> { throw 1 } }`,
    'extensions/written.ts': `${module}export class Written implements Module {
  inputSchema = { type: 'string' }
  outputSchema = unknown()
  execute(inputs: number): Promise<number> { throw 1 }
}`,
    'extensions/no_schema.ts': `${module}export default class implements Module { execute(inputs: { f: () => void }) {} }`,
    'types.ts': 'export interface In { a: string }',
  }

  it('lets types stand in for schemas that are not written, and says so', async () => {
    const { compile } = createProject(files)
    const { catalog, diagnostics } = await compile({ schemaFromTypes: true })
    expect(diagnostics).toEqual([])
    const [none, typed, written] = catalog
    expect(typed).toMatchObject({
      inputSchema: object({ a: { type: 'string' } }),
      inputSchemaFrom: 'types',
      outputSchema: object({ b: { type: 'number' } }),
      outputSchemaFrom: 'types',
    })
    expect(written).toMatchObject({ inputSchema: { type: 'string' }, unresolved: { outputSchema: {} } })
    expect(Object.keys(written ?? {})).not.toContain('inputSchemaFrom')
    expect(Object.keys(written ?? {})).not.toContain('outputSchema')
    expect(none?.unresolved).toEqual({
      inputSchema: {
        reason: expect.stringMatching(/^its type has no schema: /),
        file: 'extensions/no_schema.ts',
        line: 2,
        column: 58,
      },
    })
  })

  it('is off by default', async () => {
    const { catalog } = await createProject(files).compile()
    expect(catalog.find(({ id }) => id === 'typed')).not.toHaveProperty('inputSchema')
  })

  it('counts for complete catalogs', async () => {
    const { diagnostics } = await createProject(files).compile({
      schemaFromTypes: true,
      metadata: 'required',
    })
    const lacking = diagnostics.map(({ file, details }) => [file, (details as { field: string }).field])
    expect(lacking.filter(([, field]) => field !== 'description')).toEqual([
      ['extensions/no_schema.ts', 'outputSchema'],
      ['extensions/no_schema.ts', 'inputSchema'],
      ['extensions/written.ts', 'outputSchema'],
    ])
  })

  it('depends on the files of the types', async () => {
    const { inputs } = await createProject(files).compile({ schemaFromTypes: true })
    expect(inputs.files).toContain('types.ts')
  })

  it('follows the types of other files', async () => {
    const project = createProject(files)
    const compiler = new Compiler(resolveOptions({ root: project.root, schemaFromTypes: true }, project.root))
    await compiler.compile()
    project.write({ 'types.ts': 'export interface In { changed: boolean }' })
    const edited = [project.path('types.ts')]
    expect(compiler.files).toContain(edited[0])
    const { compilation } = await compiler.update({ edited, structure: false }, 1)
    expect(compilation?.catalog.find(({ id }) => id === 'typed')?.inputSchema).toEqual(
      object({ changed: { type: 'boolean' } }),
    )
  })

  it('says what it takes', async () => {
    const { 'node_modules/ts-json-schema-generator': _, ...rest } = files
    await expect(createProject(rest).compile({ schemaFromTypes: true })).rejects.toThrow(
      'schemaFromTypes: the package ts-json-schema-generator is not installed',
    )
  })
})
