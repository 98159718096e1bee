import { describe, expect, it } from 'vitest'
import { Compiler } from '../../src/compiler/compile.ts'
import { resolveOptions } from '../../src/compiler/resolve-options.ts'
import { memoryHost } from '../support/memory-host.ts'
import { entriesOf, idsOf, printCompilation, printModules, printProblems } from '../support/print.ts'
import { compileFiles, IMPORT_MODULE, moduleFile, multiClassFile } from '../support/project.ts'

describe('a catalog entry', () => {
  it('knows the class by its own name, and the export by its', async () => {
    const compilation = await compileFiles({
      'extensions/image/resize.ts': `${IMPORT_MODULE}export default class Resizer implements Module { execute() {} }`,
    })
    expect(entriesOf(compilation)).toEqual([
      {
        kind: 'module',
        id: 'image.resize',
        className: 'Resizer',
        exportName: 'default',
        file: 'extensions/image/resize.ts',
        scope: 'project',
        origin: 'extensions',
        load: 'lazy',
      },
    ])
    expect(Object.isFrozen(entriesOf(compilation)[0])).toBe(true)
  })

  it('takes what is written as literals, from the class or the nearest base class that has it', async () => {
    const compilation = await compileFiles({
      'extensions/lib/base_tool.ts': `${IMPORT_MODULE}export abstract class BaseTool<I, O> implements Module {\n  description = 'base'\n  version = '1.0.0'\n  abstract execute(input: I): O\n}`,
      'extensions/text/lower.ts':
        "import { BaseTool } from '../lib/base_tool'\nexport class Lower extends BaseTool<string, string> { execute(input: string) { return input } }",
      'extensions/text/upper.ts':
        "import { BaseTool } from '../lib/base_tool'\nexport class Upper extends BaseTool<string, string> {\n  readonly description = `Upper-case a text` as const\n  static tags = ['text', \"case\"]\n  get version() { return '2.0.0' }\n  execute(input: string) { return input.toUpperCase() }\n}",
    })
    expect(printCompilation(compilation)).toBe(
      'text.lower  Lower  extensions/text/lower.ts\ntext.upper  Upper  extensions/text/upper.ts\n\nno problems',
    )
    expect(entriesOf(compilation)).toMatchObject([
      { id: 'text.lower', description: 'base', version: '1.0.0' },
      { id: 'text.upper', description: 'Upper-case a text', version: '2.0.0', tags: ['text', 'case'] },
    ])
  })

  it('leaves out what only running the source would tell, also where a base class has a literal', async () => {
    const compilation = await compileFiles({
      'extensions/a.ts': `${IMPORT_MODULE}class Base implements Module { description = 'base'; tags = ['base']; version = '1'; execute() {} }\nexport class A extends Base { description = 'x' + y; tags = [z]; version = 1 as any }`,
    })
    expect(Object.keys(entriesOf(compilation)[0]!)).not.toEqual(expect.arrayContaining(['description']))
    expect(entriesOf(compilation)[0]).not.toHaveProperty('tags')
    expect(entriesOf(compilation)[0]).not.toHaveProperty('version')
  })

  it('comes from plain JavaScript too, without a tsconfig and without declarations', async () => {
    const compilation = await compileFiles({
      'extensions/legacy/ping.js':
        "/** @implements {Module} */\nexport class Ping {\n  description = 'Ping a host'\n  execute() {}\n}",
      'extensions/legacy/trace.js':
        "/**\n * Traces a route.\n * @implements {import('unplugin-module-registry/runtime').Module}\n */\nexport class Trace { execute() {} }",
      'extensions/legacy/plain.js': 'export class Plain { execute() {} }',
    })
    expect(printCompilation(compilation)).toBe(
      'legacy.ping  Ping  extensions/legacy/ping.js\nlegacy.trace  Trace  extensions/legacy/trace.js\n\nno problems',
    )
    expect(entriesOf(compilation)[0]?.description).toBe('Ping a host')
    expect(compilation.emit.files()).toEqual([])
  })
})

