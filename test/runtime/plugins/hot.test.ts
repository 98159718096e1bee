import { beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createHotRegistry,
  type HotContext,
  type HotMessage,
  overridePlugin,
  type PluginEntry,
  type Registry,
  registerPlugin,
  unregisterPlugin,
} from '../../../src/runtime.ts'
import { pluginEntry, recording, type Sample, statuses } from '../support/plugins.ts'

let log: string[]
beforeEach(() => {
  log = []
})

/** A dev server with plugins, for one page. */
class Server {
  readonly data: Record<string, unknown> = {}
  revision = 0
  stamps: Record<string, number> = {}
  entries: PluginEntry[]
  #listeners: ((message: HotMessage) => void)[] = []

  constructor(samples: Record<string, Sample>) {
    this.entries = entriesOf(samples)
  }

  evaluate(): Registry {
    const listeners: ((message: HotMessage) => void)[] = []
    this.#listeners = listeners
    const hot: HotContext = {
      data: this.data,
      on: (_event, listener) => void listeners.push(listener),
      send: () => {},
    }
    const { entries: plugins, revision, stamps } = this
    return createHotRegistry({
      ...{ catalog: [], plugins, revision, stamps: { ...stamps }, hot },
      roots: [['plugins', 'plugins'.length, '/plugins']],
      load: async (url) => {
        const [, name = '', stamp = ''] =
          /^\/plugins\/[^/]+\/([^/]+)\/plugin\.ts(?:\?t=(.+))?$/.exec(url) ?? []
        return { Sample: recording(log, name + stamp) }
      },
    })
  }

