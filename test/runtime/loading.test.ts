import { describe, expect, it, vi } from 'vitest'
import {
  createRegistry,
  defineModule,
  ModuleLoadError,
  ModuleNotFoundError,
  multiClass,
} from '../../src/runtime.ts'
import { deferred, entry, lazyRegistry, settle } from './support/modules.ts'

describe('load', () => {
  it('loads a file once however many ask, and makes no instance', async () => {
    const constructed = vi.fn()
    class Sample {
      constructor() {
        constructed()
      }
      execute() {}
    }
    const loader = vi.fn(async () => ({ Sample }))
    const registry = createRegistry([entry('a')], { 'extensions/a.ts': loader })
    expect(loader).not.toHaveBeenCalled()
    expect(await Promise.all([registry.load('a'), registry.load('a')])).toEqual([Sample, Sample])
    await registry.load('a')
    expect(loader).toHaveBeenCalledTimes(1)
    expect(constructed).not.toHaveBeenCalled()
  })

  it('takes a namespace that is there already, and an export of any name', async () => {
    const object = { execute: () => 1 }
    const registry = createRegistry([entry('a', { exportName: 'default' })], {
      'extensions/a.ts': () => ({ default: object }),
    })
    expect(await registry.load('a')).toBe(object)
    expect(await registry.get('a')).toBe(object)
  })
})

describe('a file that cannot be loaded', () => {
  it('is told with its cause, once per attempt, and tried again', async () => {
    const cause = new TypeError('Failed to fetch dynamically imported module')
    const answers = [
      () => Promise.reject(cause),
      () => Promise.reject(cause),
      async () => ({ Sample: class {} }),
    ]
    const registry = createRegistry([entry('m07')], { 'extensions/m07.ts': () => answers.shift()!() })
    const heard = vi.fn()
    registry.on('error', heard)

    const waiting = await Promise.allSettled([
      registry.load('m07'),
      registry.load('m07'),
      registry.get('m07'),
    ])
    const [first] = waiting.map((result) => result.status === 'rejected' && result.reason)
    expect(waiting).toEqual(Array(3).fill({ status: 'rejected', reason: first }))
    expect(first).toBeInstanceOf(ModuleLoadError)
    expect(first).toMatchObject({
      code: 'MODULE_LOAD_FAILED',
      cause,
      details: { id: 'm07', file: 'extensions/m07.ts' },
    })
    expect(first.message).toContain('"m07"')
    expect(first.message).toContain('Failed to fetch')
    expect(heard.mock.calls).toEqual([[{ id: 'm07', error: first }]])

    await expect(registry.load('m07')).rejects.toThrow(ModuleLoadError)
    expect(heard).toHaveBeenCalledTimes(2)
    expect(await registry.load('m07')).toBeTypeOf('function')
    expect(heard).toHaveBeenCalledTimes(2)
  })

  it.each([
    ['has no loader', {}, 'there is no loader for "extensions/a.ts"'],
    [
      'lacks the export',
      { 'extensions/a.ts': () => ({ Other: class {} }) },
      'exports no class or object as "Sample"',
    ],
    [
      'exports a text',
      { 'extensions/a.ts': () => ({ Sample: 'text' }) },
      'exports no class or object as "Sample"',
    ],
    ['gives nothing', { 'extensions/a.ts': () => undefined }, ''],
    [
      'throws at once',
      {
        'extensions/a.ts': () => {
          throw 'a text'
        },
      },
      'a text',
    ],
  ])('%s', async (_, loaders, reason) => {
    const error = await createRegistry([entry('a')], loaders)
      .load('a')
      .catch((error) => error)
    expect(error).toBeInstanceOf(ModuleLoadError)
    expect(error.message).toContain(reason)
    expect(error.cause).toBeDefined()
  })

  it('looks up only own members, of loaders and of namespaces', async () => {
    const registry = createRegistry(
      [entry('a', { file: 'toString' }), entry('b', { file: 'b.ts', exportName: 'constructor' })],
      { 'b.ts': () => ({}) },
    )
    await expect(registry.load('a')).rejects.toThrow('no loader for "toString"')
    await expect(registry.load('b')).rejects.toThrow('as "constructor"')
  })
})

