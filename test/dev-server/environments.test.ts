import { createServer as createHttpServer } from 'node:http'
import { createRunnableDevEnvironment, createServer } from 'vite'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import moduleRegistry from '../../src/vite.ts'
import { type Dev, moduleText, PATIENCE, startDev, UPDATE } from './support/dev.ts'

const files = {
  'extensions/alpha.ts': moduleText('Alpha', { body: 'return 1' }),
  'src/entry.ts': `
    export { registry } from 'virtual:module-registry'
    export { catalog } from 'virtual:module-registry/catalog'`,
}

const edit = (dev: Dev, body: string) => () =>
  dev.project.write({ 'extensions/alpha.ts': moduleText('Alpha', { description: body, body }) })

interface Entry {
  readonly registry: Awaited<ReturnType<Dev['ssr']>>['registry']
  readonly catalog: readonly { readonly id: string; readonly description?: string }[]
}

/** What a program on the server side sees of the one module, with its entry asked for again. */
async function look(entry: () => Promise<unknown>): Promise<unknown> {
  const { registry, catalog } = (await entry()) as Entry
  const description = (entries: Entry['catalog']) => entries.find(({ id }) => id === 'alpha')?.description
  return [description(catalog), description(registry.list()), await registry.call('alpha', {})]
}

describe('every environment follows', () => {
  it('the server side, through its runner, in place', async () => {
    const dev = await startDev(files)
    const entry = () => dev.runner.import('/src/entry.ts')
    const { registry } = (await entry()) as Entry
    const told = vi.fn()
    registry.on('reload', told)
    expect(await look(entry)).toEqual([undefined, undefined, 1])
    await dev.changed(edit(dev, 'return 2'), 'change extensions/alpha.ts')
    expect(await look(entry)).toEqual(['return 2', 'return 2', 2])
    expect(((await entry()) as Entry).registry).toBe(registry)
    expect(told).toHaveBeenCalledOnce()
  })

  it('the server side, through ssrLoadModule', async () => {
    const dev = await startDev(files)
    const entry = () => dev.server.ssrLoadModule('/src/entry.ts')
    expect(await look(entry)).toEqual([undefined, undefined, 1])
    await dev.changed(edit(dev, 'return 2'), 'change extensions/alpha.ts')
    expect(await look(entry)).toEqual(['return 2', 'return 2', 2])
    await dev.changed(
      () => dev.project.write({ 'extensions/beta.ts': moduleText('Beta') }),
      'add extensions/beta.ts',
    )
    const { registry } = (await entry()) as unknown as Entry
    expect(registry.ids()).toEqual(['alpha', 'beta', 'zz_sentinel'])
    await dev.changed(() => dev.project.remove('extensions/beta.ts'), 'unlink extensions/beta.ts')
    expect(((await entry()) as unknown as Entry).registry.ids()).toEqual(['alpha', 'zz_sentinel'])
  })

  it('one of the user', async () => {
    const dev = await startDev(files, {
      config: {
        environments: {
          edge: { dev: { createEnvironment: (name, config) => createRunnableDevEnvironment(name, config) } },
        },
      },
    })
    const { runner } = dev.server.environments.edge as unknown as Pick<Dev, 'runner'>
    const entries = [() => runner.import('/src/entry.ts'), () => dev.runner.import('/src/entry.ts')]
    for (const entry of entries) expect(await look(entry)).toEqual([undefined, undefined, 1])
    await dev.changed(edit(dev, 'return 2'), 'change extensions/alpha.ts')
    for (const entry of entries) expect(await look(entry)).toEqual(['return 2', 'return 2', 2])
    await dev.expectAgreement()
  })

  it('the program that is started anew by a change of its own code', async () => {
    const dev = await startDev({ ...files, 'src/server.ts': "export * from './entry.ts'" })
    const entry = () => dev.runner.import('/src/server.ts')
    const { registry } = (await entry()) as Entry
    const log: string[] = []
    registry.register('mine', { execute() {}, onUnload: () => void log.push('unloaded') })
    await registry.get('mine')
    await dev.changed(
      () => dev.project.write({ 'src/server.ts': "export * from './entry.ts'\nexport const changed = 1" }),
      'change src/server.ts',
    )
    await vi.waitFor(async () => expect(await entry()).toMatchObject({ changed: 1 }), PATIENCE)
    expect(log).toEqual(['unloaded'])
    expect(((await entry()) as Entry).registry).not.toBe(registry)
    await dev.changed(edit(dev, 'return 2'), 'change extensions/alpha.ts')
    expect(await look(entry)).toEqual(['return 2', 'return 2', 2])
  })

  it.each(['runner', 'ssrLoadModule'])(
    'without hot updates, through %s: the next look shows what is new',
    async (way) => {
      const dev = await startDev(files, { config: { server: { hmr: false } } })
      const entry = () =>
        way === 'runner' ? dev.runner.import('/src/entry.ts') : dev.server.ssrLoadModule('/src/entry.ts')
      expect(await look(entry)).toEqual([undefined, undefined, 1])
      await dev.changed(edit(dev, 'return 2'), 'change extensions/alpha.ts')
      expect(await look(entry)).toEqual(['return 2', 'return 2', 2])
      const inPage = await dev.catalogInPage()
      expect(inPage.find(({ id }) => id === 'alpha')!.description).toBe('return 2')
    },
  )

  it('where files are polled', async () => {
    const dev = await startDev(files, { config: { server: { watch: { usePolling: true, interval: 30 } } } })
    const page = await dev.open()
    await dev.changed(
      () => dev.project.write({ 'extensions/beta.ts': moduleText('Beta') }),
      'add extensions/beta.ts',
    )
    await vi.waitFor(() => expect(page.updates).toHaveLength(1), PATIENCE)
    await dev.expectAgreement()
  })
})

