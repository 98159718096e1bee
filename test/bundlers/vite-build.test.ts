import { build, createBuilder, createLogger } from 'vite'
import { describe, expect, it } from 'vitest'
import moduleRegistry from '../../src/vite.ts'
import { app, appOutput } from './support/app.ts'
import { hosts } from './support/hosts.ts'
import { createProject, readTree } from './support/project.ts'
import { runProgram } from './support/run.ts'

const [client, server] = [hosts[0]!, hosts[1]!]
const library = {
  'lib.ts': `export { catalog, registry } from 'virtual:module-registry'`,
  'use.mjs': `
    import { registry } from './dist/lib.js'
    console.log(JSON.stringify(await registry.call('math.ops.add', { a: 1, b: 2 })))`,
  'use.cjs': `
    const { registry } = require('./dist/lib.cjs')
    registry.call('math.ops.add', { a: 1, b: 2 }).then((sum) => console.log(JSON.stringify(sum)))`,
}

describe('Vite build', () => {
  it('makes a library of the registry', async () => {
    const project = await createProject({ ...app, ...library })
    await build({
      root: project.root,
      configFile: false,
      logLevel: 'silent',
      plugins: [moduleRegistry()],
      build: { lib: { entry: 'lib.ts', formats: ['es', 'cjs'], fileName: 'lib' } },
    })
    expect(runProgram(project.path('use.mjs'))).toBe(3)
    expect(runProgram(project.path('use.cjs'))).toBe(3)
  })

  it('takes the registry and the catalog as entries, under names that every system takes', async () => {
    const project = await createProject({
      ...app,
      'use.mjs': `
        import { registry } from './dist/registry.mjs'
        import { catalog } from './dist/catalog.mjs'
        console.log(JSON.stringify([await registry.call('then', {}), catalog.length]))`,
    })
    const entry = { registry: 'virtual:module-registry', catalog: 'virtual:module-registry/catalog' }
    const built = await server.build(project, { entry })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(runProgram(project.path('use.mjs'))).toEqual(['thenable', 6])
  })

  it('keeps modules apart, under names that every system takes', async () => {
    const project = await createProject(app)
    const built = await server.build(project, {
      vite: {
        build: { rolldownOptions: { output: { preserveModules: true, preserveModulesRoot: project.root } } },
      },
    })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(Object.keys(built.files).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
    expect(Object.keys(built.files).filter((name) => name.startsWith('extensions/'))).toHaveLength(5)
    expect(runProgram(built.main)).toEqual(appOutput)
  })

  it.each([
    ['/app/', '/app/'],
    ['./', 'import.meta.url'],
  ])('loads what a module needs from below the base %s', async (base, expected) => {
    const project = await createProject({
      'extensions/styled.ts': `
        import type { Module } from 'unplugin-module-registry/runtime'
        import './styled.css'
        export class Styled implements Module { execute() {} }`,
      'extensions/styled.css': 'b { color: red }',
      'main.ts': `import { registry } from 'virtual:module-registry'; registry.get('styled')`,
    })
    const built = await client.build(project, { vite: { base, build: { modulePreload: true } } })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const main = built.files['main.mjs']!
    expect(/assets\/styled-[\w-]+\.css/.test(main)).toBe(true)
    expect(main.includes(expected)).toBe(true)
  })

  it('gives every environment the registry from one plugin, and warns once', async () => {
    const hidden = `
      import type { Module } from 'unplugin-module-registry/runtime'
      class Hidden implements Module { execute() {} }`
    const project = await createProject({ ...app, 'extensions/hidden.ts': hidden })
    const warnings: string[] = []
    const customLogger = createLogger('silent')
    customLogger.warn = customLogger.warnOnce = (text) => warnings.push(text)
    const output = { entryFileNames: 'main.mjs', chunkFileNames: '[name].mjs' }
    const environment = (outDir: string) => ({
      build: { outDir, minify: false, rolldownOptions: { input: project.path('main.ts'), output } },
    })
    const builder = await createBuilder({
      root: project.root,
      configFile: false,
      logLevel: 'warn',
      customLogger,
      plugins: [moduleRegistry()],
      build: { modulePreload: false },
      environments: { client: environment('client'), ssr: environment('ssr'), edge: environment('edge') },
      builder: {
        buildApp: async ({ build, environments }) => {
          await Promise.all(Object.values(environments).map((one) => build(one)))
        },
      },
    })
    await builder.buildApp()
    expect(warnings).toEqual([expect.stringContaining('MODULE_NOT_EXPORTED')])
    for (const folder of ['client', 'ssr', 'edge']) {
      expect(runProgram(project.path(`${folder}/main.mjs`)), folder).toEqual(appOutput)
      const bare = Object.values(readTree(project.path(folder))).filter((text) =>
        /(?:from|import) ?["']unplugin/.test(text),
      )
      expect(bare).toEqual([])
    }
  })
})
