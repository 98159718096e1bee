import { describe, expect, it } from 'vitest'
import type { Options } from '../../src/index.ts'
import { createProject } from '../support/project.ts'

const files = {
  'extensions/a.ts':
    "import type { Tool } from '../src/tool'\nexport class A implements Tool { execute() {} }\n",
  'src/tool.ts': 'export interface Tool { execute(): void }\n',
  'src/container.ts': 'export default (Class: new () => object) => new Class()\n',
}

const messages = async (options: Options): Promise<string[]> =>
  (await createProject(files).compile(options)).diagnostics.map(({ code, message }) => `${code} ${message}`)

describe('files of the project that options name', () => {
  it.each<[Options, string[]]>([
    [{ moduleInterface: { name: 'Tool', from: './src/tool.ts' } }, []],
    [{ moduleInterface: { name: 'Tool', from: './src/tool' }, instantiate: './src/container' }, []],
    [
      { moduleInterface: { name: 'Tool', from: './src/tools.ts' } },
      ['OPTIONS_INVALID `moduleInterface.from`: there is no file "./src/tools.ts".'],
    ],
    [
      { moduleInterface: { name: 'Tol', from: './src/tool.ts' } },
      ['OPTIONS_INVALID `moduleInterface`: "./src/tool.ts" exports no "Tol".'],
    ],
    [{ instantiate: './src/nope.ts' }, ['OPTIONS_INVALID `instantiate`: there is no file "src/nope.ts".']],
  ])('%j', async (options, expected) => {
    expect(await messages(options)).toEqual(expected)
  })

  it.each<[object, string]>([
    [{ dts: 'src/types.ts' }, 'dts: "src/types.ts" must end in ".d.ts".'],
    [
      { output: 'src/registry.d.ts' },
      'output: "src/registry.d.ts" must end in ".ts", ".mts", ".js" or ".mjs".',
    ],
    [{ output: { file: 'x.json' } }, 'output.file: "x.json" must end in ".ts", ".mts", ".js" or ".mjs".'],
    [
      { instantiate: () => 1 },
      'instantiate: must be the path of a file whose default export is (Class, entry) => instance.',
    ],
  ])('refuses %j', async (options, message) => {
    await expect(createProject(files).compile(options as Options)).rejects.toThrow(`wrong:\n  ${message}`)
  })
})

describe('a folder that two roots lead to', () => {
  const module = 'export class A implements Module { execute() {} }\n'

  it.each([
    ['by a link', { 'lib/a.ts': module, linked: { link: 'lib' } }],
    ['by a link into the other', { 'lib/sub/a.ts': module, linked: { link: 'lib/sub' } }],
  ])('%s is refused, since its files would get two IDs', async (_, tree) => {
    const { catalog, diagnostics } = await createProject(tree).compile({ extensions: ['lib', 'linked'] })
    expect(diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([
      'OPTIONS_INVALID `extensions`: the roots "lib" and "linked" lead to one folder, or one into the other, so that files would get two IDs; list only one of them.',
    ])
    expect(catalog).toHaveLength(1)
  })
})

describe('other things named Module', () => {
  it.each([
    'export const compiled: WebAssembly.Module = new WebAssembly.Module(bytes)\n',
    'export class A implements WebAssembly.Module {}\n',
    'export class A implements NodeJS.Module {}\n',
    "import type { Module } from 'node:module'\nexport class A implements Module {}\n",
    "import { Module } from 'module'\nexport class A extends Module {}\n",
    "import * as node from 'node:module'\nexport class A extends node.Module {}\n",
  ])('are not ours, and need no word: %s', async (text) => {
    const { catalog, diagnostics } = await createProject({ 'extensions/a.ts': text }).compile()
    expect(catalog).toEqual([])
    expect(diagnostics).toEqual([])
  })
})

describe('a class that nobody can import', () => {
  it('is told of also where an instance is exported, which is no module without its type', async () => {
    const text = 'class Foo implements Module { execute() {} }\nexport const foo = new Foo()\n'
    const { diagnostics } = await createProject({ 'extensions/a.ts': text }).compile()
    expect(diagnostics.map(({ code }) => code)).toEqual(['MODULE_NOT_EXPORTED'])
  })

  it('is a syntax error without a name', async () => {
    const text = 'export class implements Module { execute() {} }\n'
    const { diagnostics, catalog } = await createProject({ 'extensions/a.ts': text }).compile()
    expect(catalog).toEqual([])
    expect(diagnostics).toMatchObject([{ code: 'PARSE_ERROR', line: 1, column: 8, endColumn: 13 }])
  })
})