describe('get', () => {
  it('makes one instance, when first asked', async () => {
    const instances = vi.fn()
    class Sample {
      constructor() {
        instances(this)
      }
      execute() {}
    }
    const registry = lazyRegistry({ a: Sample })
    const [one, two] = await Promise.all([registry.get('a'), registry.get('a'), registry.call('a', {})])
    expect(one).toBe(two)
    expect(await registry.get('a')).toBe(one)
    expect(instances).toHaveBeenCalledTimes(1)
  })

  it('lets the application make instances, also in its own time', async () => {
    class Sample {
      readonly greeting: string
      constructor(greeting: string) {
        this.greeting = greeting
      }
      execute() {
        return this.greeting
      }
    }
    const instantiate = vi.fn(async (Class: new (greeting: string) => unknown) => new Class('hello'))
    const registry = lazyRegistry({ a: Sample, b: { execute: () => 'object' } }, { instantiate })
    expect(await registry.call('a', {})).toBe('hello')
    expect(await registry.call('b', {})).toBe('object')
    expect(instantiate.mock.calls).toEqual([[Sample, registry.describe('a')]])
  })

  it('shows nobody a module before onLoad has ended', async () => {
    const { promise, resolve } = deferred()
    const log: string[] = []
    class Pool {
      ready = false
      async onLoad() {
        await promise
        this.ready = true
      }
      execute() {
        return this.ready
      }
    }
    const registry = lazyRegistry({ 'db.pool': Pool })
    registry.on('register', ({ id, instance }) => log.push(`${id} ${(instance as Pool).ready}`))
    const asked = Promise.all([
      registry.get('db.pool'),
      registry.get('db.pool'),
      registry.call('db.pool', {}),
    ])
    asked.then(() => log.push('given'))
    await settle()
    expect(log).toEqual([])
    resolve()
    const [one, two, executed] = await asked
    expect(one).toBe(two)
    expect(executed).toBe(true)
    await registry.get('db.pool')
    expect(log).toEqual(['db.pool true', 'given'])
  })

  it.each(['constructor', 'instantiate', 'onLoad'])('starts afresh after %s threw', async (where) => {
    let broken = true
    const unloaded = vi.fn()
    const failIf = (here: string) => {
      if (broken && here === where) throw new Error(`${where} failed`)
    }
    class Sample {
      constructor() {
        failIf('constructor')
      }
      async onLoad() {
        failIf('onLoad')
      }
      onUnload = unloaded
      execute() {
        return 'works'
      }
    }
    const registry = lazyRegistry(
      { a: Sample },
      {
        instantiate(Class) {
          failIf('instantiate')
          return new Class()
        },
      },
    )
    const heard = vi.fn()
    const registered = vi.fn()
    registry.on('error', heard)
    registry.on('register', registered)
    const results = await Promise.allSettled([registry.get('a'), registry.call('a', {})])
    expect(results.map((result) => result.status)).toEqual(['rejected', 'rejected'])
    await expect(registry.get('a')).rejects.toThrow(`${where} failed`)
    expect(heard).toHaveBeenCalledTimes(2)
    expect(registered).not.toHaveBeenCalled()
    broken = false
    expect(await registry.call('a', {})).toBe('works')
    expect(registered).toHaveBeenCalledTimes(1)
    expect(unloaded).not.toHaveBeenCalled()
  })

  it('works where classes have lost their names, or are plain functions', async () => {
    function e(this: object) {}
    e.prototype.execute = () => 'downlevelled'
    const registry = createRegistry([entry('math.add', { className: 'Add' })], {
      'extensions/math/add.ts': () => ({ Sample: e }),
    })
    expect(await registry.call('math.add', {})).toBe('downlevelled')
    expect(registry.describe('math.add').className).toBe('Add')
  })
})

describe('what a module is written with', () => {
  it('defineModule gives the object back', () => {
    const object = { execute: ({ name }: { name: string }) => `Hello ${name}` }
    expect(defineModule(object)).toBe(object)
  })

  it('multiClass does nothing, called or not, with either kind of decorators', () => {
    class Sample {}
    expect(multiClass(Sample)).toBeUndefined()
    expect(multiClass()(Sample)).toBeUndefined()
    expect(multiClass(Sample, { kind: 'class' } as ClassDecoratorContext)).toBeUndefined()
  })
})

it('a registry filled by hand needs nothing else', async () => {
  const registry = createRegistry()
  registry.register('math.add', { execute: ({ a, b }: { a: number; b: number }) => a + b })
  expect(await registry.call('math.add', { a: 1, b: 2 })).toBe(3)
  await registry.unregister('math.add')
  await expect(registry.get('math.add')).rejects.toThrow(ModuleNotFoundError)
})
