import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { resolve } from 'node:path'
import { build as bundle, transformSync } from 'esbuild'
import { describe, expect, it } from 'vitest'
import { bundlers } from './support/hosts.ts'
import { createProject, type Files, readTree } from './support/project.ts'
import { runProgram } from './support/run.ts'

const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const files: Files = {
  'extensions/a.ts': `${type}\n/** What A does. */\nexport class A implements Module { execute() { return 'a' } }\n`,
  'extensions/deep/b.ts': `${type}\nexport class B implements Module { execute() { return 'b' } }\n`,
  'main.ts': `import { registry } from 'virtual:module-registry'; console.log(registry.ids())`,
  'tsconfig.json': '{ "compilerOptions": { "module": "nodenext" } }',
}
const options = { dts: 'generated/types/registry.d.ts', output: 'generated/registry.gen.ts' }
const outputs = [options.dts, options.output]

describe.each(bundlers)('$name', (host) => {
  it('writes into folders that were not there, and leaves nothing else', async () => {
    const project = await createProject(files)
    await host.build(project, { options })
    expect(Object.keys(readTree(project.path('generated')))).toEqual([
      'registry.gen.ts',
      'types/registry.d.ts',
    ])
    for (const file of outputs) expect(project.read(file)).toMatch(/'deep\.b'[^\r]*\n$/s)
  })

  it('touches nothing while the text is right', async () => {
    const project = await createProject(files)
    const times = () => outputs.map((file) => statSync(project.path(file)).mtimeMs)
    await host.build(project, { options })
    for (const file of outputs) utimesSync(project.path(file), 1000, 1000)
    await host.build(project, { options })
    project.write({ 'extensions/a.ts': files['extensions/a.ts']!.replace("return 'a'", "return 'another'") })
    await host.build(project, { options })
    utimesSync(project.path('extensions/deep/b.ts'), 2000, 2000)
    await host.build(project, { options })
    expect(times()).toEqual([1_000_000, 1_000_000])
  })

  it('mirrors the sources, whatever the old text was', async () => {
    const project = await createProject(files)
    await host.build(project, { options })
    project.write({ 'extensions/c.ts': project.read('extensions/deep/b.ts') })
    project.remove('extensions/deep/b.ts')
    await host.build(project, { options })
    const fresh = outputs.map(project.read)
    for (const text of fresh) expect(text.includes("'c'") && !text.includes("'deep.b'")).toBe(true)
    project.remove(options.dts)
    project.write({ [options.output]: `${fresh[1]!.slice(0, 100)} interface ModuleMap { 'gone': 1 }` })
    await host.build(project, { options })
    expect(outputs.map(project.read)).toEqual(fresh)
  })

  it('keeps the line ends of a checkout', async () => {
    const project = await createProject(files)
    await host.build(project, { options })
    const crlf = project.read(options.dts).replaceAll('\n', '\r\n')
    project.write({ [options.dts]: crlf })
    utimesSync(project.path(options.dts), 1000, 1000)
    await host.build(project, { options })
    expect(statSync(project.path(options.dts)).mtimeMs).toBe(1_000_000)
    project.write({ 'extensions/c.ts': files['extensions/a.ts']! })
    await host.build(project, { options })
    const text = project.read(options.dts)
    expect(text).toContain("'c'")
    expect(text.replaceAll('\r\n', '')).not.toContain('\n')
  })

  it('never takes them for extension files', async () => {
    const project = await createProject(files)
    const inside = { dts: 'extensions/registry.d.ts', output: 'extensions/registry.ts' }
    for (let round = 0; round < 2; round++) {
      expect(await host.build(project, { options: inside })).toMatchObject({ errors: [], warnings: [] })
      expect(project.read(inside.output).match(/"id":"[^"]*"/g)).toEqual(['"id":"a"', '"id":"deep.b"'])
    }
  })
})

describe('the registry as a file', () => {
  it.each(['registry.gen.ts', 'registry.gen.js'])(
    'is the virtual module, in plain Node: %s',
    async (output) => {
      const print = (from: string) => `
      import everything, { catalog, registry } from '${from}'
      const calls = registry.ids().map(async (id) => [id, await registry.call(id, {})])
      Promise.all(calls).then((answers) =>
        console.log(JSON.stringify([answers, catalog, Object.isFrozen(catalog), everything === registry])))`
      const project = await createProject({
        ...files,
        'main.ts': print('virtual:module-registry'),
        'plain.ts': print('./registry.gen.js'),
      })
      const built = await bundlers[0]!.build(project, { options: { output } })
      expect(built).toMatchObject({ errors: [], warnings: [] })
      const scripts = ['plain.ts', 'registry.gen.ts', 'extensions/a.ts', 'extensions/deep/b.ts']
      for (const file of scripts.filter((script) => !script.startsWith('registry') || script === output)) {
        const { code } = transformSync(project.read(file), { loader: 'ts', format: 'esm' })
        project.write({ [file.replace('.ts', '.js')]: code })
      }
      expect(runProgram(project.path('plain.js'))).toEqual(runProgram(built.main))
    },
  )
})

describe('several writers of one file', () => {
  it('show readers whole texts only, and leave nothing behind', async () => {
    const project = await createProject({
      'write.ts': `
        import { writeIfChanged } from '${resolve(import.meta.dirname, '../../src/bundler/write-if-changed.ts')}'
        const [first, second] = process.argv.slice(2).map((word) => '// ' + word.repeat(30_000) + '\\n// end\\n')
        for (let i = 0; i < 100; i++) {
          const problems = writeIfChanged([{ path: 'out/file.ts', text: i % 2 ? first : second }], import.meta.dirname)
          if (problems.length > 0) throw new Error(JSON.stringify(problems))
        }`,
    })
    await bundle({
      entryPoints: [project.path('write.ts')],
      outfile: project.path('write.mjs'),
      ...{ bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    })
    const writers = ['ab', 'cd', 'ae'].map((words) =>
      spawn(process.execPath, [project.path('write.mjs'), ...words], {
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    )
    const ended = Promise.all(writers.map((writer) => once(writer, 'exit')))
    let [done, reads] = [false, 0]
    void ended.then(() => {
      done = true
    })
    while (!done) {
      await new Promise((tick) => setImmediate(tick))
      const text = statSync(project.path('out/file.ts'), { throwIfNoEntry: false })
        ? readFileSync(project.path('out/file.ts'), 'utf8')
        : undefined
      if (text === undefined) continue
      reads++
      if (!/^\/\/ (\w)\1{29999}\n\/\/ end\n$/.test(text)) throw new Error(`read ${text.length} characters`)
    }
    expect((await ended).map(([code]) => code)).toEqual([0, 0, 0])
    expect(reads).toBeGreaterThan(0)
    expect(readdirSync(project.path('out'))).toEqual(['file.ts'])
  })
})
