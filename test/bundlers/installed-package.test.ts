import { build, createServer, type InlineConfig } from 'vite'
import { describe, expect, it, onTestFinished } from 'vitest'
import moduleRegistry from '../../src/vite.ts'
import { createProject, type Files, type Project, readTree } from './support/project.ts'
import { runProgram } from './support/run.ts'

/** An application with an installed package that asks the registry of whoever installs it. */
const files: Files = {
  'package.json': JSON.stringify({ type: 'module', dependencies: { 'asks-registry': '1.0.0' } }),
  'node_modules/asks-registry/package.json': JSON.stringify({
    ...{ name: 'asks-registry', version: '1.0.0', type: 'module', exports: './index.js' },
    peerDependencies: { 'unplugin-module-registry': '*' },
  }),
  'node_modules/asks-registry/index.js': `
    import { registry } from 'virtual:module-registry'
    import { ModuleNotFoundError, Registry } from 'unplugin-module-registry/runtime'
    export { registry, Registry }
    export const ask = async () => {
      const unknown = await registry.load('unknown').catch((error) => error)
      return [await registry.call('greet', {}), registry instanceof Registry, unknown instanceof ModuleNotFoundError]
    }`,
  'extensions/greet.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Greet implements Module { execute() { return 'hello' } }`,
  'main.ts': `
    import { ask, registry as theirs } from 'asks-registry'
    import { registry as ours } from 'virtual:module-registry'
    export const answer = async () => [...(await ask()), theirs === ours]
    answer().then((all) => console.log(JSON.stringify(all)))`,
}

const expected = ['hello', true, true, true]

const settings = (project: Project): InlineConfig => ({
  root: project.root,
  configFile: false,
  logLevel: 'silent',
  plugins: [moduleRegistry()],
})

describe('an installed package that imports the registry', () => {
  it.each(['client', 'server'])('is bundled with it, for the %s', async (side) => {
    const project = await createProject(files)
    await build({
      ...settings(project),
      build: {
        ssr: side === 'server',
        modulePreload: false,
        minify: false,
        rolldownOptions: { input: project.path('main.ts'), output: { entryFileNames: 'main.mjs' } },
      },
    })
    expect(runProgram(project.path('dist/main.mjs'))).toEqual(expected)
    const code = Object.values(readTree(project.path('dist'))).join('\n')
    expect(code.match(/["']MODULE_NOT_FOUND["']/g)).toHaveLength(1)
  })

  it('runs in the dev server', async () => {
    const project = await createProject(files)
    const server = await createServer({
      ...settings(project),
      server: { middlewareMode: true, ws: false, watch: null },
    })
    onTestFinished(() => server.close())
    const { answer } = await server.ssrLoadModule('/main.ts')
    expect(await answer()).toEqual(expected)
  })

  it('is served to pages as it is, with the one runtime', async () => {
    const project = await createProject(files)
    const server = await createServer({
      ...settings(project),
      server: { middlewareMode: true, ws: false, watch: null },
    })
    onTestFinished(() => server.close())
    const { client } = server.environments
    await client.depsOptimizer?.init()
    await client.depsOptimizer?.scanProcessing
    const importsOf = async (url: string): Promise<string[]> => {
      const result = await client.transformRequest(url)
      return [...result!.code.matchAll(/from "([^"]+)"/g)].map(([, specifier]) => specifier!)
    }
    const [theirs] = await importsOf('/main.ts')
    expect(theirs).toContain('/node_modules/asks-registry/index.js')
    const inPackage = await importsOf('/node_modules/asks-registry/index.js')
    const inRegistry = await importsOf('virtual:module-registry')
    expect(inPackage[0]).toContain('virtual:module-registry')
    const runtime = inPackage.find((specifier) => specifier.includes('runtime'))
    expect(runtime).toBeDefined()
    expect(inRegistry).toContain(runtime)
  })
})
