import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PluginContext, PluginSetupError, type Registry } from '../../../src/runtime.ts'
import { deferred } from '../support/modules.ts'
import { hearErrors, pluginRegistry, reasonOf, recording, statuses } from '../support/plugins.ts'

let log: string[]
beforeEach(() => {
  log = []
})

describe('the order of setting up', () => {
  it('is the plan', async () => {
    const registry = pluginRegistry(
      {
        'tool:d': {},
        'tool:c': { priority: 10, dependsOn: ['tool:b'] },
        'tool:b': { priority: 5 },
        'tool:a': { priority: 5 },
      },
      log,
    )
    await registry.setupAll()
    expect(log).toEqual(['+a', '+b', '+d', '+c'])
    expect(new Set(Object.values(statuses(registry)))).toEqual(new Set(['ready']))
  })

  it('does not depend on which file is there first', async () => {
    const slow = deferred<{ Sample: unknown }>()
    const { createRegistry, pluginHost } = await import('../../../src/runtime.ts')
    const { pluginEntry } = await import('../support/plugins.ts')
    const entries = ['tool:a', 'tool:b'].map((id) => pluginEntry(id))
    const registry = createRegistry(
      [],
      {},
      {
        plugins: pluginHost(entries, {
          'plugins/tool/a/plugin.ts': () => slow.promise,
          'plugins/tool/b/plugin.ts': () => ({ Sample: recording(log, 'b') }),
        }),
      },
    )
    const done = registry.setupAll()
    setImmediate(() => slow.resolve({ Sample: recording(log, 'a') }))
    await done
    expect(log).toEqual(['+a', '+b'])
  })

  it('waits for dependencies only', async () => {
    const slow = deferred()
    const registry = pluginRegistry({
      'tool:slow': { priority: 9, plugin: recording(log, 'slow', { setup: () => slow.promise }) },
      'tool:quick': { plugin: recording(log, 'quick') },
      'tool:after': { dependsOn: ['tool:quick'], plugin: recording(log, 'after') },
      'tool:last': { dependsOn: ['tool:slow'], plugin: recording(log, 'last') },
    })
    const done = registry.setupAll()
    await vi.waitFor(() => expect(statuses(registry)).toMatchObject({ after: 'ready' }))
    expect(log).toEqual(['+slow', '+quick', '+after'])
    expect(statuses(registry)).toEqual({
      ...{ slow: 'setting-up', quick: 'ready', after: 'ready', last: 'registered' },
    })
    slow.resolve()
    await done
    expect(log).toEqual(['+slow', '+quick', '+after', '+last'])
  })
})

describe('what a plugin gets', () => {
  it('is a copy of the context, with the resources that it names', async () => {
    let given!: PluginContext & { user?: string }
    const registry = pluginRegistry({
      'llm:local': {
        ...{ required: ['config', 'db'], optional: ['cache', 'none'], metadata: { license: 'MIT' } },
        plugin: class {
          setup(context: PluginContext) {
            given = context
          }
        },
      },
    })
    class Application {
      config = { model: 'small' }
      resources = { db: 'database', other: 1 }
      cache = 'cache'
      get user() {
        return 'ada'
      }
    }
    const context = new Application()
    await registry.setupAll(context as never)
    expect(given.registry).toBe(registry)
    expect(given.config).toBe(context.config)
    expect(given.user).toBe('ada')
    expect(given.metadata).toEqual({ license: 'MIT' })
    expect(given.logger).toBe(console)
    expect(given.signal.aborted).toBe(false)
    expect({ ...given.resources }).toEqual({
      ...{ db: 'database', other: 1, config: context.config, cache: 'cache' },
    })
    expect(Object.keys(context)).toEqual(['config', 'resources', 'cache'])
    await registry.teardownAll()
    expect(given.signal.aborted).toBe(true)
  })

  it('takes own members for resources only', async () => {
    const registry = pluginRegistry({ 'llm:a': { required: ['toString', 'constructor'] } })
    await registry.setupAll({ resources: {} })
    expect(reasonOf(registry, 'llm:a')).toBe('the context lacks the resources "toString", "constructor"')
  })

  it('sets an object up as it is, and a class anew each time', async () => {
    const object = { setup: vi.fn() }
    const registry = pluginRegistry({
      'llm:object': { plugin: object },
      'llm:class': {},
      'llm:bare': { plugin: {} },
    })
    await registry.setupAll()
    const first = registry.getPlugin('llm', 'class').instance
    expect(registry.getPlugin('llm', 'object').instance).toBe(object)
    expect(registry.getPlugin('llm', 'bare').status).toBe('ready')
    await registry.teardownAll()
    expect(registry.getPlugin('llm', 'class').instance).toBeUndefined()
    await registry.setupAll()
    expect(registry.getPlugin('llm', 'class').instance).toBeInstanceOf(first.constructor)
    expect(registry.getPlugin('llm', 'class').instance).not.toBe(first)
  })
})

