import { describe, expect, it } from 'vitest'
import { type Compilation, Compiler, compile } from '../../src/compiler/compile.ts'
import { resolveOptions } from '../../src/compiler/resolve-options.ts'
import { memoryHost } from '../support/memory-host.ts'
import { type Change, RandomProject, randomNumbers } from './support/random-project.ts'

/** How many changes are made; `FUZZ_STEPS=20000` for a long run, `FUZZ_SEED` for a certain one. */
const steps = Number(process.env.FUZZ_STEPS ?? 200)
const seeds =
  process.env.FUZZ_SEED === undefined ? [1, Math.floor(Math.random() * 1e9)] : [Number(process.env.FUZZ_SEED)]

/** What a compilation says, without what depends on how often it was made. */
function said({ catalog, diagnostics, emit, inputs, fileCount, paths, marked }: Compilation): object {
  const marks = [...marked].map(([path, { cuts }]) => [path, cuts.length])
  return {
    catalog,
    diagnostics,
    files: emit.files(),
    folders: inputs.folders,
    fileCount,
    paths: [...paths],
    marks,
  }
}

describe('looking again at what changed', () => {
  it.each(seeds)('gives what a fresh look gives (FUZZ_SEED=%i)', async (seed) => {
    const random = randomNumbers(seed)
    const host = memoryHost({
      'extensions/': '',
      'tsconfig.json': '{}',
      'node_modules/unplugin-module-registry/package.json': '{ "name": "unplugin-module-registry" }',
    })
    const project = new RandomProject(host, random)
    const options = { root: host.root, dts: true, output: 'src/registry.ts' }
    const compiler = new Compiler(resolveOptions(options, host.root), host)
    let last = await compiler.compile()
    let due: Change[] = []
    for (let step = 0; step < steps; step++) {
      due.push(...project.step())
      // Sometimes the news comes late, with more of it.
      if (random() < 0.2) continue
      const paths = (list: readonly Change[]) => [...new Set(list.map(({ file }) => `${host.root}/${file}`))]
      const moves = due.filter(({ type }) => type !== 'update')
      const changes = {
        ...{ edited: paths(due), structure: moves.length > 0 },
        // Sometimes nobody can say what moved.
        ...(random() < 0.8 ? { moved: paths(moves) } : {}),
      }
      due = []
      const reads = host.reads.length
      const { compilation, untouched } = await compiler.update(changes, step + 1)
      for (const path of untouched) expect(changes.edited).toContain(path)
      if (compilation === undefined && !changes.structure) expect(host.reads.length - reads).toBeLessThan(30)
      last = compilation ?? last
      const listed = host.lists.length
      expect(said(last), `step ${step}`).toEqual(said(await compile(options, host)))
      host.lists.length = listed
    }
  })

  it('reads one file, and lists nothing, for an edit that changes nothing that is known of it', async () => {
    const text = (body: string) =>
      `import type { Module } from 'unplugin-module-registry/runtime'\nexport class A implements Module { execute() { ${body} } }\n`
    const host = memoryHost({ 'extensions/a.ts': text(''), 'extensions/b.ts': text(''), 'src/': '' })
    const compiler = new Compiler(resolveOptions({ root: host.root }, host.root), host)
    await compiler.compile()
    host.reads.length = 0
    host.lists.length = 0
    host.write('extensions/a.ts', text('return 1'))
    const edited = ['extensions/a.ts', 'src/app.ts'].map((file) => `${host.root}/${file}`)
    const { compilation, untouched } = await compiler.update({ edited, structure: false }, 1)
    expect([compilation, [...untouched]]).toEqual([undefined, []])
    expect(host.reads).toEqual([`${host.root}/extensions/a.ts`])
    expect(host.lists).toEqual([])
  })

  it('notices a name that is spelled anew on a disk that ignores case, whatever the event is called', async () => {
    const text =
      "import type { Module } from 'unplugin-module-registry/runtime'\nexport class A implements Module { execute() {} }\n"
    for (const [name, fileNames] of [
      ['Add', 'normalize'],
      ['add', 'strict'],
    ] as const) {
      for (const event of ['Add', 'add']) {
        const host = memoryHost({ 'extensions/Add.ts': text, 'extensions/b.ts': text }, { ignoresCase: true })
        const options = resolveOptions({ root: host.root, fileNames }, host.root)
        const compiler = new Compiler(options, host)
        await compiler.compile()
        host.remove('extensions/Add.ts')
        host.write('extensions/add.ts', text)
        const edited = [`${host.root}/extensions/${event}.ts`]
        const { compilation } = await compiler.update({ edited, structure: false }, 1)
        expect(
          compilation!.catalog.map(({ file }) => file),
          name,
        ).toEqual(['extensions/add.ts', 'extensions/b.ts'])
        expect(compilation!.diagnostics).toEqual([])
      }
    }
  })

  it('takes a file that vanished, or came unnoticed, for what it is', async () => {
    const text =
      "import type { Module } from 'unplugin-module-registry/runtime'\nexport class A implements Module { execute() {} }\n"
    const host = memoryHost({ 'extensions/a.ts': text, 'extensions/b.ts': text })
    const compiler = new Compiler(resolveOptions({ root: host.root }, host.root), host)
    await compiler.compile()
    host.remove('extensions/a.ts')
    const edit = async (file: string) =>
      (await compiler.update({ edited: [`${host.root}/extensions/${file}`], structure: false }, 1))
        .compilation
    const gone = await edit('a.ts')
    expect([gone!.catalog.map(({ id }) => id), gone!.diagnostics]).toEqual([['b'], []])
    host.write('extensions/c.ts', text)
    expect((await edit('c.ts'))!.catalog.map(({ id }) => id)).toEqual(['b', 'c'])
    host.write('extensions/a.ts', text)
    expect((await edit('a.ts'))!.catalog.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  })
})
