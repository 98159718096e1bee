import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ModuleLoadError, ModuleNotFoundError } from '../../src/runtime.ts'
import { FakeServer } from './support/hot.ts'
import { entry } from './support/modules.ts'

/** Thrown by modules on purpose; any other error is a fault of the registry. */
class Planned extends Error {}

const ids = ['a', 'b', 'c'] as const
type Id = (typeof ids)[number]

const action = fc.oneof(
  fc.record({ what: fc.constantFrom('get', 'call', 'call', 'unregister'), id: fc.constantFrom(...ids) }),
  fc.record({
    what: fc.constant('update'),
    present: fc.subarray([...ids]),
    edited: fc.subarray([...ids]),
    fails: fc.constantFrom('no', 'no', 'no', 'onLoad', 'onSuspend', 'onResume', 'import'),
    evaluates: fc.boolean(),
  }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** A module class that fails as planned, and checks how it is treated. */
function watched(id: Id, alive: Map<Id, Set<object>>, wait: () => Promise<unknown>, fails: string): unknown {
  if (fails === 'import') return undefined
  const failIf = (what: string) => {
    if (fails === what) throw new Planned()
  }
  return class {
    #state = 'new'
    #calls = 0
    async onLoad() {
      expect([this.#state, alive.get(id)!.size]).toEqual(['new', 0])
      alive.get(id)!.add(this)
      await wait()
      if (fails === 'onLoad') alive.get(id)!.delete(this)
      failIf('onLoad')
      this.#state = 'loaded'
    }
    async onResume(state: unknown) {
      expect([this.#state, state]).toEqual(['loaded', id])
      await wait()
      failIf('onResume')
    }
    async onSuspend() {
      expect([this.#state, this.#calls]).toEqual(['loaded', 0])
      this.#state = 'suspended'
      await wait()
      failIf('onSuspend')
      return id
    }
    async onUnload() {
      expect(['loaded', 'suspended']).toContain(this.#state)
      expect(this.#calls).toBe(0)
      this.#state = 'unloaded'
      await wait()
      alive.get(id)!.delete(this)
    }
    async execute() {
      expect(this.#state).toBe('loaded')
      this.#calls++
      await wait()
      expect(this.#state).toBe('loaded')
      this.#calls--
    }
  }
}

describe('whatever updates come in whatever order', () => {
  it('there is one live instance at most, and the registry holds what the last catalog says', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(action, { maxLength: 24 }), async (scheduler, actions) => {
        const wait = () => scheduler.schedule(Promise.resolve())
        const alive = new Map(ids.map((id) => [id, new Set<object>()]))
        const server = new FakeServer(
          Object.fromEntries(ids.map((id) => [id, watched(id, alive, wait, 'no')])),
        )
        server.importing = async (_url, namespace) => {
          await wait()
          return namespace
        }
        const registry = server.evaluate()
        const expected = new Set<string>(ids)
        let told = 0
        const faults: unknown[] = []
        const check = (error: unknown) => {
          const isPlanned = [Planned, ModuleNotFoundError, ModuleLoadError].some(
            (kind) => error instanceof kind,
          )
          if (!isPlanned) faults.push(error)
        }
        registry.on('error', ({ error }) => check(error))
        registry.on('reload', () => {
          told++
        })
        const update = ({ present, edited, fails, evaluates }: Action & { what: 'update' }) => {
          const before = server.catalog.map(({ id }) => id)
          const reload = edited.map((id) => server.edit(id, watched(id, alive, wait, fails)))
          const message = server.message(
            reload,
            present.map((id) => entry(id)),
          )
          for (const id of before) if (!present.includes(id as Id)) expected.delete(id)
          for (const id of present) if (!before.includes(id) || edited.includes(id)) expected.add(id)
          const toldBefore = told
          if (evaluates) expect(server.evaluate()).toBe(registry)
          else server.tell(message)
          expect(told - toldBefore).toBeLessThanOrEqual(1)
          expect(registry.ids()).toEqual([...expected].sort())
        }
        const done = Promise.all(
          actions.map(async (next) => {
            await wait()
            try {
              if ('present' in next) update(next)
              else if (next.what === 'get') await registry.get(next.id)
              else if (next.what === 'call') await registry.call(next.id, {})
              else {
                const gone = registry.unregister(next.id)
                expected.delete(next.id)
                await gone
              }
            } catch (error) {
              check(error)
            }
          }),
        )
        await scheduler.waitFor(done)
        await scheduler.waitIdle()
        expect(faults).toEqual([])
        expect(registry.ids()).toEqual([...expected].sort())
        for (const id of ids) expect(alive.get(id)!.size).toBeLessThanOrEqual(registry.has(id) ? 1 : 0)
      }),
      { numRuns: 300 },
    )
  })
})
