import { describe, expect, it } from 'vitest'
import { type Options, scanDirectory } from '../../../src/index.ts'
import { memoryHost } from '../../support/memory-host.ts'
import { printCompilation, printModules, printProblems } from '../../support/print.ts'
import { compileFiles, createProject, moduleFile } from '../../support/project.ts'

describe('what is skipped', () => {
  const files = {
    'extensions/math/add.ts': moduleFile('Add'),
    'extensions/math/add.test.ts': moduleFile('Add'),
    'extensions/math/add.spec.js': moduleFile('Add'),
    'extensions/math/add.test.data.ts': 'export const rows = [1]',
    'extensions/math/add.d.ts': moduleFile('Add'),
    'extensions/math/add.d.mts': moduleFile('Add'),
    'extensions/math/__tests__/add.ts': moduleFile('Add'),
    'extensions/math/__mocks__/add.ts': moduleFile('Add'),
    'extensions/math/__pycache__/add.ts': moduleFile('Add'),
    'extensions/math/_draft.ts': moduleFile('Draft'),
    'extensions/_drafts/plan.ts': moduleFile('Plan'),
    'extensions/.cache/old.ts': moduleFile('Old'),
    'extensions/.hidden.ts': moduleFile('Hidden'),
    'extensions/node_modules/dep/mod.ts': moduleFile('Dep'),
    'extensions/math/node_modules/dep/mod.ts': moduleFile('Dep'),
    'extensions/math/add.stories.ts': "export default { title: 'Add' }",
    'extensions/math/readme.md': moduleFile('Readme'),
    'extensions/math/Makefile': moduleFile('Make'),
  }

  it('is tests, declarations, private and hidden names, and packages, without a word', async () => {
    expect(printCompilation(await compileFiles(files))).toBe(
      'math.add  Add  extensions/math/add.ts\n\nno problems',
    )
  })

  it('is the same on a disk', async () => {
    const project = createProject(files)
    expect(printCompilation(await project.compile())).toBe(printCompilation(await compileFiles(files)))
  })

  it('is the same for scanDirectory', async () => {
    const host = memoryHost(files)
    const { files: found, diagnostics } = await scanDirectory('extensions', { root: host.root }, host)
    expect(found.map(({ file }) => file)).toEqual(['extensions/math/add.ts'])
    expect(diagnostics).toEqual([])
  })

  it('is not what only looks like it', async () => {
    const names = ['test', 'spec', 'contest', 'tests/one', 'testing.ts/two', 'node_module/three', 'd/four']
    const compilation = await compileFiles(
      Object.fromEntries(names.map((name) => [`extensions/${name}.ts`, moduleFile('One')])),
    )
    expect(printProblems(compilation)).toBe('extensions/testing.ts/two.ts:2:14  INVALID_SEGMENT')
    expect(
      printModules(compilation)
        .split('\n')
        .map((line) => line.split('  ')[0]),
    ).toEqual(['contest', 'd.four', 'node_module.three', 'spec', 'test', 'tests.one'])
  })

  it('is what patterns add to it: a name alone, or a path from the root or the project', async () => {
    const drafts = {
      'extensions/keep.ts': moduleFile('Keep'),
      'extensions/tools/idea_draft.ts': moduleFile('Idea'),
      'extensions/tools/ready.ts': moduleFile('Ready'),
      'extensions/attic/deep/old.ts': moduleFile('Old'),
      'extensions/tools/attic/old.ts': moduleFile('Old'),
      'extensions/tools/add.stories.ts': moduleFile('Add'),
    }
    const ids = async (skip: string[]) =>
      printModules(await compileFiles(drafts, { skip: ['*.stories.*', ...skip] }))
        .split('\n')
        .map((line) => line.split('  ')[0])
    expect(await ids([])).toEqual([
      'attic.deep.old',
      'keep',
      'tools.attic.old',
      'tools.idea_draft',
      'tools.ready',
    ])
    expect(await ids(['**/*_draft.ts'])).not.toContain('tools.idea_draft')
    expect(await ids(['*_draft.ts'])).not.toContain('tools.idea_draft')
    expect(await ids(['attic'])).toEqual(['keep', 'tools.idea_draft', 'tools.ready'])
    expect(await ids(['attic/'])).toEqual(['keep', 'tools.idea_draft', 'tools.ready'])
    expect(await ids(['./attic/deep'])).toEqual([
      'keep',
      'tools.attic.old',
      'tools.idea_draft',
      'tools.ready',
    ])
    expect(await ids(['extensions/tools/**'])).toEqual(['attic.deep.old', 'keep'])
    expect(await ids(['tools/**'])).toEqual(['attic.deep.old', 'keep'])
  })

  it('says so for a module with a dotted name, unless a pattern skips it', async () => {
    const stories = { 'extensions/math/add.stories.ts': moduleFile('Add') }
    expect(printProblems(await compileFiles(stories))).toBe(
      'extensions/math/add.stories.ts:2:14  INVALID_SEGMENT',
    )
    expect(printCompilation(await compileFiles(stories, { skip: ['*.stories.*'] }))).toBe(
      'no modules\n\nno problems',
    )
  })
})