describe('a class', () => {
  it('belongs to the file that declares it, whoever exports it again', async () => {
    const compilation = await compileFiles({
      'extensions/math/add.ts': moduleFile('Add'),
      'extensions/math/all.ts': "export * from './add'\nexport { Add as Plus } from './add'",
      'extensions/math/more.ts':
        "import { Add } from './add'\nexport { Add }\nexport default Add\nexport const Sum = Add\nexport const uses = [class extends Add {}]",
    })
    expect(printCompilation(compilation)).toBe('math.add  Add  extensions/math/add.ts\n\nno problems')
  })

  it('is not taken for another one that its file imports', async () => {
    const compilation = await compileFiles({
      'extensions/text/trim.ts': `${IMPORT_MODULE}import { Upper } from './upper'\nexport class Trim implements Module { static uses = [Upper]; execute() {} }`,
      'extensions/text/upper.ts': moduleFile('Upper'),
    })
    expect(printModules(compilation)).toBe(
      'text.trim  Trim  extensions/text/trim.ts\ntext.upper  Upper  extensions/text/upper.ts',
    )
  })

  it('keeps its meaning over many runs of one compiler, whatever was edited between', async () => {
    const files = {
      'extensions/text/trim.ts': `${IMPORT_MODULE}import { Upper } from './upper'\nexport class Trim implements Module { static uses = [Upper]; execute() {} }`,
      'extensions/text/upper.ts': moduleFile('Upper'),
    }
    const host = memoryHost(files)
    const compiler = new Compiler(resolveOptions({ root: host.root }, host.root), host)
    const expected = printCompilation(await compiler.compile())
    for (let edit = 0; edit < 5; edit++) {
      host.write('extensions/text/trim.ts', `${'\n'.repeat(edit)}${files['extensions/text/trim.ts']}`)
      expect(printCompilation(await compiler.compile())).toBe(expected)
    }
    host.write('extensions/text/trim.ts', files['extensions/text/trim.ts'].replace('class Trim', 'class Cut'))
    expect(printModules(await compiler.compile())).toContain('text.trim  Cut')
    host.write('extensions/text/trim.ts', 'export class Trim implements Module {')
    expect(printModules(await compiler.compile())).toBe('text.upper  Upper  extensions/text/upper.ts')
    host.write('extensions/text/trim.ts', files['extensions/text/trim.ts'])
    expect(printCompilation(await compiler.compile())).toBe(expected)
  })

  it('is found by the direct form when nothing can be resolved, and never lost without a word', async () => {
    const compilation = await compileFiles({
      'extensions/net/direct.ts': moduleFile('Direct'),
      'extensions/net/fetch.ts':
        "import { BaseFetch } from '@kit/base'\nexport class Fetch extends BaseFetch { execute() {} }",
    })
    expect(printModules(compilation)).toBe('net.direct  Direct  extensions/net/direct.ts')
    expect(compilation.diagnostics).toMatchObject([
      {
        code: 'UNRESOLVED_HERITAGE',
        severity: 'warning',
        file: 'extensions/net/fetch.ts',
        line: 2,
        column: 28,
        details: { className: 'Fetch', base: 'BaseFetch', specifier: '@kit/base' },
      },
    ])
    expect(compilation.diagnostics[0]?.message).toContain('@kit/base')
  })
})

describe('decorators', () => {
  const files = {
    'lib/logged.ts': 'export const logged = () => () => {}',
    'extensions/deco/before.ts':
      "import { multiClass, type Module } from 'unplugin-module-registry/runtime'\nimport { logged } from '../../lib/logged'\n@logged() @multiClass() export class Before implements Module { execute() {} }\n@logged() export class Second implements Module { execute() {} }",
    'extensions/deco/after.ts':
      "import { multiClass as many, type Module } from 'unplugin-module-registry/runtime'\nexport @many class After implements Module { execute() {} }\nexport class Another implements Module { execute() {} }",
    'extensions/deco/main.ts':
      "import { logged } from '../../lib/logged'\nimport type { Module } from 'unplugin-module-registry/runtime'\nexport default @logged() class Main implements Module { execute() {} }",
  }

  it.each([undefined, true, false])(
    'are read in every position, with experimentalDecorators %s',
    async (experimentalDecorators) => {
      const compilation = await compileFiles({
        ...files,
        'tsconfig.json': JSON.stringify({ compilerOptions: { experimentalDecorators } }),
      })
      expect(idsOf(compilation)).toEqual([
        'deco.after.after',
        'deco.after.another',
        'deco.before.before',
        'deco.before.second',
        'deco.main',
      ])
      expect(compilation.diagnostics).toEqual([])
    },
  )
})

