import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BuildOptions, build, context, formatMessages, type Plugin } from 'esbuild'
import { describe, expect, it } from 'vitest'
import moduleRegistry from '../../src/esbuild.ts'
import { app, appOutput } from './support/app.ts'
import { createProject, type Project } from './support/project.ts'
import { runProgram } from './support/run.ts'

const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const answer = (text: string): string =>
  `${type}\nexport class Answer implements Module { execute() { return '${text}' } }`
const calling = `
  import { registry } from 'virtual:module-registry'
  const calls = registry.ids().map((id) => registry.call(id, {}))
  Promise.all(calls).then((answers) => console.log(JSON.stringify(Object.fromEntries(registry.ids().map((id, i) => [id, answers[i]])))))`

function settings(project: Project, more: BuildOptions = {}): BuildOptions & { outfile: string } {
  return {
    absWorkingDir: project.root,
    entryPoints: ['main.ts'],
    outfile: project.path('dist/main.mjs'),
    ...{ bundle: true, format: 'esm', logLevel: 'silent', plugins: [moduleRegistry()] },
    ...more,
  }
}

/** As a Plug'n'Play resolver does: answers every import of a package, from a table. */
function resolvesPackages(packages: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'packages',
    setup(build) {
      build.onResolve({ filter: /^[^./]/ }, ({ path, kind }) => {
        if (kind === 'entry-point' || path.startsWith('virtual:')) return undefined
        const found = packages[path]
        return found === undefined ? { errors: [{ text: `no package ${path}` }] } : { path: found }
      })
    },
  }
}

const resolvesAliases = (folder: string): Plugin => ({
  name: 'alias',
  setup(build) {
    build.onResolve({ filter: /^@\// }, ({ path }) => ({ path: join(folder, `${path.slice(2)}.ts`) }))
  },
})

describe('esbuild', () => {
  it.each(['before', 'after'])('gets along with other plugins that resolve, %s it', async (where) => {
    const project = await createProject({
      'extensions/uses.ts': `
        ${type}
        import { x } from '@/lib/x'
        import { lib } from 'some-lib'
        export class Uses implements Module { execute() { return x + lib } }`,
      'src/lib/x.ts': `export const x = 'x'`,
      'vendor/some-lib.js': `export const lib = 'lib'`,
      'main.ts': calling,
    })
    const others = [
      resolvesAliases(project.path('src')),
      resolvesPackages({
        'some-lib': project.path('vendor/some-lib.js'),
        'unplugin-module-registry/runtime': project.path(
          'node_modules/unplugin-module-registry/dist/runtime.js',
        ),
      }),
    ]
    const plugins = where === 'before' ? [...others, moduleRegistry()] : [moduleRegistry(), ...others]
    const options = settings(project, { plugins })
    await build(options)
    expect(runProgram(options.outfile)).toEqual({ uses: 'xlib' })
  })

  it('leaves the runtime out where packages stay outside, and runs with it', async () => {
    const project = await createProject(app)
    const options = settings(project, { packages: 'external' })
    await build(options)
    expect(readFileSync(options.outfile, 'utf8')).toContain('from "unplugin-module-registry/runtime"')
    expect(runProgram(options.outfile)).toEqual(appOutput)
  })

  it('has the project where absWorkingDir is, or where `root` says', async () => {
    const project = await createProject({
      'apps/web/extensions/a.ts': answer('a'),
      'apps/web/main.ts': calling,
    })
    const inner = settings(project, { absWorkingDir: project.path('apps/web') })
    await build(inner)
    expect(runProgram(inner.outfile)).toEqual({ a: 'a' })
    const outer = settings(project, {
      entryPoints: ['apps/web/main.ts'],
      plugins: [moduleRegistry({ root: 'apps/web' })],
    })
    await build(outer)
    expect(runProgram(outer.outfile)).toEqual({ a: 'a' })
    project.write({ 'apps/web/extensions/1st.ts': answer('b') })
    const failed = await build(outer).catch((error) => error)
    expect(failed.errors[0].location).toMatchObject({
      file: 'apps/web/extensions/1st.ts',
      line: 2,
      column: 13,
    })
    const [printed] = await formatMessages(failed.errors, { kind: 'error' })
    expect(printed).toContain(`2 │ export class Answer implements Module`)
  })

  it('sees what changed in the next build, with one plugin object', async () => {
    const project = await createProject({ 'extensions/a.ts': answer('one'), 'main.ts': calling })
    const options = settings(project)
    await build(options)
    expect(runProgram(options.outfile)).toEqual({ a: 'one' })
    project.write({ 'extensions/a.ts': answer('two'), 'extensions/b.ts': answer('new') })
    await build(options)
    expect(runProgram(options.outfile)).toEqual({ a: 'two', b: 'new' })
  })

  it('sees what changed in a rebuild, and recovers from errors', async () => {
    const project = await createProject({ 'main.ts': calling, 'tsconfig.json': '{}' })
    const options = settings(project)
    const running = await context(options)
    try {
      await expect(running.rebuild()).rejects.toThrow('ROOT_NOT_FOUND')
      project.write({
        'extensions/a.ts': `
          import { type Module, multiClass } from 'unplugin-module-registry/runtime'
          @multiClass() export class A implements Module { execute() { return 'a' } }
          export class B implements Module { execute() { return 'b' } }`,
      })
      await running.rebuild()
      expect(runProgram(options.outfile)).toEqual({ 'a.a': 'a', 'a.b': 'b' })
      project.write({ 'extensions/1st.ts': answer('never') })
      await expect(running.rebuild()).rejects.toThrow('INVALID_SEGMENT')
      project.remove('extensions/1st.ts')
      project.write({ 'extensions/c.ts': answer('c') })
      await running.rebuild()
      expect(runProgram(options.outfile)).toEqual({ 'a.a': 'a', 'a.b': 'b', c: 'c' })
      expect(project.read('module-registry.d.ts')).toContain("'c'")
    } finally {
      await running.dispose()
    }
  })

  it('takes the registry and the catalog as entries, under names that every system takes', async () => {
    const project = await createProject({
      'extensions/a.ts': answer('a'),
      'use.mjs': `
        import { registry } from './out/virtual_module-registry.js'
        import { catalog } from './out/catalog.js'
        console.log(JSON.stringify([await registry.call('a', {}), catalog.length]))`,
    })
    const { outfile, ...options } = settings(project, {
      entryPoints: [
        { in: 'virtual:module-registry', out: 'virtual_module-registry' },
        { in: 'virtual:module-registry/catalog', out: 'catalog' },
      ],
      ...{ outdir: 'out', splitting: true },
    })
    await build(options)
    expect(runProgram(project.path('use.mjs'))).toEqual(['a', 1])
    await build({ ...options, entryPoints: ['virtual:module-registry'], outdir: 'unnamed' })
    expect(existsSync(project.path('unnamed/virtual_module-registry.js'))).toBe(true)
    void outfile
  })

  it('holds file names that begin a URL part', async () => {
    const root = `odd #1 ?x %41`
    const project = await createProject({ [`${root}/a.ts`]: answer('a'), 'main.ts': calling })
    const options = settings(project, { plugins: [moduleRegistry({ extensions: { root } })] })
    await build(options)
    expect(runProgram(options.outfile)).toEqual({ a: 'a' })
  })
})