describe('files without a module', () => {
  it('get no diagnostic, whatever they are called', async () => {
    const compilation = await compileFiles({
      'extensions/math/types.ts': 'export interface Pair { a: number; b: number }',
      'extensions/math/round.ts': 'export function round(n: number) { return Math.round(n) }',
      'extensions/math/date-utils.ts': 'export class Clock { now() { return 0 } }',
      'extensions/2d-utils.ts': 'export class Point extends Array {}',
      'extensions/[x]/y.z.ts': 'export abstract class Shape {}',
      'extensions/schema/index.ts': 'export const schemas = {}',
    })
    expect(printCompilation(compilation)).toBe('no modules\n\nno problems')
  })
})

describe('file extensions', () => {
  const files = Object.fromEntries(
    ['refund_policy.ts', 'total.js', 'quote.tsx', 'tax.mts', 'sum.mjs', 'old.cjs', 'view.jsx', 'c.cts'].map(
      (name) => [
        `extensions/billing/${name}`,
        name.includes('js')
          ? '/** @implements {Module} */\nexport class A { execute() {} }\n// extends'
          : moduleFile('A'),
      ],
    ),
  )

  it('are .ts and .js; others that hold modules are counted', async () => {
    const compilation = await compileFiles(files)
    expect(printModules(compilation)).toBe(
      'billing.refund_policy  A  extensions/billing/refund_policy.ts\nbilling.total  A  extensions/billing/total.js',
    )
    expect(compilation.diagnostics.map(({ details }) => details)).toEqual(
      ['cjs', 'cts', 'jsx', 'mjs', 'mts', 'tsx'].map((extension) => ({
        extension: `.${extension}`,
        count: 1,
        example: Object.keys(files).find((file) => file.endsWith(`.${extension}`)),
      })),
    )
  })

  it('are added by an option', async () => {
    const fileExtensions = ['.tsx', '.mts', '.mjs', '.jsx', '.cjs', '.cts']
    const compilation = await compileFiles(files, { fileExtensions })
    expect(compilation.diagnostics).toEqual([])
    expect(compilation.snapshot.catalog.size).toBe(8)
  })

  it('say nothing of files that cannot hold a module', async () => {
    const compilation = await compileFiles({
      'extensions/a.mjs': 'export const a = 1',
      'extensions/b.test.mts': moduleFile('B'),
      'extensions/c.d.cts': moduleFile('C'),
    })
    expect(printCompilation(compilation)).toBe('no modules\n\nno problems')
  })
})

describe('depth', () => {
  const levels = (n: number) => Array.from({ length: n }, (_, i) => `l${i + 1}`).join('/')

  it('is eight folders below the root', async () => {
    const compilation = await compileFiles({
      [`extensions/${levels(8)}/ok.ts`]: moduleFile('Ok'),
      [`extensions/${levels(9)}/deep.ts`]: moduleFile('Deep'),
      [`extensions/${levels(9)}/l10/deeper.ts`]: moduleFile('Deeper'),
    })
    expect(printModules(compilation)).toBe(
      `${levels(8).replaceAll('/', '.')}.ok  Ok  extensions/${levels(8)}/ok.ts`,
    )
    expect(printProblems(compilation)).toBe(`extensions/${levels(9)}  MAX_DEPTH_EXCEEDED`)
  })

  it('does not count skipped folders', async () => {
    const compilation = await compileFiles({ [`extensions/${levels(8)}/_private/x.ts`]: moduleFile('X') })
    expect(compilation.diagnostics).toEqual([])
  })
})