describe('several modules in a file', () => {
  const ops = moduleFile('Addition', 'Subtraction')
  const compile = (text: string, options = {}) => compileFiles({ 'extensions/math/ops.ts': text }, options)

  it('without a marker are an error that names all of them', async () => {
    const compilation = await compile(ops)
    expect(printModules(compilation)).toBe('')
    expect(printProblems(compilation)).toBe(
      'extensions/math/ops.ts:2:14  MULTIPLE_MODULE_CLASSES  [extensions/math/ops.ts:3:14]',
    )
  })

  it('all take part when one of them is marked, or the file', async () => {
    const expected = ['math.ops.addition', 'math.ops.subtraction']
    expect(
      idsOf(
        await compile(
          ops.replace('class Subtraction implements Module {', '$& static readonly multiClass = true;'),
        ),
      ),
    ).toEqual(expected)
    expect(idsOf(await compile(`/** @multiClass */\n${ops}`))).toEqual(expected)
  })

  it('have no ID of the file itself; a single one has, also with the marker', async () => {
    expect(idsOf(await compile(multiClassFile('Addition')))).toEqual(['math.ops'])
    expect(idsOf(await compile(moduleFile('Addition')))).toEqual(['math.ops'])
  })

  it('are cut down to the first one where that is asked for, with a warning that names the rest', async () => {
    const compilation = await compile(ops, { onMultiple: 'first' })
    expect(printModules(compilation)).toBe('math.ops  Addition  extensions/math/ops.ts')
    expect(compilation.diagnostics).toMatchObject([{ code: 'MULTIPLE_MODULE_CLASSES', severity: 'warning' }])
    expect(compilation.diagnostics[0]?.message).toContain('left out: Subtraction')
  })

  it('do not count classes that are no modules, or cannot be constructed', async () => {
    const text = `${moduleFile('Addition')}export class Helper {}\nexport abstract class Base implements Module { abstract execute(): void }\nexport declare class Other implements Module {}`
    expect(printCompilation(await compile(text))).toBe(
      'math.ops  Addition  extensions/math/ops.ts\n\nno problems',
    )
  })

  it('lose all of the file when one of them is bad', async () => {
    const compilation = await compileFiles({
      'extensions/tabs/bad.ts': `${IMPORT_MODULE}export class Good implements Module { static readonly multiClass = true; execute() {} }\n\t\texport class _2FA implements Module { execute() {} }`,
      'extensions/fine.ts': moduleFile('Fine'),
    })
    expect(printModules(compilation)).toBe('fine  Fine  extensions/fine.ts')
    expect(compilation.diagnostics).toMatchObject([
      {
        code: 'INVALID_SEGMENT',
        file: 'extensions/tabs/bad.ts',
        line: 3,
        column: 16,
        details: { segment: '2_fa', className: '_2FA' },
      },
    ])
    expect(compilation.diagnostics[0]?.frame).toContain('\n  | \t\t             ^^^^')
  })

  it('give all their problems in one run', async () => {
    const compilation = await compileFiles({
      'extensions/[x]/all.ts': multiClassFile('My_A', 'MyA', '_1', '加', 'Fine'),
    })
    expect(compilation.diagnostics.map(({ code, line }) => `${line} ${code}`)).toEqual([
      '3 INVALID_SEGMENT',
      '3 MODULE_ID_CONFLICT',
      '5 INVALID_SEGMENT',
      '6 INVALID_SEGMENT',
    ])
  })
})

describe('index files', () => {
  it('are files like any other', async () => {
    const compilation = await compileFiles(
      Object.fromEntries(
        ['users.ts', 'users/index.ts', 'users/list.ts', 'index.ts'].map((file) => [
          `extensions/${file}`,
          moduleFile('A'),
        ]),
      ),
    )
    expect(idsOf(compilation)).toEqual(['index', 'users', 'users.index', 'users.list'])
    expect(compilation.diagnostics).toEqual([])
  })
})

describe('names like those of object members', () => {
  it('are ordinary IDs, segments, exports and files', async () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf', 'then']
    const compilation = await compileFiles({
      'extensions/all.ts': multiClassFile(...names),
      ...Object.fromEntries(
        names
          .filter((name) => !name.startsWith('_'))
          .map((name) => [`extensions/${name}.ts`, moduleFile(name)]),
      ),
    })
    expect(compilation.diagnostics).toEqual([])
    expect(idsOf(compilation)).toEqual([
      'all.constructor',
      'all.has_own_property',
      'all.proto',
      'all.then',
      'all.to_string',
      'all.value_of',
      'constructor',
      'has_own_property',
      'then',
      'to_string',
      'value_of',
    ])
    expect(entriesOf(compilation).find(({ id }) => id === 'all.proto')).toMatchObject({
      className: '__proto__',
      exportName: '__proto__',
    })
    expect(compilation.emit.catalogModule()).toContain('__proto__')
  })
})

describe('hostile names', () => {
  const hostile = [
    'new\nline',
    'tab\tname',
    'esc\u001b[31mape',
    "it's",
    '"quoted"',
    '`tick`',
    '$' + '{x}',
    'back\\slash',
    '\u202eltr',
    '</script>',
    '\ud800',
    'a?b#c%d',
    ' ',
    'a ',
    "');//",
  ]

  it('of files are refused with their name made visible, and harm nothing', async () => {
    const files = Object.fromEntries(
      hostile.map((name) => [`extensions/${name.replaceAll('/', '_')}.ts`, moduleFile('A')]),
    )
    const compilation = await compileFiles({ ...files, 'extensions/ok.ts': moduleFile('Ok') })
    expect(idsOf(compilation)).toEqual(['ok'])
    expect(compilation.diagnostics.map(({ code }) => code)).toEqual(hostile.map(() => 'INVALID_SEGMENT'))
    expect(printCompilation(compilation).replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u)
    for (const { hint } of compilation.diagnostics)
      expect(hint).toMatch(/^Rename it(, so that it starts with a letter\.| to "[a-z0-9_]+"\.)$/)
  })

  it('of helpers and of roots get no word', async () => {
    const files = Object.fromEntries(
      hostile.map((name) => [`my "ext" it's/${name.replaceAll('/', '_')}.ts`, 'export {}']),
    )
    const compilation = await compileFiles(
      { ...files, 'my "ext" it\'s/ok.ts': moduleFile('Ok') },
      { extensions: 'my "ext" it\'s' },
    )
    expect(printCompilation(compilation)).toBe('ok  Ok  my "ext" it\'s/ok.ts\n\nno problems')
  })
})
