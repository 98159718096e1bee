import { join } from 'node:path'
import { rollup } from 'rollup'
import { describe, expect, it } from 'vitest'
import moduleRegistry from '../../src/rollup.ts'
import { farmHost } from './support/hosts/farm.ts'
import { findsFiles, readsTypeScript } from './support/hosts/rollup.ts'
import { bundlers, type Host, hosts, otherModes } from './support/hosts.ts'
import { createProject, type Files, type Project } from './support/project.ts'
import { runProgram } from './support/run.ts'

const files: Files = {
  'extensions/greet.ts': `
    import type { Module } from 'unplugin-module-registry/runtime'
    export class Greet implements Module { execute() { return 'hello' } }`,
  'plugins/billing/dagstack.toml': `
[plugin]
name = "billing"
kind = "service"
runtime = "process"
version = "1.0.0"
command = ["node", "server.mjs"]
artifact = "server.mjs"
env = { SECRET_LEVEL = "3" }

[[plugin.tools]]
id = "getTotal"
name = "Total"
description = "Adds up"`,
  'plugins/billing/server.mjs': `
    import { serveModule } from 'unplugin-module-registry/process'
    const run = ({ of }, { caller }) => ({
      sum: of.reduce((a, b) => a + b),
      level: process.env.SECRET_LEVEL,
      caller: caller.subject,
    })
    serveModule({ name: 'billing', version: '1.0.0', tools: { getTotal: { name: 'Total', description: 'Adds up', run } } })`,
  'main.ts': `
    import { registry } from 'virtual:module-registry'
    async function main() {
      const early = await registry.call('billing.get_total', {}).catch((error: any) => error)
      const set = await registry.activate({ pluginRoot: process.argv[2] })
      const { status, reason } = registry.getPlugin('service', 'billing')
      const caller = { subject: 'ada' }
      const total = await registry.call('billing.get_total', { of: [1, 2, 4] }, { caller }).catch((error: any) => error.details.reason)
      await set.close()
      return { early: early.code, status, reason, total, ids: registry.ids() }
    }
    main().then((result) => console.log(JSON.stringify(result)))`,
}

function createApplication(installed: 'package' | 'full' = 'package'): Promise<Project> {
  return createProject(files, { installed })
}

const ran = {
  early: 'PLUGIN_UNAVAILABLE',
  status: 'ready',
  total: { sum: 7, level: '3', caller: 'ada' },
  ids: ['billing.get_total', 'greet'],
}

const notRun = {
  ...{ early: 'PLUGIN_UNAVAILABLE', status: 'unavailable', reason: 'it needs a server' },
  ...{ total: 'it needs a server', ids: ran.ids },
}

const isServer = ({ name }: Host) =>
  /^(Vite, server|esbuild, (split|cjs)|Rolldown|Bun|(webpack|Rspack), cjs)/.test(name)
const all = [...hosts, ...otherModes.filter(({ name }) => !name.startsWith('esbuild'))]

/** Runs a built program somewhere else than in its project, and tells it where that is. */
function run(main: string, project: Project): unknown {
  return runProgram(main, { args: [project.root] })
}

function expectNothingOf(texts: Readonly<Record<string, string>>): void {
  const output = Object.values(texts).join('\n')
  expect(output).not.toMatch(/createProcessPlugin|child_process|server\.mjs|SECRET_LEVEL|registry\/process/)
}

describe.each(all.filter(isServer))('$name', (host) => {
  it('builds a program that starts the process of a plugin', async () => {
    const project = await createApplication()
    const built = await host.build(project)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(run(built.main, project)).toEqual(ran)
  })
})

describe.each(all.filter((host) => !isServer(host)))('$name', (host) => {
  it('builds a program that knows nothing of processes', async () => {
    const project = await createApplication()
    const built = await host.build(project)
    expect(built.errors).toEqual([])
    expectNothingOf(built.files)
    expect(run(built.main, project)).toEqual(notRun)
  })
})

describe('a build for a server', () => {
  it('is one of Rollup whose configuration leaves the built-ins of Node to Node', async () => {
    const project = await createApplication()
    const bundle = await rollup({
      input: project.path('main.ts'),
      external: /^node:/,
      plugins: [moduleRegistry({ root: project.root }), findsFiles(), readsTypeScript(project.root)],
    })
    const dir = project.path('dist')
    await bundle.write({ dir, entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' })
    await bundle.close()
    expect(run(join(dir, 'main.mjs'), project)).toEqual(ran)
  })

  it('is what the option says, whatever the bundler says', async () => {
    const [vite] = bundlers
    const project = await createApplication()
    const server = await vite!.build(project, {
      options: { server: true },
      vite: { build: { rolldownOptions: { external: /^node:/ } } },
    })
    expect(run(server.main, project)).toEqual(ran)
    const esbuild = bundlers.find(({ name }) => name.startsWith('esbuild'))!
    const { files, main } = await esbuild.build(project, { options: { server: false } })
    expectNothingOf(files)
    expect(run(main, project)).toEqual(notRun)
  })

  it('is one of Farm for Node', async () => {
    const project = await createApplication('full')
    const built = await farmHost('esm').build(project)
    expect(built).toMatchObject({ errors: [], warnings: [] })
    expect(run(built.main, project)).toEqual(ran)
  })

  it.each(['browser', 'neutral'] as const)('is none of esbuild for the platform %s', async (platform) => {
    const project = await createApplication()
    const esbuild = bundlers.find(({ name }) => name.startsWith('esbuild'))!
    const { files, errors } = await esbuild.build(project, { esbuild: { platform } })
    expect(errors).toEqual([])
    expectNothingOf(files)
  })
})
