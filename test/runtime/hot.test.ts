import { describe, expect, it, vi } from 'vitest'
import { type HotMessage, ModuleNotFoundError, onCatalogUpdate } from '../../src/runtime.ts'
import { FakeServer } from './support/hot.ts'
import { deferred, entry, recorder, settle } from './support/modules.ts'

/** A module class that writes down its life, hands over a state and counts with it. */
function counter(log: string[], name: string, more: object = {}) {
  const Class = class {
    #count = 0
    async onLoad() {
      log.push(`load ${name}`)
    }
    async onUnload() {
      log.push(`unload ${name}`)
    }
    async onSuspend() {
      log.push(`suspend ${name}`)
      return { count: this.#count }
    }
    async onResume({ count }: { count: number }) {
      log.push(`resume ${name}`)
      this.#count = count
    }
    execute() {
      return `${name} ${++this.#count}`
    }
  }
  Object.assign(Class.prototype, more)
  return Class
}

describe('an update of a running registry', () => {
  it('replaces an instance: the old one is suspended and unloaded, the new one loaded and resumed', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'one') })
    const registry = server.evaluate()
    const registered = vi.fn()
    registry.on('register', registered)
    await registry.call('a', {})
    for (const name of ['two', 'three', 'four']) {
      log.length = 0
      server.reload({ a: counter(log, name) })
      await registry.get('a')
      expect(log).toEqual([
        expect.stringMatching(/^suspend/),
        expect.stringMatching(/^unload/),
        `load ${name}`,
        `resume ${name}`,
      ])
    }
    expect(await registry.call('a', {})).toBe('four 2')
    expect(registered).toHaveBeenCalledTimes(4)

    server.tell(server.message([], []))
    await settle()
    expect(log.slice(-1)).toEqual(['unload four'])
    expect(registry.has('a')).toBe(false)
    server.edit('a', counter(log, 'five'))
    server.tell(server.message([], [entry('a')]))
    expect(await registry.call('a', {})).toBe('five 1')
  })

  it('starts again only what was in use', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'a1'), b: counter(log, 'b1') })
    const registry = server.evaluate()
    await registry.get('a')
    server.reload({ a: counter(log, 'a2'), b: counter(log, 'b2') })
    await vi.waitFor(() => expect(log).toContain('resume a2'))
    expect(log).toEqual(['load a1', 'suspend a1', 'unload a1', 'load a2', 'resume a2'])
    expect(await registry.call('b', {})).toBe('b2 1')
  })

  it('lets calls end on the old instance, private members and all, and new ones wait', async () => {
    const log: string[] = []
    const execute = deferred()
    const server = new FakeServer({ a: recorder(log, 'old', { execute: execute.promise }) })
    const registry = server.evaluate()
    const running = registry.call('a', 'first')
    await settle()
    server.reload({ a: recorder(log, 'new') })
    const next = registry.call('a', 'second')
    await settle()
    expect(log.at(-1)).toBe('old starts')
    execute.resolve()
    expect(await Promise.all([running, next])).toEqual(['first', 'second'])
    expect(log).toEqual([
      ...['old loads', 'old loaded', 'old starts', 'old ends', 'old unloaded'],
      ...['new loads', 'new loaded', 'new starts', 'new ends'],
    ])

    const counting = new FakeServer({ a: counter([], 'one') })
    const other = counting.evaluate()
    await other.get('a')
    const call = other.call('a', {})
    // Between the moment that the call has its instance, and the moment that it starts.
    for (let tick = 0; tick < 2; tick++) await Promise.resolve()
    counting.reload({ a: counter([], 'two') })
    expect(await call).toMatch(/ [12]$/)
  })

  it('loses no state on the way: not by a second update, nor by a file that cannot be loaded for a while', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'one') })
    const registry = server.evaluate()
    const errors: unknown[] = []
    registry.on('error', ({ error }) => errors.push(error))
    await registry.call('a', {})
    server.reload({ a: counter(log, 'two') })
    server.reload({ a: undefined })
    await vi.waitFor(() => expect(errors).toHaveLength(1))
    server.reload({ a: counter(log, 'three') })
    await vi.waitFor(() => expect(log.at(-1)).toBe('resume three'))
    expect(await registry.call('a', {})).toBe('three 2')
    expect(log.filter((line) => line.startsWith('unload'))).toEqual(['unload one'])
  })

  it('starts afresh where a state is of no use, and says so', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'one') })
    const registry = server.evaluate()
    const errors: unknown[] = []
    registry.on('error', ({ error }) => errors.push((error as Error).message))
    await registry.call('a', {})
    const onResume = () => Promise.reject(new Error('what is this?'))
    server.reload({ a: counter(log, 'two', { onResume }) })
    expect(await registry.call('a', {})).toBe('two 1')
    server.reload({ a: counter(log, 'three', { onSuspend: () => Promise.reject(new Error('no')) }) })
    expect(await registry.call('a', {})).toBe('three 2')
    server.reload({ a: counter(log, 'four') })
    expect(await registry.call('a', {})).toBe('four 1')
    expect(errors).toEqual(['what is this?', 'no'])
    expect(log.slice(-2)).toEqual(['unload three', 'load four'])
  })

  it('says on the console when a module cannot be started again and nobody listens', async () => {
    const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
    const server = new FakeServer({ a: counter([], 'one') })
    await server.evaluate().get('a')
    server.reload({ a: undefined })
    await vi.waitFor(() => expect(complaint).toHaveBeenCalledOnce())
  })

  it('keeps hands off what was registered or overridden by hand, and keeps listeners', async () => {
    const server = new FakeServer({ a: counter([], 'file'), b: counter([], 'file') })
    const registry = server.evaluate()
    const told: unknown[] = []
    registry.on('reload', ({ ids }) => told.push(ids))
    const mine = { execute: () => 'by hand' }
    registry.register('mine', mine)
    registry.override('a', mine)
    server.reload({ a: counter([], 'file again'), b: counter([], 'file again') })
    expect([await registry.call('a', {}), await registry.call('mine', {})]).toEqual(['by hand', 'by hand'])
    server.tell(server.message([], [entry('mine')]))
    expect([await registry.call('a', {}), await registry.call('mine', {})]).toEqual(['by hand', 'by hand'])
    expect(registry.ids()).toEqual(['a', 'mine'])
    expect(told).toEqual([['b'], ['b']])
  })

  it('leaves alone what was unregistered, until its file changes', async () => {
    const server = new FakeServer({ a: counter([], 'one'), b: counter([], 'other') })
    const registry = server.evaluate()
    await registry.unregister('a')
    server.reload({ b: counter([], 'new') })
    server.tell(
      server.message(
        [],
        server.catalog.map((one) => ({ ...one, description: 'new' })),
      ),
    )
    expect(registry.ids()).toEqual(['b'])
    server.reload({ a: counter([], 'two') })
    expect(await registry.call('a', {})).toBe('two 1')
  })

  it('is told once to listeners, with what came, went or changed, after everything is in place', async () => {
    const server = new FakeServer({ a: counter([], 'a'), b: counter([], 'b'), c: counter([], 'c') })
    const registry = server.evaluate()
    const told: unknown[] = []
    registry.on('reload', ({ ids, catalog }) => told.push([ids, catalog.map(({ id }) => id), registry.ids()]))
    const next = [entry('a', { description: 'other' }), entry('b'), entry('d')]
    server.tell(server.message([], next))
    expect(told).toEqual([
      [
        ['a', 'c', 'd'],
        ['a', 'b', 'd'],
        ['a', 'b', 'd'],
      ],
    ])
    expect(registry.describe('a').description).toBe('other')
    expect(Object.isFrozen(registry.describe('a'))).toBe(true)
    server.tell(server.message([], next))
    server.tell(server.message())
    expect(told).toHaveLength(1)
  })

  it('follows a module to another file, with its state', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'here') })
    const registry = server.evaluate()
    await registry.call('a', {})
    server.edit('a', counter(log, 'there'), 'extensions/there.ts')
    server.tell(server.message([], [entry('a', { file: 'extensions/there.ts' })]))
    expect(await registry.call('a', {})).toBe('there 2')
  })
})

