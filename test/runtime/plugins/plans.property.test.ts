import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Registry } from '../../../src/runtime.ts'
import { hearErrors, pluginRegistry, type Sample } from '../support/plugins.ts'

/** What is random about one plugin; it depends on some of those with a smaller number. */
const drawn = fc.record({
  kind: fc.constantFrom('a', 'b'),
  priority: fc.integer({ min: -2, max: 2 }),
  on: fc.array(fc.nat(30), { maxLength: 4 }),
  fate: fc.constantFrom('works', 'works', 'works', 'works', 'throws', 'lacks'),
})

type Drawn = typeof drawn extends fc.Arbitrary<infer T> ? T : never

const idOf = ({ kind }: Drawn, i: number) => `${kind}:p${i}`

function dependenciesOf(all: readonly Drawn[], i: number): number[] {
  return i === 0 ? [] : [...new Set(all[i]!.on.map((n) => n % i))]
}

/** The plan by its definition: always the best of those whose dependencies are placed. */
function expectedPlan(all: readonly Drawn[]): string[] {
  const placed: number[] = []
  while (placed.length < all.length) {
    const [best] = all
      .map((_, i) => i)
      .filter((i) => !placed.includes(i) && dependenciesOf(all, i).every((n) => placed.includes(n)))
      .sort((x, y) => {
        const [a, b] = [all[x]!, all[y]!]
        const byKind = a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0
        return b.priority - a.priority || byKind || (`p${x}` < `p${y}` ? -1 : 1)
      })
    placed.push(best!)
  }
  return placed.map((i) => idOf(all[i]!, i))
}

/** What fails by itself, and all that depends on it. */
function expectedFailures(all: readonly Drawn[]): Set<string> {
  const failed = new Set<number>()
  all.forEach(({ fate }, i) => {
    if (fate !== 'works' || dependenciesOf(all, i).some((n) => failed.has(n))) failed.add(i)
  })
  return new Set([...failed].map((i) => idOf(all[i]!, i)))
}

type Wait = () => Promise<unknown>

/** A registry of such plugins, checked and written down as it runs. */
function watched(all: readonly Drawn[], wait: Wait) {
  const up = new Set<string>()
  const began: string[] = []
  const ended: string[] = []
  const down: string[] = []
  const samples = all.map((each, i): [string, Sample] => {
    const id = idOf(each, i)
    const dependsOn = dependenciesOf(all, i).map((n) => idOf(all[n]!, n))
    class Plugin {
      #live = false
      async setup() {
        expect(up.has(id)).toBe(false)
        for (const other of dependsOn) expect(up).toContain(other)
        began.push(id)
        await wait()
        if (each.fate === 'throws') throw new Error(id)
        this.#live = true
        ended.push(id)
        up.add(id)
      }
      async teardown() {
        expect(this.#live).toBe(true)
        this.#live = false
        up.delete(id)
        down.push(id)
        await wait()
      }
    }
    const required = each.fate === 'lacks' ? ['missing'] : []
    return [id, { pluginKind: each.kind, priority: each.priority, dependsOn, required, plugin: Plugin }]
  })
  const registry = pluginRegistry(Object.fromEntries([...samples].reverse()))
  hearErrors(registry)
  return { registry, up, began, ended, down }
}

function idsOf(registry: Registry, status?: string): string[] {
  const handles = registry.plugins().filter((each) => status === undefined || each.status === status)
  return handles.map(({ kind, name }) => `${kind}:${name}`)
}

const graph = fc.array(drawn, { minLength: 1, maxLength: 25 })

describe('any graph of plugins', () => {
  it('is set up in order, loses exactly what depends on a failure, and goes down in the exact reverse', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), graph, async (scheduler, all) => {
        const wait = () => scheduler.schedule(Promise.resolve())
        const { registry, up, began, ended, down } = watched(all, wait)
        expect(idsOf(registry)).toEqual(expectedPlan(all))
        await scheduler.waitFor(registry.setupAll())
        const failed = expectedFailures(all)
        const ready = expectedPlan(all).filter((id) => !failed.has(id))
        expect(new Set(idsOf(registry, 'unavailable'))).toEqual(failed)
        expect(idsOf(registry, 'ready')).toEqual(ready)
        expect(up).toEqual(new Set(ready))
        expect(new Set(began).size).toBe(began.length)
        await scheduler.waitFor(registry.teardownAll())
        expect(down).toEqual([...ready].reverse())
        expect([...ended].sort()).toEqual([...down].sort())
      }),
      { numRuns: 150 },
    )
  })

  it('is set up in plan order when each is ready at once', async () => {
    await fc.assert(
      fc.asyncProperty(graph, async (all) => {
        const flat = all.map((each): Drawn => ({ ...each, fate: 'works', on: [] }))
        const { registry, began } = watched(flat, async () => {})
        await registry.setupAll()
        expect(began).toEqual(expectedPlan(flat))
      }),
      { numRuns: 50 },
    )
  })

  it('ends torn down, each set-up once, whatever is asked for in whatever order', async () => {
    const action = fc.constantFrom('setupAll', 'setupAll', 'teardownAll', 'activate', 'close', 'abort')
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        graph,
        fc.array(action, { maxLength: 8 }),
        async (scheduler, all, actions) => {
          const wait = () => scheduler.schedule(Promise.resolve())
          const { registry, up, ended, down } = watched(all, wait)
          const sets: { close(): Promise<void> }[] = []
          const perform = async (what: (typeof actions)[number]): Promise<void> => {
            await wait()
            const controller = new AbortController()
            const { signal } = controller
            if (what === 'setupAll' || what === 'teardownAll') await registry[what]()
            else if (what === 'activate') sets.push(await registry.activate())
            else if (what === 'close') await sets.pop()?.close()
            else {
              const done = registry.setupAll({ signal }).catch((error) => expect(error).toBe(signal.reason))
              await wait()
              controller.abort()
              await done
            }
          }
          await scheduler.waitFor(Promise.all(actions.map(perform)))
          await scheduler.waitFor(registry.teardownAll())
          await scheduler.waitIdle()
          expect([...up]).toEqual([])
          expect([...down].sort()).toEqual([...ended].sort())
          expect(idsOf(registry, 'ready')).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })
})
