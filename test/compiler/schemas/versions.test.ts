import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createProject } from '../../support/project.ts'
import { runForReal } from './support/expected.ts'
import { foldCase } from './support/fold-table.ts'

/** A package that this repository has installed, under any name. */
const installed = (name: string) => ({ link: join(import.meta.dirname, '../../../node_modules', name) })

const zod = "import * as z from 'zod'"
const inProject = (root: string, prelude: string, text: string) =>
  foldCase(prelude, text, 'input', `${root}/extensions/deep/a.ts`)

describe('the version that a project has', () => {
  it('is the one that is called', () => {
    const current = createProject({ 'node_modules/zod': installed('zod') })
    const older = createProject({ 'node_modules/zod': installed('zod-4.1') })
    const text = 'z.number().multipleOf(4).multipleOf(6)'
    const convert = 'return z.toJSONSchema(schema, { io: side })'
    const schemas = [current, older].map(({ root }) => inProject(root, zod, text))
    expect(schemas[0]).not.toEqual(schemas[1])
    expect(schemas[0]).toEqual(runForReal(zod, convert, [text], current.root)[0]?.input)
    expect(schemas[1]).toEqual(runForReal(zod, convert, [text], older.root)[0]?.input)
    expect(inProject(older.root, zod, 'z.xor([z.string()])')).toEqual({
      reason: expect.stringMatching(/^`z\.xor\(\)`: the installed zod 4\.1\.\d+ has no `z\.xor`$/),
    })
    expect(inProject(older.root, zod, "z.string().meta({ id: 'A' })")).toEqual({ schema: expect.anything() })
    expect(inProject(older.root, zod, "z.string().meta({ id: 'A' })")).toEqual({ schema: expect.anything() })
  })

  it('is found from the file that imports', () => {
    const project = createProject({
      'node_modules/@sinclair/typebox': installed('typebox-0.33'),
      'packages/new/node_modules/@sinclair/typebox': installed('@sinclair/typebox'),
    })
    const prelude = "import { Type } from '@sinclair/typebox'"
    const text = "Type.Module({ A: Type.String() }).Import('A')"
    const fold = (file: string) => foldCase(prelude, text, 'input', project.path(file))
    expect(fold('packages/new/a.ts')).toEqual({ schema: { type: 'string' } })
    expect(fold('packages/old/a.ts')).toEqual({
      reason: expect.stringMatching(/has no `Type\.Module`$/),
    })
    expect(inProject(project.root, prelude, 'Type.Recursive((T) => Type.Array(T))')).toEqual({
      schema: { $id: 'T0', type: 'array', items: { $ref: 'T0' } },
    })
  })
})

describe('a library', () => {
  const trap = 'globalThis.__ran = true\nexports.string = () => ({ _zod: {} })\n'
  const manifest = (name: string, version: string) => JSON.stringify({ name, version, main: 'index.js' })

  it.each([
    ['is missing', {}, 'the package zod is not installed'],
    [
      'is too old',
      { 'node_modules/zod/package.json': manifest('zod', '3.24.1'), 'node_modules/zod/index.js': trap },
      'zod 3.24.1 is not supported: it has to be at least 4.0.0, and below 5.0.0',
    ],
    [
      'is another package',
      { 'node_modules/zod/package.json': manifest('soz', '4.0.0'), 'node_modules/zod/index.js': trap },
      'what is installed as zod is another package',
    ],
    [
      'is linked from sources',
      {
        'node_modules/zod': { link: '../packages/zod' },
        'packages/zod/package.json': manifest('zod', '4.0.0'),
        'packages/zod/index.js': trap,
      },
      'the package zod is linked from sources, which are not run here',
    ],
    [
      'cannot be loaded',
      {
        'node_modules/zod/package.json': manifest('zod', '4.0.0'),
        'node_modules/zod/index.js': "throw new Error('No such file /home/me/secret/x.js\\nmore')",
      },
      'the package cannot be loaded: No such file …',
    ],
  ])('that %s is not called', (_, files, reason) => {
    const { root } = createProject(files)
    expect(inProject(root, zod, 'z.string()')).toEqual({ reason })
    expect('__ran' in globalThis).toBe(false)
  })

  it('that needs another one to convert says so', () => {
    const { root } = createProject({ 'node_modules/valibot': installed('valibot') })
    expect(inProject(root, "import * as v from 'valibot'", 'v.string()')).toEqual({
      reason:
        'valibot needs the package `@valibot/to-json-schema` for that: the package @valibot/to-json-schema is not installed',
    })
  })

  it('of an old generation is named', () => {
    expect(foldCase("import { z } from 'zod/v3'", 'z.string()', 'input')).toEqual({
      reason: 'zod 3 has no JSON Schema: import from `zod` 4, or from `zod/v4`',
    })
  })
})
