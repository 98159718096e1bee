import { describe, expect, it, vi } from 'vitest'
import type { Registry } from '../../src/runtime.ts'
import type { Project } from '../bundlers/support/project.ts'
import { PATIENCE, startDev } from './support/dev.ts'

const manifest = (name: string, more = '') => `[plugin]
name = "${name}"
kind = "service"
runtime = "process"
version = "1.0.0"
command = ["./server.bin"]
artifact = "server.bin"
env = { SECRET = "hidden" }
${more}`

const tool = (id: string) => `[[plugin.tools]]\nid = "${id}"\nname = "${id}"\n`

const files = {
  'plugins/billing/dagstack.toml': manifest('billing', tool('total')),
  'plugins/billing/server.bin': 'one',
  'plugins/mail/dagstack.toml': manifest('mail'),
  'plugins/mail/server.bin': 'mail',
}

/** Starts nothing, and writes down into a global list what it is asked. */
const PROCESS_ENTRY = `
  export const createProcessPlugin = (entry, { pluginRoot }) => {
    const say = (what) => globalThis.processLog.push(what + ' ' + entry.name)
    return {
      async setup() { say('start ' + pluginRoot) },
      async teardown() { say('stop') },
      async call(tool, inputs) { return [tool, inputs] },
    }
  }`

/** Puts that in the place of what the package has. */
function installEntry(project: Project): void {
  project.write({ 'node_modules/unplugin-module-registry/dist/process.js': PROCESS_ENTRY })
}

describe('plugins in processes of their own, in a dev server', () => {
  it('start anew when what they are made of changes, and are left alone by everything else', async () => {
    const log: string[] = []
    Object.assign(globalThis, { processLog: log })
    const dev = await startDev(files, { before: installEntry })
    await dev.awaken('plugins/mail/dagstack.toml')
    const { registry } = (await dev.ssr()) as { registry: Registry }
    await registry.activate({ pluginRoot: '/srv' })
    expect(log.splice(0).sort()).toEqual(['start /srv billing', 'start /srv mail'])
    expect(await registry.call('billing.total', 1)).toEqual(['total', 1])
    const expectLog = async (...expected: readonly string[]) => {
      await vi.waitFor(() => expect(log).toEqual(expected), PATIENCE)
      log.length = 0
    }

    dev.project.write({ 'plugins/billing/server.bin': 'two' })
    await expectLog('stop billing', 'start /srv billing')

    const page = await dev.open()
    const more = manifest('billing', `${tool('total')}${tool('sum')}`)
    await dev.step(
      page,
      () => dev.project.write({ 'plugins/billing/dagstack.toml': more }),
      'change plugins/billing/dagstack.toml',
    )
    await expectLog('stop billing', 'start /srv billing')
    expect(await registry.call('billing.sum', 2)).toEqual(['sum', 2])
    expect(page.updates.at(-1)?.catalog?.map(({ id }) => id)).toContain('billing.sum')
    expect(JSON.stringify(page.messages)).not.toMatch(/hidden|server\.bin/)
    const { code } = (await dev.server.environments.client.transformRequest('virtual:module-registry'))!
    expect(code).not.toMatch(/hidden|server\.bin|registry\/process/)

    await dev.step(
      page,
      () => dev.project.write({ 'plugins/billing/dagstack.toml': `${more}\n# a remark\n` }),
      'change plugins/billing/dagstack.toml',
    )
    expect(log).toEqual([])
  }, 60_000)

  it('can be the first plugins of all', async () => {
    const log: string[] = []
    Object.assign(globalThis, { processLog: log })
    const dev = await startDev({}, { before: installEntry })
    const { registry } = (await dev.ssr()) as { registry: Registry }
    await registry.setupAll()
    await dev.changed(
      () => dev.project.write(files),
      'add plugins/billing/dagstack.toml',
      'add plugins/mail/dagstack.toml',
    )
    await vi.waitFor(() => expect(log.toSorted()).toEqual(['start  billing', 'start  mail']), PATIENCE)
    expect(await registry.call('billing.total', 1)).toEqual(['total', 1])
  }, 60_000)

  it('are real processes', async () => {
    const dev = await startDev({
      'plugins/billing/dagstack.toml': manifest('billing', tool('total'))
        .replace('"./server.bin"', '"node", "server.mjs"')
        .replace('server.bin', 'server.mjs'),
      'plugins/billing/server.mjs': `
        import { serveModule } from 'unplugin-module-registry/process'
        const run = (inputs) => ({ inputs, secret: process.env.SECRET })
        serveModule({ name: 'billing', version: '1.0.0', tools: { total: { name: 'total', run } } })`,
    })
    const { registry } = (await dev.ssr()) as { registry: Registry }
    const set = await registry.activate({ pluginRoot: dev.project.root })
    expect(registry.getPlugin('service', 'billing').reason).toBeUndefined()
    expect(await registry.call('billing.total', { a: 1 })).toEqual({ inputs: { a: 1 }, secret: 'hidden' })
    await set.close()
  }, 60_000)
})
