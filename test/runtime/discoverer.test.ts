import { describe, expect, it } from 'vitest'
import { type Context, createRegistry, type Discoverer, type Module } from '../../src/runtime.ts'
import { entry, settle } from './support/modules.ts'

/** Takes modules as `apcore-js` does: an array of them, whose `onLoad` it calls without waiting. */
class OtherRegistry {
  readonly modules = new Map<string, Module>()
  #discoverer: Discoverer | undefined

  setDiscoverer(discoverer: Discoverer) {
    this.#discoverer = discoverer
  }

  async discover(): Promise<number> {
    const found = await this.#discoverer?.discover(['./extensions'])
    if (!Array.isArray(found)) return 0
    for (const { moduleId, module } of found) {
      this.modules.set(moduleId, module)
      module.onLoad?.()
    }
    return found.length
  }
}

function connect() {
  const log: string[] = []
  class Counter {
    async onLoad() {
      log.push('onLoad')
    }
    onUnload() {
      log.push('onUnload')
    }
    execute(inputs: { to: number }, context: Context) {
      log.push(`${context.id} for ${context.caller}`)
      return inputs.to
    }
    async *stream({ to }: { to: number }) {
      for (let n = 1; n <= to; n++) yield n
    }
  }
  const registry = createRegistry(
    [entry('count', { description: 'Counts.', tags: ['slow'], version: '1.2.0' })],
    {
      'extensions/count.ts': async () => {
        log.push('loaded')
        return { Sample: Counter }
      },
    },
  )
  const other = new OtherRegistry()
  other.setDiscoverer(registry.toDiscoverer())
  return { log, registry, other }
}

const context = { caller: 'ada' } as unknown as Context

describe('toDiscoverer', () => {
  it('describes every module without loading any', async () => {
    const { log, registry, other } = connect()
    registry.register('by_hand', { description: 'Mine.', execute() {} })
    expect(await other.discover()).toBe(2)
    expect([...other.modules.keys()]).toEqual(['by_hand', 'count'])
    expect(other.modules.get('count')).toMatchObject({
      description: 'Counts.',
      tags: ['slow'],
      version: '1.2.0',
    })
    expect(log).toEqual([])
  })

  it('loads a module when it is executed, once, with its hooks kept to this registry', async () => {
    const { log, registry, other } = connect()
    await other.discover()
    const standIn = other.modules.get('count')!
    expect(standIn).not.toHaveProperty('onLoad')
    expect(standIn).not.toHaveProperty('onUnload')
    expect(await standIn.execute({ to: 3 }, context)).toBe(3)
    expect(await standIn.execute({ to: 4 }, context)).toBe(4)
    await registry.unregister('count')
    expect(log).toEqual(['loaded', 'onLoad', 'count for ada', 'count for ada', 'onUnload'])
  })

  it('streams, and keeps the instance until the stream has ended', async () => {
    const { log, registry, other } = connect()
    await other.discover()
    const chunks: unknown[] = []
    for await (const chunk of other.modules.get('count')!.stream!({ to: 3 }, context)) {
      if (chunk === 1) registry.unregister('count')
      await settle()
      chunks.push(chunk)
      expect(log).not.toContain('onUnload')
    }
    await settle()
    expect(chunks).toEqual([1, 2, 3])
    expect(log).toContain('onUnload')
  })

  it('lets go of the instance when a stream is left early', async () => {
    const { log, registry, other } = connect()
    await other.discover()
    for await (const _ of other.modules.get('count')!.stream!({ to: 3 }, context)) break
    expect(await registry.unregister('count')).toBe(true)
    expect(log).toContain('onUnload')
  })

  it('streams the result of a module that cannot stream', async () => {
    const registry = createRegistry()
    registry.register('a', { execute: async () => 'all at once' })
    const [found] = await registry.toDiscoverer().discover()
    const chunks: unknown[] = []
    for await (const chunk of found!.module.stream!({}, context)) chunks.push(chunk)
    expect(chunks).toEqual(['all at once'])
  })
})
