import { describe, expect, it } from 'vitest'
import type { Options } from '../../src/index.ts'
import { type Built, hosts } from './support/hosts.ts'
import { createProject, type Files } from './support/project.ts'
import { runProgram } from './support/run.ts'

const mark = (id: string): string => `the implementation of ${id}`

/** A module that notes when it is evaluated, and shares something with the entry and with other modules. */
const moduleFile = (id: string): string => `
  import { defineModule } from 'unplugin-module-registry/runtime'
  import { registry } from 'virtual:module-registry'
  import { shared } from '../../lib/shared'
  (globalThis.evaluated ??= []).push('${id}')
  export const found = defineModule({
    id: '${id}',
    execute: () => [shared, '${mark(id)}', registry.ids().length],
  })`

const inRoot = (text: string): string => text.replace('../../lib', '../lib')
const ids = ['a.one', 'a.two', 'b.one', 'b.two', 'top', 'c.alone']

const files: Files = {
  ...Object.fromEntries(
    ids.map((id) => [
      `extensions/${id.replace('.', '/')}.ts`,
      id === 'top' ? inRoot(moduleFile(id)) : moduleFile(id),
    ]),
  ),
  'lib/shared.ts': `export const shared = 'shared by all'`,
  'main.ts': `
    import { shared } from './lib/shared'
    import { registry } from 'virtual:module-registry'
    async function main() {
      const atStart = [...(globalThis.evaluated ?? [])]
      const answer = await registry.call('a.one', {})
      const afterOne = [...(globalThis.evaluated ?? [])]
      const answers = await Promise.all(registry.ids().map((id) => registry.call(id, {})))
      return { shared, atStart, answer, afterOne: afterOne.sort(), answers }
    }
    main().then((result) => console.log(JSON.stringify(result)))`,
}

/** The modules whose code is in each output file, leaving out files that hold none. */
function contents({ files: output }: Built): string[][] {
  const found = Object.values(output).map((text) => ids.filter((id) => text.includes(mark(id))))
  return found.filter((held) => held.length > 0).sort()
}

const output = (afterOne: readonly string[]) => ({
  shared: 'shared by all',
  atStart: [],
  answer: ['shared by all', mark('a.one'), 6],
  afterOne,
  answers: [...ids].sort().map((id) => ['shared by all', mark(id), 6]),
})

/** What goes wrong with options. */
async function issuesOf(chunks: unknown): Promise<string[]> {
  const project = await createProject({ ...files, 'extensions/several.ts': several })
  const { errors } = await hosts[0]!.build(project, { options: { chunks } as Options })
  return errors.join('\n').match(/`chunks`.*/g) ?? []
}

const several = `
  import type { Module } from 'unplugin-module-registry/runtime'
  /** @multiClass */
  export class A implements Module { execute() {} }
  export class B implements Module { execute() {} }`

/** How a bundle is wrapped does not matter here. */
const rows = hosts.filter((host) => host.splits || host.name.endsWith('cjs'))

describe.each(rows)('$name', (host) => {
  it.each<[string, Options['chunks'], string[][], string[]]>([
    ['alone by default', undefined, ids.map((id) => [id]), ['a.one']],
    [
      'by folders',
      'folder',
      [['a.one', 'a.two'], ['b.one', 'b.two'], ['c.alone'], ['top']],
      ['a.one', 'a.two'],
    ],
    [
      'by names',
      ({ id }) => (id === 'b.two' ? undefined : /\.one|top/.test(id) ? 'some.chunk' : 'rest-1'),
      [['a.one', 'b.one', 'top'], ['a.two', 'c.alone'], ['b.two']],
      ['a.one', 'b.one', 'top'],
    ],
  ])('puts modules into chunks %s, and loads no other', async (_, chunks, expected, afterOne) => {
    const options = chunks === undefined ? {} : { chunks }
    const built = await host.build(await createProject(files), { options })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(contents(built)).toEqual(host.splits ? [...expected].sort() : [ids])
    const sharing = Object.values(built.files).filter((text) => text.includes('shared by all'))
    expect(sharing).toHaveLength(1)
    expect(runProgram(built.main)).toEqual(output(afterOne))
    expect(Object.keys(built.files).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
  })

  it('leaves what loads with the registry out of chunks', async () => {
    const load = ({ id }: { id: string }) => (id === 'a.two' ? 'eager' : 'lazy')
    const built = await host.build(await createProject(files), { options: { chunks: 'folder', load } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    if (host.splits) expect(contents(built)).toContainEqual(['a.one'])
    expect(runProgram(built.main)).toEqual({ ...output(['a.one', 'a.two']), atStart: ['a.two'] })
  })
})

describe('wrong chunks', () => {
  it.each<[string, unknown, string[]]>([
    [
      'another word',
      'folders',
      ['`chunks`: must be "module", "folder", or a function of the catalog entry that returns a name.'],
    ],
    [
      'no name',
      () => 7,
      [
        '`chunks`: returned 7 for "a.one"; it must return a name of letters, digits, "_", "-" and ".", or undefined.',
      ],
    ],
    [
      'a path',
      () => '../up',
      [
        '`chunks`: returned ../up for "a.one"; it must return a name of letters, digits, "_", "-" and ".", or undefined.',
      ],
    ],
    [
      'a function that throws',
      () => {
        throw new Error('on purpose')
      },
      ['`chunks`: threw for "a.one": on purpose'],
    ],
    [
      'two names for one file',
      ({ id }: { id: string }) => (id === 'several.b' ? 'two' : 'one'),
      [
        '`chunks`: returned two for "several.b", but one for another module of extensions/several.ts; a file cannot be in two chunks.',
      ],
    ],
  ])('are told: %s', async (_, chunks, expected) => {
    expect(await issuesOf(chunks)).toEqual(expected)
  })
})