  tell(more: { samples?: Record<string, Sample>; edited?: string[] }): void {
    const reload = (more.edited ?? []).map((id) => pluginEntry(id).file!)
    for (const file of reload) this.stamps[file] = (this.stamps[file] ?? 0) + 1
    if (more.samples !== undefined) this.entries = entriesOf(more.samples)
    const plugins = more.samples && { plugins: JSON.parse(JSON.stringify(this.entries)) }
    const revision = ++this.revision
    const message = {
      revision,
      since: revision - 1,
      stamps: { ...this.stamps },
      reload,
      healthy: true,
      ...plugins,
    }
    for (const listener of this.#listeners) listener(message)
  }
}

function entriesOf(samples: Record<string, Sample>): PluginEntry[] {
  return Object.entries(samples).map(([id, sample]) => pluginEntry(id, sample))
}

/** Waits until everything that was asked for is done. */
async function settled(registry: Registry): Promise<void> {
  await registry.activate({ signal: AbortSignal.abort() }).catch(() => {})
}

const samples = { 'a:base': {}, 'a:top': { dependsOn: ['a:base'] }, 'a:other': {} }

describe('an update', () => {
  it('sets nothing up as long as the application has not', async () => {
    const server = new Server(samples)
    const registry = server.evaluate()
    server.tell({
      samples: { ...samples, 'a:new': { metadata: { description: 'New.' } } },
      edited: ['a:base'],
    })
    await settled(registry)
    expect(log).toEqual([])
    expect(registry.getPlugin('a', 'new').metadata).toEqual({ description: 'New.' })
    await registry.setupAll()
    expect(log).toEqual(['+base1', '+new', '+other', '+top'])
  })

  it('restarts a plugin whose file changed, and what depends on it', async () => {
    const server = new Server(samples)
    const registry = server.evaluate()
    await registry.setupAll({ config: 1 })
    const other = registry.getPlugin('a', 'other').instance
    log.length = 0
    server.tell({ edited: ['a:base'] })
    await settled(registry)
    expect(log).toEqual(['-top', '-base', '+base1', '+top'])
    expect(registry.getPlugin('a', 'other').instance).toBe(other)
  })

  it('adds, changes and removes', async () => {
    const server = new Server(samples)
    const registry = server.evaluate()
    await registry.setupAll()
    const told: string[] = []
    registry.on('plugin', ({ id, status }) => void told.push(`${id} ${status}`))
    log.length = 0
    server.tell({ samples: { 'a:base': {}, 'a:top': { dependsOn: ['a:base', 'a:new'] }, 'a:new': {} } })
    expect(registry.plugins().map(({ name }) => name)).toEqual(['base', 'new', 'top'])
    await settled(registry)
    expect(log).toEqual(['-top', '-other', '+new', '+top'])
    expect(told).toContain('a:other removed')
    expect(new Set(Object.values(statuses(registry)))).toEqual(new Set(['ready']))
  })

  it('restarts nothing for a new priority or a new time limit', async () => {
    const server = new Server(samples)
    const registry = server.evaluate()
    await registry.setupAll()
    const told: string[] = []
    registry.on('plugin', ({ id, status }) => void told.push(`${id} ${status}`))
    log.length = 0
    server.tell({ samples: { ...samples, 'a:other': { priority: 7, startupTimeoutSec: 1 } } })
    await settled(registry)
    expect(log).toEqual([])
    expect(told).toEqual(['a:other ready'])
    expect(registry.getPlugin('a').name).toBe('other')
    await registry.teardownAll()
    expect(log).toEqual(['-top', '-base', '-other'])
  })

  it('tries again what was unavailable for its sake', async () => {
    const server = new Server({ 'a:base': { required: ['key'] }, 'a:top': { dependsOn: ['a:base'] } })
    const registry = server.evaluate()
    await registry.setupAll()
    expect(statuses(registry)).toEqual({ base: 'unavailable', top: 'unavailable' })
    server.tell({ samples: { 'a:base': {}, 'a:top': { dependsOn: ['a:base'] } } })
    await settled(registry)
    expect(statuses(registry)).toEqual({ base: 'ready', top: 'ready' })
  })

  it('is a generation: what stays moves to the next runtime set, and the old one is closed', async () => {
    const server = new Server(samples)
    const registry = server.evaluate()
    const first = await registry.activate()
    const sets: { generation: number; size: number; close(): Promise<void> }[] = []
    registry.on('activate', ({ set }) => void sets.push(set))
    log.length = 0
    server.tell({ edited: ['a:base'] })
    await settled(registry)
    expect(sets).toMatchObject([{ generation: 1, size: 3 }])
    expect(first.size).toBe(0)
    await first.close()
    expect(log).toEqual(['-top', '-base', '+base1', '+top'])
    log.length = 0
    await sets[0]!.close()
    expect(log).toEqual(['-top', '-other', '-base1'])
    log.length = 0
    server.tell({ edited: ['a:base'] })
    await settled(registry)
    expect(log).toEqual([])
  })

  it('leaves alone what was done by hand', async () => {
    const server = new Server({ ...samples, 'a:away': {} })
    const registry = server.evaluate()
    registerPlugin(registry, 'b', 'mine', recording(log, 'mine'))
    await overridePlugin(registry, 'a', 'base', recording(log, 'mock'))
    await unregisterPlugin(registry, 'a', 'away')
    await registry.setupAll()
    log.length = 0
    server.tell({ samples: { ...samples, 'a:away': {}, 'b:mine': {} }, edited: ['a:base'] })
    await settled(registry)
    expect(log).toEqual([])
    expect(Object.keys(statuses(registry)).sort()).toEqual(['base', 'mine', 'other', 'top'])
    server.tell({ edited: ['a:away'] })
    await settled(registry)
    expect(log).toEqual(['+away1'])
  })

  it('brings the first plugin to a registry that had none', async () => {
    const server = new Server({})
    const registry = server.evaluate()
    await registry.setupAll()
    server.tell({ samples: { 'a:b': {} } })
    await settled(registry)
    expect(log).toEqual(['+b'])
  })
})

describe('another evaluation', () => {
  it('brings the registry that is there up to date', async () => {
    const server = new Server(samples)
    const registry = server.evaluate()
    await registry.setupAll()
    log.length = 0
    server.entries = entriesOf({ 'a:base': {} })
    server.revision++
    expect(server.evaluate()).toBe(registry)
    await settled(registry)
    expect(log).toEqual(['-top', '-other'])
  })

  it('of all of the program waits for the plugins of the one before', async () => {
    const server = new Server(samples)
    await server.evaluate().setupAll()
    log.length = 0
    vi.resetModules()
    const again = await import('../../../src/runtime.ts')
    const kept = server.data.moduleRegistry as { registry: object }
    expect(kept.registry).not.toBeInstanceOf(again.Registry)
    const registry = again.createHotRegistry({
      ...{ catalog: [], plugins: server.entries, revision: 1, stamps: {} },
      roots: [['plugins', 'plugins'.length, '/plugins']],
      load: async (url) => ({ Sample: recording(log, `new ${url.split('/')[3]}`) }),
      hot: { data: server.data, on: () => {}, send: () => {} },
    })
    await registry.setupAll()
    expect(log).toEqual(['-top', '-other', '-base', '+new base', '+new other', '+new top'])
  })
})