describe('the conversation with the server', () => {
  it('begins with the revision that the page has, and goes on where something was missed', async () => {
    const server = new FakeServer({ a: counter([], 'one') })
    const registry = server.evaluate()
    await registry.get('a')
    expect(server.said).toEqual([{ event: 'module-registry:hello', data: { revision: 0 } }])
    const missed = server.message([server.edit('a', counter([], 'two'))], [entry('a'), entry('b')])
    server.tell(server.message())
    expect(registry.ids()).toEqual(['a'])
    expect(server.said.at(-1)!.data).toEqual({ revision: 0 })
    server.answer(missed.reload)
    expect(registry.ids()).toEqual(['a', 'b'])
    expect(await registry.call('a', {})).toBe('two 1')
    const late: HotMessage = { ...missed, catalog: [] }
    server.tell(late)
    expect(registry.ids()).toEqual(['a', 'b'])
  })

  it('keeps the registry when the generated module is evaluated again, and brings it up to date', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'one') })
    const registry = server.evaluate()
    await registry.call('a', {})
    server.edit('a', counter(log, 'two'))
    server.message([], [entry('a'), entry('b')])
    expect(server.evaluate()).toBe(registry)
    expect(registry.ids()).toEqual(['a', 'b'])
    expect(await registry.call('a', {})).toBe('two 2')
    expect(server.said.at(-1)!.data).toEqual({ revision: 1 })
    server.reload({ a: counter(log, 'three') })
    expect(await registry.call('a', {})).toBe('three 3')
    expect(log.filter((line) => line.startsWith('load'))).toEqual(['load one', 'load two', 'load three'])
  })

  it('starts with a new registry when all of the program is evaluated again, after the old one is unloaded', async () => {
    const log: string[] = []
    const server = new FakeServer({ a: counter(log, 'a') })
    const registry = server.evaluate()
    await registry.get('a')
    vi.resetModules()
    const { createHotRegistry } = await import('../../src/runtime.ts')
    const other = createHotRegistry({
      ...{ catalog: server.catalog, revision: 0, stamps: {}, roots: [], hot: server.hot() },
      load: () => ({ Sample: counter(log, 'again') }),
    })
    expect(other).not.toBe(registry)
    await other.get('a')
    expect(log).toEqual(['load a', 'unload a', 'load again'])
    await expect(registry.get('b')).rejects.toThrow(ModuleNotFoundError)
  })

  it('needs no hot context', async () => {
    const { createHotRegistry } = await import('../../src/runtime.ts')
    const registry = createHotRegistry({
      ...{ catalog: [entry('a')], revision: 3, stamps: { 'extensions/a.ts': 7 } },
      roots: [['extensions', 10, '/@fs/there']],
      load: (url) => ({ Sample: { execute: () => url } }),
    })
    expect(await registry.call('a', {})).toBe('/@fs/there/a.ts?t=7')
    onCatalogUpdate(undefined, 0, () => expect.unreachable())
  })

  it('puts what changed into the catalog that it has', () => {
    const modules = { a: counter([], 'a'), b: counter([], 'b'), c: counter([], 'c') }
    const server = new FakeServer(modules)
    const registry = server.evaluate()
    const [first] = registry.list()
    const changed = [{ ...entry('c'), description: 'other' }, entry('aa')]
    server.tell({ ...server.message(), gone: ['b', 'c'], changed })
    expect(registry.ids()).toEqual(['a', 'aa', 'c'])
    expect(registry.describe('c').description).toBe('other')
    expect(registry.list()[0]).toBe(first)
    expect(Object.isFrozen(registry.describe('aa'))).toBe(true)
    server.tell({ ...server.message(), gone: ['aa'] })
    expect(registry.ids()).toEqual(['a', 'c'])
  })

  it('puts what changed into the catalog that a page lists', () => {
    const server = new FakeServer({})
    const taken: string[] = []
    const known = [entry('a'), entry('b')]
    const take = (catalog: readonly { id: string }[]) => void taken.push(catalog.map(({ id }) => id).join())
    onCatalogUpdate(server.hot(), 0, take, known)
    server.tell({ ...server.message(), gone: ['a'], changed: [entry('c')] })
    server.tell(server.message())
    server.tell({ ...server.message(), changed: [entry('a')] })
    expect(taken).toEqual(['b,c', 'a,b,c'])
    expect(known).toHaveLength(2)
  })

  it('keeps every evaluation of the catalog up to date', () => {
    const server = new FakeServer({})
    const taken: string[] = []
    const take = (name: string) => (catalog: readonly { id: string }[]) => {
      expect(Object.isFrozen(catalog)).toBe(true)
      taken.push(`${name}: ${catalog.map(({ id }) => id)}`)
    }
    onCatalogUpdate(server.hot(), 0, take('first'))
    server.tell(server.message([], [entry('a')]))
    onCatalogUpdate(server.hot(), 1, take('second'))
    server.tell(server.message([], [entry('b')]))
    server.tell(server.message())
    expect(taken).toEqual(['first: a', 'first: b', 'second: b'])
  })
})