describe('servers', () => {
  it('in one process keep apart', async () => {
    const devs = [
      await startDev(files),
      await startDev({ ...files, 'extensions/beta.ts': moduleText('Beta') }),
    ]
    const pages = await Promise.all(devs.map((dev) => dev.open()))
    await devs[0]!.changed(edit(devs[0]!, 'return 2'), 'change extensions/alpha.ts')
    await devs[1]!.changed(() => devs[1]!.project.remove('extensions/beta.ts'), 'unlink extensions/beta.ts')
    expect(pages.map(({ updates }) => updates.length)).toEqual([1, 1])
    for (const dev of devs) await dev.expectAgreement()
  })

  it('may be a middleware of another', async () => {
    const http = createHttpServer()
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void http.close())
    const dev = await startDev(files, {
      config: { appType: 'custom', server: { middlewareMode: { server: http } } },
    })
    const entry = () => dev.runner.import('/src/entry.ts')
    expect(await look(entry)).toEqual([undefined, undefined, 1])
    await dev.changed(edit(dev, 'return 2'), 'change extensions/alpha.ts')
    expect(await look(entry)).toEqual(['return 2', 'return 2', 2])
  })

  it('need not listen', async () => {
    const dev = await startDev(files)
    const server = await createServer({
      ...{ root: dev.project.root, configFile: false, server: { watch: null }, logLevel: 'silent' as const },
      plugins: [moduleRegistry()],
    })
    onTestFinished(() => server.close())
    expect(await look(() => server.ssrLoadModule('/src/entry.ts'))).toEqual([undefined, undefined, 1])
  })

  it('follow after a restart, with the same plugin', async () => {
    const dev = await startDev(files)
    const page = await dev.open()
    await dev.server.restart()
    page.socket.close()
    const again = await dev.open()
    await vi.waitFor(() => {
      edit(dev, `return ${Math.random()}`)()
      expect(again.updates.length).toBeGreaterThan(0)
    }, PATIENCE)
    expect(again.messages.filter(({ event }) => event === UPDATE).length).toBe(again.updates.length)
    await dev.settled()
    await dev.expectAgreement()
  })

  it('leave no timer and no listener behind', async () => {
    const dev = await startDev(files)
    const { environments, ws, watcher } = dev.server
    const off = Object.values(environments).map(({ hot }) => vi.spyOn(hot, 'off'))
    const unlisten = vi.spyOn(ws, 'off')
    const timers = vi.spyOn(globalThis, 'setTimeout')
    edit(dev, 'return 2')()
    await dev.seen('change extensions/alpha.ts')
    edit(dev, 'return 3')()
    await dev.server.close()
    for (const spy of off) expect(spy).toHaveBeenCalledWith('module-registry:hello', expect.any(Function))
    expect(unlisten).toHaveBeenCalledWith('connection', expect.any(Function))
    timers.mockClear()
    watcher.emit('change', dev.project.path('extensions/alpha.ts'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(timers).not.toHaveBeenCalled()
  })
})
