import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRegistry, ModuleLoadError, ModuleNotFoundError } from '../../src/runtime.ts'
import { deferred, entry, lazyRegistry, recorder, settle } from './support/modules.ts'

describe('unregister', () => {
  it('unloads the instance, then tells', async () => {
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'a') })
    registry.on('unregister', ({ id }) => log.push(`told of ${id}`))
    await registry.get('a')
    expect(await registry.unregister('a')).toBe(true)
    expect(log).toEqual(['a loads', 'a loaded', 'a unloaded', 'told of a'])
    expect(registry.has('a')).toBe(false)
    await expect(registry.get('a')).rejects.toThrow(ModuleNotFoundError)
    await expect(registry.unregister('a')).rejects.toThrow(ModuleNotFoundError)
  })

  it('runs no hook of a module that nobody has used', async () => {
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'a') })
    expect(await registry.unregister('a')).toBe(true)
    expect(log).toEqual([])
  })

  it('while onLoad runs: unloads once, afterwards, and hands the instance to nobody', async () => {
    const load = deferred()
    const log: string[] = []
    const registry = lazyRegistry({ 'db.pool': recorder(log, 'pool', { load: load.promise }) })
    const registered = vi.fn()
    registry.on('register', registered)
    const pending = [registry.get('db.pool'), registry.call('db.pool', {})]
    await settle()
    const gone = registry.unregister('db.pool')
    await expect(registry.get('db.pool')).rejects.toThrow(ModuleNotFoundError)
    load.resolve()
    const results = await Promise.allSettled(pending)
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(results).toEqual(Array(2).fill({ status: 'rejected', reason: expect.any(ModuleNotFoundError) }))
    expect(await gone).toBe(true)
    expect(log).toEqual(['pool loads', 'pool loaded', 'pool unloaded'])
    expect(registered).not.toHaveBeenCalled()
  })

  it('while the file loads: makes no instance at all', async () => {
    const file = deferred<object>()
    const constructed = vi.fn()
    const registry = createRegistry([entry('a')], { 'extensions/a.ts': () => file.promise })
    const getting = registry.get('a')
    const gone = registry.unregister('a')
    file.resolve({ Sample: constructed })
    await expect(getting).rejects.toThrow(ModuleNotFoundError)
    expect(await gone).toBe(true)
    expect(constructed).not.toHaveBeenCalled()
  })

  it('lets calls in flight finish first', async () => {
    const execute = deferred()
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'a', { execute: execute.promise }) })
    const call = registry.call('a', 'result')
    await settle()
    const gone = registry.unregister('a').then((unloaded) => log.push(`unregistered: ${unloaded}`))
    await settle()
    expect(log.at(-1)).toBe('a starts')
    execute.resolve()
    expect(await call).toBe('result')
    await gone
    expect(log.slice(2)).toEqual(['a starts', 'a ends', 'a unloaded', 'unregistered: true'])
  })

  it('makes the next module of that ID wait for the unloading', async () => {
    const unload = deferred()
    const log: string[] = []
    const registry = createRegistry()
    registry.register('a', {
      ...recorder(log, 'old'),
      onUnload: () => unload.promise.then(() => void log.push('old gone')),
    })
    await registry.get('a')
    const gone = registry.unregister('a')
    registry.register('a', recorder(log, 'new'))
    const getting = registry.get('a')
    await settle()
    expect(log).toEqual(['old loads', 'old loaded'])
    unload.resolve()
    await Promise.all([gone, getting])
    expect(log.slice(2)).toEqual(['old gone', 'new loads', 'new loaded'])
  })

  it('resolves although onUnload throws, which the error listeners hear', async () => {
    const error = new Error('no way out')
    const registry = lazyRegistry({
      a: {
        execute() {},
        onUnload() {
          throw error
        },
      },
    })
    const heard = vi.fn()
    registry.on('error', heard)
    await registry.get('a')
    expect(await registry.unregister('a')).toBe(true)
    expect(heard.mock.calls).toEqual([[{ id: 'a', error }]])
  })
})

