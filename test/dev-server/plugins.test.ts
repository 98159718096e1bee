import { describe, expect, it, vi } from 'vitest'
import type { PluginHandle, Registry } from '../../src/runtime.ts'
import { PATIENCE, startDev } from './support/dev.ts'

const manifest = (name: string, more = '') =>
  `[plugin]\nname = "${name}"\nkind = "tool"\nentry_point = "main:Main"\n${more}\n`

const source = (word: string) => `
  import { name } from './name'
  export class Main {
    setup({ log }: any) { log.push('up ' + name + ' ${word}'); this.log = log }
    teardown() { this.log.push('down ' + name + ' ${word}') }
    log: any
  }`

const plugin = (name: string, more?: string) => ({
  [`plugins/${name}/dagstack.toml`]: manifest(name, more),
  [`plugins/${name}/main.ts`]: source('1'),
  [`plugins/${name}/name.ts`]: `export const name = '${name}'`,
})

describe('plugins in a dev server', () => {
  it('are set up and torn down as they come, change and go, with what depends on them and nothing else', async () => {
    const dev = await startDev({
      ...plugin('base'),
      ...plugin('top', 'depends_on = ["base"]'),
      ...plugin('other'),
    })
    await dev.awaken('plugins/base/main.ts')
    const { registry } = (await dev.ssr()) as { registry: Registry }
    const log: string[] = []
    await registry.setupAll({ log })
    expect(log.splice(0).sort()).toEqual(['up base 1', 'up other 1', 'up top 1'])
    const expectLog = async (...expected: readonly string[]) => {
      await vi.waitFor(() => expect(log).toEqual(expected), PATIENCE)
      log.length = 0
    }

    dev.project.write({ 'plugins/base/main.ts': source('2') })
    await expectLog('down top 1', 'down base 1', 'up base 2', 'up top 1')

    dev.project.write({ 'plugins/other/name.ts': "export const name = 'renamed'" })
    await expectLog('down other 1', 'up renamed 1')

    const { 'plugins/late/dagstack.toml': late, ...sources } = plugin('late', 'depends_on = ["top"]')
    await dev.changed(
      () => dev.project.write(sources),
      'add plugins/late/main.ts',
      'add plugins/late/name.ts',
    )
    dev.project.write({ 'plugins/late/dagstack.toml': late! })
    await expectLog('up late 1')

    dev.project.write({ 'plugins/top/dagstack.toml': manifest('top', 'depends_on = ["other"]') })
    await expectLog('down late 1', 'down top 1', 'up top 1', 'up late 1')

    dev.project.write({ 'plugins/other/dagstack.toml': 'broken' })
    await vi.waitFor(() => expect(dev.printed.join('\n')).toContain('MANIFEST_INVALID'), PATIENCE)
    dev.project.write({ 'plugins/other/dagstack.toml': manifest('other') })
    await dev.settled()
    expect(log).toEqual([])

    dev.project.remove('plugins/late/dagstack.toml')
    await expectLog('down late 1')
    await dev.changed(() => dev.project.remove('plugins/late/main.ts'), 'unlink plugins/late/main.ts')
    await dev.changed(() => dev.project.remove('plugins/late/name.ts'), 'unlink plugins/late/name.ts')
    expect(log).toEqual([])
    const handles = registry.plugins() as readonly PluginHandle[]
    expect(handles.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      'base ready',
      'other ready',
      'top ready',
    ])
  }, 60_000)

  it('come to pages that have none yet, without a reload', async () => {
    const dev = await startDev({})
    const page = await dev.open()
    const messages = await dev.step(
      page,
      () => dev.project.write(plugin('first')),
      'add plugins/first/dagstack.toml',
      'add plugins/first/main.ts',
    )
    expect(messages.map(({ type }) => type)).not.toContain('full-reload')
    const update = page.updates.findLast((one) => 'plugins' in one) as {
      readonly plugins?: readonly { id: string }[]
    }
    expect(update.plugins?.map(({ id }) => id)).toEqual(['tool:first'])
    const { code } = (await dev.server.environments.client.transformRequest('virtual:module-registry'))!
    expect(code).toContain('definePlugins')
    expect(code).toContain('"tool:first"')
  })
})