describe('a plugin that cannot be set up', () => {
  const failing = (registry: Registry) => {
    const heard = hearErrors(registry)
    return registry.setupAll().then(() => heard)
  }

  it('takes down what depends on it and nothing else', async () => {
    const registry = pluginRegistry(
      {
        'db:pg': {
          plugin: class {
            setup() {
              throw new Error('no route to host')
            }
          },
        },
        'app:store': { dependsOn: ['db:pg'] },
        'app:page': { dependsOn: ['app:store'] },
        'app:other': {},
      },
      log,
    )
    const heard = await failing(registry)
    expect(log).toEqual(['+other'])
    expect(statuses(registry)).toEqual({
      ...{ other: 'ready', pg: 'unavailable', store: 'unavailable', page: 'unavailable' },
    })
    expect(reasonOf(registry, 'db:pg')).toBe('no route to host')
    expect(reasonOf(registry, 'app:store')).toBe(
      'it depends on "db:pg", which is unavailable: no route to host',
    )
    expect(reasonOf(registry, 'app:page')).toBe(
      'it depends on "app:store", which is unavailable because of "db:pg": no route to host',
    )
    expect(heard).toHaveLength(1)
    expect(heard[0]).toMatchObject({
      id: 'db:pg',
      error: { code: 'PLUGIN_SETUP_FAILED', cause: { message: 'no route to host' } },
    })
    expect(heard[0]!.error).toBeInstanceOf(PluginSetupError)
  })

  it('tells the console when nobody listens', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {})
    await pluginRegistry({ 'a:b': { plugin: { setup: () => Promise.reject('no') } } }).setupAll()
    expect(error).toHaveBeenCalledOnce()
  })

  it.each([
    [
      'a constructor that throws',
      class {
        constructor() {
          throw new Error('no')
        }
      },
      'no',
    ],
    ['an export that is no class', 7, '"plugins/a/b/plugin.ts" exports no class or object as "Sample"'],
  ])('is said of %s', async (_, plugin, reason) => {
    const registry = pluginRegistry({ 'a:b': { plugin } })
    await failing(registry)
    expect(registry.getPlugin('a')).toMatchObject({ status: 'unavailable', reason })
  })

  it('is said of missing resources, all of them, before anything is loaded', async () => {
    const registry = pluginRegistry(
      { 'a:b': { required: ['db', 'key'], optional: ['cache'] }, 'a:c': { required: ['db'] } },
      log,
    )
    await registry.setupAll({ key: undefined })
    expect(reasonOf(registry, 'a:b')).toBe('the context lacks the resource "db"')
    expect(log).toEqual([])
    await registry.setupAll({ key: 1, resources: { db: 1 } })
    expect(log).toEqual(['+b', '+c'])
    expect(registry.getPlugin('a', 'b').reason).toBeUndefined()
  })

  it('is one that runs elsewhere, where nothing can run it', async () => {
    const registry = pluginRegistry({ 'a:b': { runtime: 'process' }, 'a:c': { dependsOn: ['a:b'] } })
    await registry.setupAll()
    expect(reasonOf(registry, 'a:b')).toBe('it needs a server')
    expect(reasonOf(registry, 'a:c')).toContain('it depends on "a:b"')
  })

  it('lets a dependency count as there that the build took on trust', async () => {
    const registry = pluginRegistry({ 'a:b': { dependsOn: ['http_client'] } }, log)
    await registry.setupAll()
    expect(log).toEqual(['+b'])
  })
})