describe('roots', () => {
  it('that hold nothing give an empty registry', async () => {
    const compilation = await compileFiles({ 'extensions/': '' })
    expect(printCompilation(compilation)).toBe('no modules\n\nno problems')
    expect(compilation.snapshot.catalog.byKind('module')).toEqual([])
    expect(compilation.emit.catalogModule()).toContain('[]')
  })

  it('may be left out altogether', async () => {
    const compilation = await compileFiles({ 'src/main.ts': '' }, { extensions: false })
    expect(printCompilation(compilation)).toBe('no modules\n\nno problems')
  })

  it('by default may be missing where plugins are', async () => {
    expect((await compileFiles({ 'plugins/': '' })).diagnostics).toEqual([])
    expect(printProblems(await compileFiles({ 'plugins/': '' }, { extensions: 'extensions' }))).toBe(
      'ROOT_NOT_FOUND',
    )
  })

  const packages = {
    'packages/a/extensions/math/add.ts': moduleFile('Add'),
    'packages/b/extensions/math/add.ts': moduleFile('Add'),
  }

  it('with namespaces keep equal paths apart', async () => {
    const extensions = [
      { root: 'packages/a/extensions', namespace: 'a' },
      { root: 'packages/b/extensions', namespace: 'b' },
    ]
    expect(printCompilation(await compileFiles(packages, { extensions }))).toBe(
      [
        'a.math.add  Add  packages/a/extensions/math/add.ts',
        'b.math.add  Add  packages/b/extensions/math/add.ts',
        '',
        'no problems',
      ].join('\n'),
    )
  })

  it('that share a namespace are refused before anything is read', async () => {
    const host = memoryHost(packages)
    const extensions = ['packages/a/extensions', './packages/b/extensions/']
    const compilation = await compileFiles(packages, { extensions })
    expect(printProblems(compilation)).toBe('DUPLICATE_NAMESPACE')
    expect(compilation.diagnostics[0]?.details).toEqual({
      namespace: 'extensions',
      roots: ['packages/a/extensions', 'packages/b/extensions'],
    })
    expect(host.reads).toEqual([])
  })

  it('add no namespace when there is one as a string, alone or in a list; else the last part of the path', async () => {
    const ids = async (extensions: NonNullable<Options['extensions']>) =>
      printModules(
        await compileFiles(
          { 'my-tools/add.ts': moduleFile('Add'), 'b/add.ts': moduleFile('Add') },
          { extensions },
        ),
      )
        .split('\n')
        .map((line) => line.split('  ')[0])
    expect(await ids('my-tools')).toEqual(['add'])
    expect(await ids(['my-tools'])).toEqual(['add'])
    expect(await ids({ root: 'my-tools' })).toEqual(['add'])
    expect(await ids([{ root: 'my-tools', namespace: 'x' }])).toEqual(['x.add'])
    expect(await ids({ root: 'my-tools', namespace: 'x' })).toEqual(['x.add'])
    expect(await ids(['my-tools', 'b'])).toEqual(['b.add', 'my_tools.add'])
  })

  it('may be the project itself, lie outside of it, or be absolute', async () => {
    const files = { 'add.ts': moduleFile('Add'), '/other/tools/sub.ts': moduleFile('Sub') }
    expect(printCompilation(await compileFiles(files, { extensions: '.' }))).toBe(
      'add  Add  add.ts\n\nno problems',
    )
    for (const extensions of ['../other/tools', '/other/tools', '../other/./x/../tools/']) {
      expect(printModules(await compileFiles(files, { extensions }))).toBe('sub  Sub  ../other/tools/sub.ts')
    }
  })

  it('show up under the path that was configured, also through a link', async () => {
    const files = {
      real: undefined,
      'real/tools/add.ts': moduleFile('Add'),
      extensions: { link: 'real/tools' },
    }
    const { real: _, ...rest } = files
    const compilation = await compileFiles(rest)
    expect(printCompilation(compilation)).toBe('add  Add  extensions/add.ts\n\nno problems')
    expect([...compilation.paths]).toEqual([['extensions/add.ts', '/project/real/tools/add.ts']])
  })
})

describe('files that the plugin writes itself', () => {
  it('never count, even below a root', async () => {
    const compilation = await compileFiles(
      { 'extensions/add.ts': moduleFile('Add'), 'extensions/registry.ts': moduleFile('Registry') },
      { output: 'extensions/registry.ts', dts: 'extensions/module-registry.d.ts' },
    )
    expect(printCompilation(compilation)).toBe('add  Add  extensions/add.ts\n\nno problems')
  })
})