describe('unregister of itself', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('inside execute does not wait for that call', async () => {
    const log: string[] = []
    const registry = createRegistry()
    registry.register('once', {
      async execute(_: unknown, context) {
        log.push(`unloaded: ${await context.registry.unregister(context.id)}`)
        return 'done'
      },
      onUnload: () => void log.push('onUnload'),
    })
    expect(await registry.call('once', {})).toBe('done')
    await settle()
    expect(log).toEqual(['unloaded: false', 'onUnload'])
    expect(registry.has('once')).toBe(false)
  })

  it('later in execute gives up waiting after a second', async () => {
    vi.useFakeTimers()
    const log: string[] = []
    const registry = createRegistry()
    registry.register('once', {
      async execute() {
        await Promise.resolve()
        log.push(`unloaded: ${await registry.unregister('once')}`)
      },
      onUnload: () => void log.push('onUnload'),
    })
    const call = registry.call('once', {})
    await vi.advanceTimersByTimeAsync(999)
    expect(log).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await call
    await vi.runAllTimersAsync()
    expect(log).toEqual(['unloaded: false', 'onUnload'])
  })

  it('leaves no timer behind', async () => {
    vi.useFakeTimers()
    const registry = lazyRegistry({ a: { execute() {} } })
    await registry.get('a')
    await registry.unregister('a')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('inside onLoad withdraws the module', async () => {
    const log: string[] = []
    const registry = createRegistry()
    registry.register('gpu', {
      async onLoad() {
        await registry.unregister('gpu')
      },
      execute() {},
      onUnload: () => void log.push('onUnload'),
    })
    await expect(registry.get('gpu')).rejects.toThrow(ModuleNotFoundError)
    await settle()
    expect(log).toEqual(['onUnload'])
  })
})

describe('override', () => {
  it('unloads the old instance before the next get resolves', async () => {
    const unload = deferred()
    const log: string[] = []
    const old = {
      ...recorder(log, 'old'),
      onUnload: () => unload.promise.then(() => void log.push('old gone')),
    }
    const registry = lazyRegistry({ a: old })
    await registry.get('a')
    const renewed = recorder(log, 'new')
    registry.override('a', renewed)
    const getting = registry.get('a').then((instance) => {
      log.push('given')
      return instance
    })
    await settle()
    expect(log).toEqual(['old loads', 'old loaded'])
    unload.resolve()
    expect(await getting).toBe(renewed)
    expect(log.slice(2)).toEqual(['old gone', 'new loads', 'new loaded', 'given'])
  })

  it('lets a call in flight finish on its instance', async () => {
    const execute = deferred()
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'old', { execute: execute.promise }) })
    const call = registry.call('a', 1)
    await settle()
    registry.override('a', recorder(log, 'new'))
    const next = registry.call('a', 2)
    await settle()
    execute.resolve()
    expect(await Promise.all([call, next])).toEqual([1, 2])
    expect(log.slice(2)).toEqual([
      'old starts',
      'old ends',
      'old unloaded',
      'new loads',
      'new loaded',
      'new starts',
      'new ends',
    ])
  })

  it('gives the new module to those who wait for the old one', async () => {
    const load = deferred()
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'old', { load: load.promise }) })
    const getting = registry.get('a')
    await settle()
    const renewed = recorder(log, 'new')
    registry.override('a', renewed)
    load.resolve()
    expect(await getting).toBe(renewed)
    expect(log).toEqual(['old loads', 'old loaded', 'old unloaded', 'new loads', 'new loaded'])
  })

  it('also when the old one fails meanwhile', async () => {
    const load = deferred()
    const registry = lazyRegistry({ a: recorder([], 'old', { load: load.promise }) })
    registry.on('error', () => {})
    const getting = registry.get('a')
    await settle()
    const renewed = { execute() {} }
    registry.override('a', renewed)
    load.reject(new Error('too late'))
    expect(await getting).toBe(renewed)
  })

  it('may happen several times before anybody looks', async () => {
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'first') })
    await registry.get('a')
    registry.override('a', recorder(log, 'second'))
    const getting = registry.get('a')
    registry.override('a', recorder(log, 'third'))
    await getting
    expect(log).toEqual(['first loads', 'first loaded', 'first unloaded', 'third loads', 'third loaded'])
  })
})

it('a slow file that is not wanted any more does not let two instances meet', async () => {
  const [unloadX, file, unloadY] = [deferred(), deferred<object>(), deferred()]
  const log: string[] = []
  const slowly = (name: string, unload: Promise<void>) => ({
    ...recorder(log, name),
    onUnload: () => unload.then(() => void log.push(`${name} unloaded`)),
  })
  const registry = createRegistry()
  registry.register('a', slowly('x', unloadX.promise))
  await registry.get('a')
  void registry.unregister('a')
  registry.merge(createRegistry([entry('a')], { 'extensions/a.ts': () => file.promise }))
  const first = registry.get('a')
  registry.override('a', slowly('y', unloadY.promise))
  unloadX.resolve()
  await settle()
  const second = registry.get('a')
  await settle()
  file.resolve({ Sample: recorder(log, 'file') })
  await Promise.all([first, second])
  registry.override('a', recorder(log, 'z'))
  const third = registry.get('a')
  await settle()
  unloadY.resolve()
  await third
  expect(log).toEqual([
    'x loads',
    'x loaded',
    'x unloaded',
    'y loads',
    'y loaded',
    'y unloaded',
    'z loads',
    'z loaded',
  ])
})

describe('re-entrancy', () => {
  it('lets a module call another, and itself', async () => {
    const registry = createRegistry()
    registry.register('sum', {
      async execute(n: number, context): Promise<number> {
        return n === 0 ? 0 : n + ((await context.registry.call('sum', n - 1, context)) as number)
      },
    })
    registry.register('double', {
      execute: async (n: number) => 2 * ((await registry.call('sum', n)) as number),
    })
    expect(await registry.call('double', 4)).toBe(20)
  })

  it('lets onLoad use another module', async () => {
    const log: string[] = []
    const registry = createRegistry()
    registry.register('pool', recorder(log, 'pool'))
    registry.register('users', {
      async onLoad() {
        log.push(`asks for ${await registry.call('pool', 'rows')}`)
      },
      execute() {},
    })
    await registry.get('users')
    expect(log).toEqual(['pool loads', 'pool loaded', 'pool starts', 'pool ends', 'asks for rows'])
  })

  it('refuses an onLoad that asks for its own module', async () => {
    const registry = createRegistry()
    registry.register('a', {
      async onLoad() {
        await registry.call('a', {})
      },
      execute() {},
    })
    await expect(registry.get('a')).rejects.toThrow(ModuleLoadError)
    await expect(registry.get('a')).rejects.toThrow('its own onLoad asks for it')
  })

  it('lets a register listener take the module away again', async () => {
    const log: string[] = []
    const registry = lazyRegistry({ a: recorder(log, 'a') })
    registry.on('register', () => registry.unregister('a'))
    await expect(registry.get('a')).rejects.toThrow(ModuleNotFoundError)
    await settle()
    expect(log).toEqual(['a loads', 'a loaded', 'a unloaded'])
  })

  it('works where a module imports the registry that imports the module', async () => {
    const { registry } = await import('./support/cycle/registry.ts')
    expect(await registry.call('flow.chain', {})).toBe('stepped')
  })
})
