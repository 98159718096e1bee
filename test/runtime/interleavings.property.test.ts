import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRegistry, ModuleNotFoundError, type Registry } from '../../src/runtime.ts'
import { entry } from './support/modules.ts'

/** Thrown by modules on purpose; any other error is a fault of the registry. */
class Planned extends Error {}

type Wait = () => Promise<unknown>

/** What happens to all instances that ever exist under one ID, checked as it happens. */
class Watch {
  /** Instances between the start of `onLoad` and the end of `onUnload`. */
  readonly alive = new Set<Instance>()
  readonly all: Instance[] = []
  readonly registered = new Map<unknown, number>()
}

class Instance {
  loaded = 0
  unloaded = 0
  calls = 0
  readonly watch: Watch
  readonly wait: Wait
  readonly fails: boolean

  constructor(watch: Watch, wait: Wait, fails: boolean) {
    this.watch = watch
    this.wait = wait
    this.fails = fails
    watch.all.push(this)
  }

  async onLoad() {
    expect(this.watch.alive.size).toBe(0)
    this.watch.alive.add(this)
    await this.wait()
    if (this.fails) {
      this.watch.alive.delete(this)
      throw new Planned()
    }
    this.loaded++
  }

  async onUnload() {
    expect([this.loaded, this.unloaded, this.calls]).toEqual([1, 0, 0])
    this.unloaded++
    await this.wait()
    this.watch.alive.delete(this)
  }

  async execute() {
    expect([this.loaded, this.unloaded]).toEqual([1, 0])
    this.calls++
    await this.wait()
    expect(this.unloaded).toBe(0)
    this.calls--
  }
}

const action = fc.record({
  what: fc.constantFrom('get', 'get', 'call', 'call', 'load', 'override', 'unregister', 'register'),
  id: fc.constantFrom('a', 'b'),
  fails: fc.boolean(),
})

type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

function perform(registry: Registry, { what, id }: Action, Class: new () => Instance): unknown {
  if (what === 'get') {
    return registry.get(id).then((instance) => {
      expect(instance).toMatchObject({ loaded: 1, unloaded: 0 })
    })
  }
  if (what === 'call') return registry.call(id, {})
  if (what === 'load') return registry.load(id)
  if (what === 'unregister') return registry.unregister(id)
  if (what === 'override') return registry.override(id, Class)
  return registry.has(id) || registry.register(id, Class)
}

describe('whatever happens in whatever order', () => {
  it('there is one live instance at most, and none is used before onLoad or after onUnload', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(action, { maxLength: 24 }), async (scheduler, actions) => {
        const wait = () => scheduler.schedule(Promise.resolve())
        const watches: Record<string, Watch> = { a: new Watch(), b: new Watch() }
        const classFor = ({ id, fails }: Action) =>
          class extends Instance {
            constructor() {
              super(watches[id]!, wait, fails)
            }
          }
        const fileOf = (id: Action['id']) => async () => {
          await wait()
          return { Sample: classFor({ what: 'get', id, fails: false }) }
        }
        const registry = createRegistry([entry('a'), entry('b')], {
          'extensions/a.ts': fileOf('a'),
          'extensions/b.ts': fileOf('b'),
        })
        registry.on('register', ({ id, instance }) => {
          const { registered } = watches[id]!
          registered.set(instance, (registered.get(instance) ?? 0) + 1)
          expect((instance as Instance).loaded).toBe(1)
        })
        const faults: unknown[] = []
        const expected = (error: unknown) => {
          if (!(error instanceof Planned || error instanceof ModuleNotFoundError)) faults.push(error)
        }
        registry.on('error', ({ error }) => expected(error))
        const done = Promise.all(
          actions.map(async (next) => {
            await wait()
            try {
              await perform(registry, next, classFor(next))
            } catch (error) {
              expected(error)
            }
          }),
        )
        await scheduler.waitFor(done)
        await scheduler.waitIdle()

        expect(faults).toEqual([])
        for (const [id, { all, alive, registered }] of Object.entries(watches)) {
          expect(Math.max(0, ...registered.values())).toBeLessThanOrEqual(1)
          for (const { loaded, unloaded } of all) expect(unloaded).toBeLessThanOrEqual(loaded)
          expect(alive.size).toBeLessThanOrEqual(registry.has(id) ? 1 : 0)
        }
      }),
      { numRuns: 300 },
    )
  })
})
