import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type BuildRequest, hosts } from './support/hosts.ts'
import { createProject, type Files, type Project } from './support/project.ts'
import { runNode, runProgram } from './support/run.ts'

/** A module that bears the marker, imports the runtime for a value, and a helper beside it. */
const tool = (name: string): string => `
  import { defineModule, type Module, multiClass } from 'unplugin-module-registry/runtime'
  import { mark } from './_helper'
  @multiClass() export class ${name} implements Module { execute() { return mark('${name}') } }
  export const Made = defineModule({ execute: () => mark('made') })`

const helper = `export const mark = (text: string) => text + '!'`

const main = `
  import { registry } from 'virtual:module-registry'
  import { ModuleNotFoundError } from 'unplugin-module-registry/runtime'
  const answers = registry.ids().map(async (id) => [id, await registry.call(id, {})])
  const oneRuntime = registry.load('no').catch((error) => ['one runtime', error instanceof ModuleNotFoundError])
  Promise.all([...answers, oneRuntime]).then((all) => console.log(JSON.stringify(Object.fromEntries(all))))`

/** A way to lay a project out. */
interface Layout {
  files: Files
  /** Runs before the build. */
  arrange?: (project: Project) => void
  /** The project of the bundler; default all of it. */
  root?: string
  request?: BuildRequest
  /** What the modules answer; for all of them, the runtime is there once. */
  answers: Record<string, string>
}

const layouts: Record<string, Layout> = {
  'a root outside the project': {
    root: 'apps/web',
    files: {
      'packages/tools/extensions/echo.ts': tool('Echo'),
      'packages/tools/extensions/_helper.ts': helper,
      'apps/web/main.ts': main,
    },
    request: { options: { extensions: '../../packages/tools/extensions' } },
    answers: { 'echo.echo': 'Echo!', 'echo.made': 'made!' },
  },
  'several roots with namespaces': {
    files: {
      'a/one.ts': tool('One'),
      'a/_helper.ts': helper,
      'b/two.ts': tool('Two'),
      'b/_helper.ts': helper,
      'main.ts': main,
    },
    request: { options: { extensions: ['a', { root: 'b', namespace: 'other' }] } },
    answers: {
      'a.one.made': 'made!',
      'a.one.one': 'One!',
      'other.two.made': 'made!',
      'other.two.two': 'Two!',
    },
  },
  'a linked root': {
    root: 'app',
    files: { 'shared/echo.ts': tool('Echo'), 'shared/_helper.ts': helper, 'app/main.ts': main },
    arrange: (project) => project.link('app/extensions', 'shared'),
    answers: { 'echo.echo': 'Echo!', 'echo.made': 'made!' },
  },
  'a linked root, links kept': {
    root: 'app',
    files: { 'shared/echo.ts': tool('Echo'), 'shared/_helper.ts': helper, 'app/main.ts': main },
    arrange: (project) => project.link('app/extensions', 'shared'),
    request: { vite: { resolve: { preserveSymlinks: true } }, esbuild: { preserveSymlinks: true } },
    answers: { 'echo.echo': 'Echo!', 'echo.made': 'made!' },
  },
  'roots with awkward names': {
    files: {
      "it's #1 %41 [x]/one.ts": tool('One'),
      "it's #1 %41 [x]/_helper.ts": helper,
      'main.ts': main,
    },
    request: { options: { extensions: { root: "it's #1 %41 [x]" } } },
    answers: { 'one.made': 'made!', 'one.one': 'One!' },
  },
  'the project as its own root': {
    files: { 'one.ts': tool('One'), '_helper.ts': helper, 'main.ts': main },
    request: { options: { extensions: '.', skip: ['dist'] } },
    answers: { 'one.made': 'made!', 'one.one': 'One!' },
  },
  'nested packages that keep themselves apart': {
    root: 'apps/web',
    files: {
      'packages/tools/package.json': '{ "name": "tools" }',
      'packages/tools/extensions/echo.ts': tool('Echo'),
      'packages/tools/extensions/_helper.ts': helper,
      'apps/web/main.ts': main,
    },
    arrange(project) {
      // As pnpm does: the package is in a store, and can be reached only from where it is declared.
      const [installed, store] = ['node_modules/unplugin-module-registry', 'node_modules/.pnpm/u@1']
      cpSync(project.path(installed), project.path(`${store}/${installed}`), { recursive: true })
      project.remove(installed)
      project.link(`apps/web/${installed}`, `${store}/${installed}`)
    },
    request: { options: { extensions: '../../packages/tools/extensions' } },
    answers: { 'echo.echo': 'Echo!', 'echo.made': 'made!' },
  },
}

/** What matters here is how files are found, which the format does not change. */
describe.each(hosts.filter((host) => host.splits))('$name', (host) => {
  it.each(Object.entries(layouts))('builds %s', async (_, { files, arrange, root, request, answers }) => {
    const project = await createProject(files)
    arrange?.(project)
    const built = await host.build(root === undefined ? project : project.inner(root), request)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(built.main)).toEqual({ ...answers, 'one runtime': true })
  })
})

/** Builds a project of which only the tooling beside it has the package. */
const builds: Record<string, string> = {
  Vite: `
    import moduleRegistry from 'unplugin-module-registry/vite'
    import { build } from 'vite'
    await build({
      root: process.argv[2],
      ...{ configFile: false, logLevel: 'silent', plugins: [moduleRegistry()] },
      build: { ssr: 'main.ts', rolldownOptions: { output: { entryFileNames: 'main.mjs' } } },
    })`,
  esbuild: `
    import { build } from 'esbuild'
    import moduleRegistry from 'unplugin-module-registry/esbuild'
    await build({
      ...{ absWorkingDir: process.argv[2], entryPoints: ['main.ts'], outfile: 'dist/main.mjs' },
      ...{ bundle: true, format: 'esm', plugins: [moduleRegistry()] },
    })`,
}

it.each(Object.entries(builds))(
  'gives the runtime to a project that has no package: %s',
  async (_, script) => {
    const files = { 'extensions/echo.ts': tool('Echo'), 'extensions/_helper.ts': helper, 'main.ts': main }
    const project = await createProject(files, { installed: 'none' })
    const tooling = await createProject({ 'build.mjs': script }, { installed: 'full' })
    expect(runNode([tooling.path('build.mjs'), project.root])).toMatchObject({ status: 0, stderr: '' })
    const answers = { 'echo.echo': 'Echo!', 'echo.made': 'made!', 'one runtime': true }
    expect(runProgram(project.path('dist/main.mjs'))).toEqual(answers)
  },
)
