import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { rollup } from 'rollup'
import { describe, expect, it } from 'vitest'
import moduleRegistryForRolldown from '../../src/rolldown.ts'
import moduleRegistryForRollup from '../../src/rollup.ts'
import { app, appOutput } from './support/app.ts'
import { findsFiles, readsTypeScript, rolldownHost, rollupHost } from './support/hosts/rollup.ts'
import { createProject, type Files, type Project, readTree } from './support/project.ts'
import { runNode, runProgram } from './support/run.ts'

const type = `import type { Module } from 'unplugin-module-registry/runtime'`
const module = (name: string): string =>
  `${type}\nexport class A implements Module { execute() { return 'the code of ${name}' } }\n`

const binaries = { rollup: 'rollup/dist/bin/rollup', rolldown: 'rolldown/bin/cli.mjs' } as const

describe.each([
  { name: 'Rollup', entry: 'rollup' as const, create: rollupHost },
  { name: 'Rolldown', entry: 'rolldown' as const, create: rolldownHost },
])('$name', ({ entry, create }) => {
  it('keeps modules apart, under names that every system takes', async () => {
    const project = await createProject(app)
    const host = create('apart', { preserveModules: true, preserveModulesRoot: project.root })
    const built = await host.build(project)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    const names = Object.keys(built.files)
    expect(names.filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
    expect(names.filter((name) => name.startsWith('extensions/'))).toHaveLength(5)
    expect(runProgram(built.main)).toEqual(appOutput)
  })

  it('takes the registry and the catalog as entries', async () => {
    const project = await createProject({
      ...app,
      'use.mjs': `
        import { registry } from './dist/registry.mjs'
        import { catalog } from './dist/catalog.mjs'
        console.log(JSON.stringify([await registry.call('then', {}), catalog.length]))`,
    })
    const built = await create('entries').build(project, {
      entry: { registry: 'virtual:module-registry', catalog: 'virtual:module-registry/catalog' },
    })
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(Object.keys(built.files).filter((name) => !/^[\w.\-/]+$/.test(name))).toEqual([])
    expect(runProgram(project.path('use.mjs'))).toEqual(['thenable', 6])
  })

  it('prints problems from the command line once each, and fails', async () => {
    const project = await createProject(
      {
        'extensions/1st.ts': module('1st'),
        'extensions/math.ts': `${type}
export class MathOps implements Module { static multiClass = true; execute() {} }
export class Math_Ops implements Module { execute() {} }
export class Other implements Module { constructor(readonly name: string) {} execute() {} }
`,
        'main.js': `import { registry } from 'virtual:module-registry'; console.log(registry.ids())`,
        [`${entry}.config.mjs`]: `
          import moduleRegistry from 'unplugin-module-registry/${entry}'
          export default { input: 'main.js', output: { dir: 'dist' }, plugins: [moduleRegistry()] }`,
      },
      { installed: 'full' },
    )
    const binary = resolve(import.meta.dirname, '../../node_modules', binaries[entry])
    const { status, stderr } = runNode([binary, '-c'], { cwd: project.root })
    expect(status).toBe(1)
    // Rollup writes a place in its own way.
    const [first] = [/1st\.ts(?::2:14| \(2:14\))/g].map((place) => stderr.match(place))
    expect(first).toHaveLength(1)
    for (const place of ['math.ts:2:14', 'math.ts:3:14', 'math.ts:4:14']) {
      expect(stderr.split(place), place).toHaveLength(2)
    }
    expect(stderr).not.toMatch(/unplugin-module-registry\/dist/)
    expect(existsSync(project.path('dist'))).toBe(false)
  })

  it('is required as the function itself', async () => {
    const project = await createProject(
      {
        'package.json': '{}',
        'extensions/fine.ts': `export const nothing = 1`,
        'main.js': `import { registry } from 'virtual:module-registry'; console.log(registry.ids())`,
        [`${entry}.config.cjs`]: `
          const moduleRegistry = require('unplugin-module-registry/${entry}')
          module.exports = { input: 'main.js', output: { dir: 'dist' }, plugins: [moduleRegistry()], external: /runtime/ }`,
      },
      { installed: 'full' },
    )
    const binary = resolve(import.meta.dirname, '../../node_modules', binaries[entry])
    const { status, stderr } = runNode([binary, '-c', `${entry}.config.cjs`], { cwd: project.root })
    expect(status, stderr).toBe(0)
  })
})

const grouped: Files = {
  'extensions/mail/send.ts': module('send').replace(type, `${type}\nimport '../../vendor/helper'`),
  'extensions/mail/read.ts': module('read'),
  'vendor/helper.ts': `console.error('the code of helper')`,
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    registry.call('mail.send', {}).then((answer) => console.log(JSON.stringify(answer)))`,
}

describe('chunks', () => {
  /** Which of the sources are in the output file with a name. */
  const holds = (project: Project, name: string): string[] => {
    const [text = ''] = Object.entries(readTree(project.path('dist')))
      .filter(([file]) => file.startsWith(name))
      .map(([, content]) => content)
    return ['send', 'read', 'helper'].filter((source) => text.includes(`the code of ${source}`))
  }
  const names = { entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' }

  it('leave what the user splits off to the user, in Rollup', async () => {
    const project = await createProject(grouped)
    const bundle = await rollup({
      input: project.path('main.ts'),
      plugins: [
        moduleRegistryForRollup({ root: project.root, chunks: 'folder' }),
        findsFiles(),
        readsTypeScript(project.root),
      ],
    })
    const manualChunks = (id: string) => (id.includes('/vendor/') ? 'vendor' : undefined)
    await bundle.write({ dir: project.path('dist'), ...names, manualChunks })
    expect(holds(project, 'vendor')).toEqual(['helper'])
    expect(holds(project, 'extensions-mail')).toEqual(['send', 'read'])
  })

  it('leave what the user splits off to the user, in Rolldown', async () => {
    const project = await createProject(grouped)
    const bundle = await rolldown({
      input: project.path('main.ts'),
      platform: 'node',
      plugins: [moduleRegistryForRolldown({ root: project.root, chunks: 'folder' })],
    })
    const codeSplitting = { groups: [{ name: 'vendor', test: /vendor/ }] }
    await bundle.write({ dir: project.path('dist'), ...names, codeSplitting })
    expect(holds(project, 'vendor')).toEqual(['helper'])
    expect(holds(project, 'extensions-mail')).toEqual(['send', 'read'])
  })
})