describe('time limits', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('give up a set-up that hangs, and go on with the others', async () => {
    const registry = pluginRegistry({
      'a:hangs': {
        startupTimeoutSec: 5,
        plugin: recording(log, 'hangs', { setup: () => new Promise(() => {}) }),
      },
      'a:after': { dependsOn: ['a:hangs'], plugin: recording(log, 'after') },
      'a:other': { plugin: recording(log, 'other') },
    })
    const heard = hearErrors(registry)
    const done = registry.setupAll()
    await vi.advanceTimersByTimeAsync(4999)
    expect(statuses(registry)).toMatchObject({ hangs: 'setting-up', other: 'ready' })
    await vi.advanceTimersByTimeAsync(1)
    await done
    expect(statuses(registry)).toEqual({ hangs: 'unavailable', after: 'unavailable', other: 'ready' })
    expect(reasonOf(registry, 'a:hangs')).toBe('it did not end within 5 s')
    expect(heard).toHaveLength(1)
    await registry.teardownAll()
    expect(log).toEqual(['+hangs', '+other', '-other'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('tear down at once what is set up too late, and let no successor start before', async () => {
    const late = deferred()
    let signal!: AbortSignal
    const registry = pluginRegistry({
      'a:late': {
        startupTimeoutSec: 1,
        plugin: class {
          setup(context: PluginContext) {
            log.push('+late')
            signal ??= context.signal
            return late.promise
          }
          teardown() {
            log.push('-late')
          }
        },
      },
    })
    hearErrors(registry)
    const first = registry.setupAll()
    await vi.advanceTimersByTimeAsync(1000)
    await first
    expect(signal.aborted).toBe(true)
    const second = registry.setupAll()
    await vi.advanceTimersByTimeAsync(500)
    expect(log).toEqual(['+late'])
    late.resolve()
    await second
    expect(log).toEqual(['+late', '-late', '+late'])
    expect(registry.getPlugin('a').status).toBe('ready')
    await registry.teardownAll()
    expect(log).toEqual(['+late', '-late', '+late', '-late'])
  })

  it('hold for a file that does not come', async () => {
    const registry = pluginRegistry({ 'a:b': { startupTimeoutSec: 2 } })
    const { pluginHost, createRegistry } = await import('../../../src/runtime.ts')
    const { pluginEntry } = await import('../support/plugins.ts')
    const stuck = createRegistry(
      [],
      {},
      {
        plugins: pluginHost([pluginEntry('a:b', { startupTimeoutSec: 2 })], {
          'plugins/a/b/plugin.ts': () => new Promise(() => {}),
        }),
      },
    )
    hearErrors(stuck)
    const done = Promise.all([registry.setupAll(), stuck.setupAll()])
    await vi.advanceTimersByTimeAsync(2000)
    await done
    expect(registry.getPlugin('a').status).toBe('ready')
    expect(reasonOf(stuck, 'a:b')).toBe('it did not end within 2 s')
  })

  it('may be longer than a timer can be', async () => {
    const slow = deferred()
    const registry = pluginRegistry({
      'a:b': { startupTimeoutSec: 1e9, plugin: { setup: () => slow.promise } },
    })
    const done = registry.setupAll()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(registry.getPlugin('a').status).toBe('setting-up')
    slow.resolve()
    await done
    expect(registry.getPlugin('a').status).toBe('ready')
  })
})

describe('several calls', () => {
  it('take turns, and set up only what is not ready', async () => {
    let broken = true
    const registry = pluginRegistry({
      'a:good': { plugin: recording(log, 'good') },
      'a:bad': {
        plugin: class {
          setup() {
            log.push('+bad')
            if (broken) throw new Error('not yet')
          }
        },
      },
    })
    hearErrors(registry)
    const first = registry.setupAll().then(() => {
      broken = false
    })
    await Promise.all([first, registry.setupAll(), registry.teardownAll(), registry.setupAll()])
    expect(log).toEqual(['+bad', '+good', '+bad', '-good', '+bad', '+good'])
    expect(statuses(registry)).toEqual({ bad: 'ready', good: 'ready' })
  })
})

describe('an aborted set-up', () => {
  it('does not begin when the signal is aborted already', async () => {
    const registry = pluginRegistry({ 'a:b': {} }, log)
    const reason = new Error('closed')
    await expect(registry.setupAll({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(log).toEqual([])
    expect(registry.getPlugin('a').status).toBe('registered')
  })

  it('tears down what is set up, late ones included, starts nothing more, and gives the reason', async () => {
    const controller = new AbortController()
    const slow = deferred()
    const signals: AbortSignal[] = []
    const registry = pluginRegistry({
      'a:first': { priority: 1, plugin: recording(log, 'first') },
      'a:slow': {
        plugin: class extends recording(log, 'slow', { setup: () => slow.promise }) {
          override setup(context: PluginContext) {
            signals.push(context.signal)
            return super.setup(context)
          }
        },
      },
      'a:after': { dependsOn: ['a:slow'], plugin: recording(log, 'after') },
    })
    const done = registry.setupAll({ signal: controller.signal })
    await vi.waitFor(() => expect(statuses(registry)).toMatchObject({ first: 'ready', slow: 'setting-up' }))
    const reason = new Error('the user left')
    controller.abort(reason)
    await expect(done).rejects.toBe(reason)
    expect(statuses(registry)).toEqual({ first: 'torn-down', slow: 'unavailable', after: 'registered' })
    expect(signals[0]!.aborted).toBe(true)
    slow.resolve()
    await vi.waitFor(() => expect(log).toEqual(['+first', '+slow', '-first', '-slow']))
  })

  it('is none once everything is set up', async () => {
    const controller = new AbortController()
    const registry = pluginRegistry({ 'a:b': {} }, log)
    await registry.setupAll({ signal: controller.signal })
    controller.abort()
    expect(registry.getPlugin('a').status).toBe('ready')
  })
})

describe('events', () => {
  it('tell of every status', async () => {
    const registry = pluginRegistry({ 'a:b': {}, 'a:c': { dependsOn: ['a:b'], required: ['key'] } })
    const told: unknown[] = []
    registry.on('plugin', ({ id, status, reason }) => told.push([id, status, reason].join(' ').trim()))
    await registry.setupAll()
    await registry.teardownAll()
    expect(told).toEqual([
      'a:c unavailable the context lacks the resource "key"',
      'a:b setting-up',
      'a:b ready',
      'a:b tearing-down',
      'a:b torn-down',
    ])
  })
})
