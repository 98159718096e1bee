import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { RuntimeSet } from '../../../src/kernel.ts'
import { registerPlugin, TeardownError } from '../../../src/runtime.ts'
import { deferred } from '../support/modules.ts'
import { hearErrors, pluginRegistry, reasonOf, recording, statuses } from '../support/plugins.ts'

let log: string[]
beforeEach(() => {
  log = []
})

const chain = () => ({
  'tool:c': { dependsOn: ['tool:b'] },
  'tool:b': { dependsOn: ['tool:a'] },
  'tool:a': {},
  'tool:d': { priority: -1 },
})

function thrown(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => undefined,
    (error) => error,
  )
}

describe('teardownAll', () => {
  it('goes one by one in reverse plan order, whatever was ready first', async () => {
    const slow = deferred()
    const registry = pluginRegistry({
      'tool:a': { plugin: recording(log, 'a', { setup: () => slow.promise }) },
      'tool:b': { plugin: recording(log, 'b', { teardown: () => slow.promise }) },
      'tool:c': { plugin: recording(log, 'c') },
    })
    const up = registry.setupAll()
    await vi.waitFor(() => expect(statuses(registry)).toEqual({ a: 'setting-up', b: 'ready', c: 'ready' }))
    slow.resolve()
    await up
    log.length = 0
    await registry.teardownAll()
    expect(log).toEqual(['-c', '-b', '-a'])
    await registry.teardownAll()
    expect(log).toHaveLength(3)
  })

  it('waits for a set-up that is under way', async () => {
    const registry = pluginRegistry(chain(), log)
    await Promise.all([registry.setupAll(), registry.teardownAll(), registry.teardownAll()])
    expect(log).toEqual(['+a', '+d', '+b', '+c', '-d', '-c', '-b', '-a'])
  })

  it('goes on after errors, and reports them together', async () => {
    const failing = (name: string) =>
      recording(log, name, { teardown: () => Promise.reject(new Error(`${name} is stuck`)) })
    const registry = pluginRegistry({
      'tool:a': { plugin: failing('a') },
      'tool:b': { plugin: recording(log, 'b') },
      'tool:c': { plugin: failing('c') },
    })
    await registry.setupAll()
    const error = await thrown(registry.teardownAll())
    expect(error).toBeInstanceOf(TeardownError)
    expect(error).toMatchObject({
      code: 'TEARDOWN_FAILED',
      details: {
        plugins: [
          { kind: 'tool', name: 'c' },
          { kind: 'tool', name: 'a' },
        ],
      },
      errors: [{ code: 'PLUGIN_TEARDOWN_FAILED', cause: { message: 'c is stuck' } }, {}],
      message: expect.stringMatching(/c is stuck\n.*a is stuck/),
    })
    expect(log.slice(3)).toEqual(['-c', '-b', '-a'])
    expect(registry.getPlugin('tool', 'a')).toMatchObject({ status: 'torn-down' })
    expect(reasonOf(registry, 'tool:a')).toBe('its teardown failed: a is stuck')
  })

  describe('under time limits', () => {
    beforeEach(() => {
      vi.useFakeTimers()
    })
    afterEach(() => {
      vi.useRealTimers()
    })

    it('gives up a teardown that hangs, and sets nothing up anew before it has ended', async () => {
      const stuck = deferred()
      const registry = pluginRegistry({
        'tool:a': { plugin: recording(log, 'a') },
        'tool:b': {
          teardownTimeoutSec: 3,
          plugin: recording(log, 'b', { teardown: () => stuck.promise }),
        },
      })
      await registry.setupAll()
      const down = thrown(registry.teardownAll())
      await vi.advanceTimersByTimeAsync(2999)
      expect(log).toEqual(['+a', '+b', '-b'])
      await vi.advanceTimersByTimeAsync(1)
      expect(await down).toMatchObject({ message: expect.stringContaining('it did not end within 3 s') })
      expect(log).toEqual(['+a', '+b', '-b', '-a'])
      const up = registry.setupAll()
      await vi.advanceTimersByTimeAsync(1000)
      expect(log).toHaveLength(4)
      stuck.resolve()
      await up
      expect(log.slice(4)).toEqual(['+a', '+b'])
      expect(vi.getTimerCount()).toBe(0)
    })
  })
})

describe('activate', () => {
  it('gives a runtime set that tears down what it has set up', async () => {
    const registry = pluginRegistry(chain(), log)
    const told: unknown[] = []
    registry.on('activate', ({ set }) => told.push(set))
    const set = await registry.activate({ context: {} })
    expect(set).toBeInstanceOf(RuntimeSet)
    expect(set).toMatchObject({ generation: 0, size: 4 })
    expect(told).toEqual([set])
    log.length = 0
    await Promise.all([set.close(), set.close()])
    expect(log).toEqual(['-d', '-c', '-b', '-a'])
    expect(new Set(Object.values(statuses(registry)))).toEqual(new Set(['torn-down']))
  })

  it('leaves to others what was ready before', async () => {
    const registry = pluginRegistry(chain(), log)
    await registry.setupAll()
    const set = await registry.activate()
    expect(set.size).toBe(0)
    await set.close()
    expect(log).not.toContain('-a')
  })

  it('tears down first what was set up on top meanwhile, and never a later life', async () => {
    const registry = pluginRegistry({ 'tool:a': {} }, log)
    const first = await registry.activate()
    registerPlugin(registry, 'tool', 'top', recording(log, 'top'), { dependsOn: ['a'] })
    const second = await registry.activate()
    expect([first.size, second.size]).toEqual([1, 1])
    await first.close()
    expect(log).toEqual(['+a', '+top', '-top', '-a'])
    await second.close()
    const third = await registry.activate()
    await Promise.all([first.close(), second.close()])
    expect(statuses(registry)).toEqual({ a: 'ready', top: 'ready' })
    await third.close()
    expect(log).toEqual(['+a', '+top', '-top', '-a', '+a', '+top', '-top', '-a'])
  })

  it('reports what its set could not close', async () => {
    const registry = pluginRegistry({
      'tool:a': { plugin: recording(log, 'a', { teardown: () => Promise.reject(new Error('stuck')) }) },
    })
    const set = await registry.activate()
    expect(await thrown(set.close())).toMatchObject({
      code: 'CLOSE_FAILED',
      errors: [{ code: 'PLUGIN_TEARDOWN_FAILED', details: { kind: 'tool', name: 'a' } }],
    })
  })

  it('gives nothing when it is aborted', async () => {
    const registry = pluginRegistry(
      { ...chain(), 'tool:hangs': { priority: -9, plugin: { setup: () => new Promise(() => {}) } } },
      log,
    )
    hearErrors(registry)
    const controller = new AbortController()
    const active = thrown(registry.activate({ signal: controller.signal }))
    await vi.waitFor(() => expect(statuses(registry)).toMatchObject({ c: 'ready', hangs: 'setting-up' }))
    controller.abort()
    expect(await active).toBe(controller.signal.reason)
    expect(log).toEqual(['+a', '+d', '+b', '+c', '-d', '-c', '-b', '-a'])
  })
})
