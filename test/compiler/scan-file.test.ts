import { describe, expect, it } from 'vitest'
import { OptionsInvalidError, ParseError, scanDirectory, scanFile, UnreadableError } from '../../src/index.ts'
import { memoryHost } from '../support/memory-host.ts'
import { printDescriptors, printProblems } from '../support/print.ts'
import { createProject, IMPORT_MODULE, moduleFile } from '../support/project.ts'

async function scan(text: string, file = 'extensions/subject.ts') {
  const host = memoryHost({ [file]: text })
  return scanFile(file, { root: host.root }, host)
}

describe('scanFile', () => {
  it('describes every exported class in source order, modules or not', async () => {
    const source = [
      "import { multiClass, type Module } from 'unplugin-module-registry/runtime'",
      'export class Plain {}',
      'class Hidden implements Module { execute() {} }',
      '  export @multiClass() class Marked implements Module { execute() {} }',
      'export class Generic<T> implements Module<T> { constructor(t: T) {} execute() {} }',
      'export abstract class Base implements Module { abstract execute(): void }',
      'const Local = class Inner extends Base { execute() {} }',
      'export { Local as Outer }',
      'export const object: Module = { execute() {} }',
      'export const Expression = class extends Base { execute() {} }',
      'export default class extends Base { execute() {} }',
    ]
    expect(printDescriptors(await scan(source.join('\n')))).toBe(
      [
        '2:14  Plain  class',
        '4:30  Marked  module, marked',
        '5:14  Generic  module, generic-class, needs arguments',
        '6:23  Base  class',
        '7:21  Inner as Outer  module, class-expression',
        '9:14  object  module, object',
        '10:14  Expression  module, class-expression',
        '11:16  default  module',
      ].join('\n'),
    )
  })

  it('places a name from its first character to the one behind its last', async () => {
    const [one] = await scan(`${IMPORT_MODULE}\texport class Größe implements Module {}`)
    expect(one).toEqual({
      name: 'Größe',
      implementsModule: true,
      exportName: 'Größe',
      shape: 'class',
      line: 2,
      column: 15,
      endColumn: 20,
    })
  })

  it.each([
    ['export default class implements Module {}', 16, 21],
    ['export default abstract class implements Module {}', 25, 30],
    ['@a.b(class {}) export default class implements Module {}', 31, 36],
    ['export default @dec class implements Module {}', 21, 26],
    ['export default /* class */ class implements Module {}', 28, 33],
    ['export default (class implements Module {})', 17, 22],
    ['export default { execute() {} } satisfies Module', 8, 15],
    ['export /* default */ default /* x */ { } satisfies Module', 22, 29],
    ['export = { } satisfies Module', 1, 7],
    ['export = class implements Module {}', 10, 15],
  ])('places what has no name at its keyword: %s', async (text, column, endColumn) => {
    const [one] = await scan(text)
    expect(one).toMatchObject({ line: 1, column, endColumn, name: 'default', exportName: 'default' })
  })

  it('gives nothing for a file that declares nothing, or is no script', async () => {
    expect(await scan('')).toEqual([])
    expect(await scan('export const x = 1')).toEqual([])
    expect(await scan(moduleFile('A'), 'notes.txt')).toEqual([])
    expect(await scan(moduleFile('A'), 'data.json')).toEqual([])
  })

  it('throws the syntax error with its place and frame', async () => {
    const failure = scan(`${IMPORT_MODULE}export class A implements Module {\n  execute( {}\n}\n`)
    await expect(failure).rejects.toBeInstanceOf(ParseError)
    await expect(failure).rejects.toMatchObject({
      name: 'ParseError',
      code: 'PARSE_ERROR',
      message: expect.stringMatching(/^extensions\/subject\.ts:4:1: Syntax error: /),
      details: {
        code: 'PARSE_ERROR',
        severity: 'error',
        file: 'extensions/subject.ts',
        line: 4,
        column: 1,
        frame: expect.any(String),
      },
    })
  })

  it('throws for what cannot be read, with the cause', async () => {
    const host = memoryHost({ 'extensions/a.ts': '' })
    for (const [path, reason] of [
      ['extensions/gone.ts', 'no such file or folder (ENOENT)'],
      ['extensions', 'it is a folder (EISDIR)'],
    ]) {
      const failure = scanFile(path!, { root: host.root }, host)
      await expect(failure).rejects.toBeInstanceOf(UnreadableError)
      await expect(failure).rejects.toMatchObject({ details: { path, reason }, cause: expect.any(Error) })
    }
  })

  it('throws for wrong options, all of them', async () => {
    const options = { maxDepth: 1.5, moduleInterfaces: 'X' } as object
    await expect(scanFile('a.ts', options)).rejects.toMatchObject({
      constructor: OptionsInvalidError,
      details: {
        issues: [
          { path: 'maxDepth', message: 'must be a whole number.' },
          { path: 'moduleInterfaces', message: 'no such option; did you mean `moduleInterface`?' },
        ],
      },
    })
  })

  it('takes paths relative to the root, and absolute ones', async () => {
    const project = createProject({ 'extensions/a.ts': moduleFile('A') })
    const relative = await scanFile('extensions/a.ts', { root: project.root })
    expect(relative).toHaveLength(1)
    expect(await scanFile(project.path('extensions/a.ts'), { root: project.root })).toEqual(relative)
    expect(await scanFile(project.path('extensions/a.ts'))).toEqual(relative)
  })

  it(
    'does not wait for anything: two scans at once do not get in each other’s way'.replace('’', "'"),
    async () => {
      const texts = Array.from({ length: 10 }, (_, i) => moduleFile(`A${i}`))
      const found = await Promise.all(texts.map((text) => scan(text)))
      expect(found.map(([one]) => one?.name)).toEqual(texts.map((_, i) => `A${i}`))
    },
  )
})

describe('scanDirectory', () => {
  it('gives files that declare something, and every problem', async () => {
    const host = memoryHost({
      'ext/b.ts': moduleFile('B'),
      'ext/a.ts': 'export class A extends Array {}',
      'ext/helper.ts': 'export const x = 1',
      'ext/broken.ts': 'export class X implements Module {',
      'ext/lost.ts': `${IMPORT_MODULE}class Lost implements Module {}`,
    })
    const { files, diagnostics } = await scanDirectory('ext', { root: host.root }, host)
    expect(files.map(({ file, classes }) => [file, classes.map((one) => one.name)])).toEqual([
      ['ext/a.ts', ['A']],
      ['ext/b.ts', ['B']],
    ])
    expect(printProblems({ diagnostics })).toBe(
      'ext/broken.ts:1:35  PARSE_ERROR\next/lost.ts:2:7  MODULE_NOT_EXPORTED',
    )
    expect(diagnostics.every(({ frame }) => frame !== undefined)).toBe(true)
  })

  it('reports a folder that does not exist', async () => {
    const host = memoryHost({ 'extensions/': '' })
    const { files, diagnostics } = await scanDirectory('extensionz', { root: host.root }, host)
    expect(files).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'ROOT_NOT_FOUND', details: { suggestion: 'extensions' } }])
  })
})
