import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findCycles, type PlanItem, planOrder } from '../../../src/compiler/validate/plugin-graph.ts'

const nodes = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('llm', 'tool', 'x'),
      fc.constantFrom(...'abcdefghij'),
      fc.integer({ min: -2, max: 2 }),
    ),
    {
      maxLength: 20,
      selector: ([kind, name]) => `${kind}:${name}`,
    },
  )
  .chain((drawn) =>
    fc.tuple(
      fc.constant(drawn),
      fc.array(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 19 })), { maxLength: 40 }),
    ),
  )

function build(
  [drawn, edges]: readonly [
    readonly (readonly [string, string, number])[],
    readonly (readonly [number, number])[],
  ],
  acyclic: boolean,
): PlanItem[] {
  return drawn.map(([kind, name, priority], index) => {
    const targets = edges.filter(
      ([from, to]) => from === index && to < drawn.length && (!acyclic || to < from),
    )
    const dependsOn = targets.map(([, to]) => `${drawn[to]![0]}:${drawn[to]![1]}`)
    return { id: `${kind}:${name}`, kind, name, priority, dependsOn }
  })
}

/** The rule, word for word: of those whose dependencies are placed, take the first by priority, kind and name. */
function referenceOrder(items: readonly PlanItem[]): string[] {
  const placed: string[] = []
  const left = [...items]
  while (left.length > 0) {
    const ready = left.filter(({ dependsOn }) => dependsOn.every((id) => placed.includes(id)))
    ready.sort(
      (a, b) =>
        b.priority - a.priority || (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : a.name < b.name ? -1 : 1),
    )
    placed.push(ready[0]!.id)
    left.splice(left.indexOf(ready[0]!), 1)
  }
  return placed
}

describe('the plan of set-up', () => {
  it('follows its rule, whatever the order in which plugins are found', () => {
    fc.assert(
      fc.property(nodes, fc.infiniteStream(fc.nat()), (drawn, numbers) => {
        const items = build(drawn, true)
        const shuffled = items
          .map((item) => ({ item, by: numbers.next().value as number }))
          .sort((a, b) => a.by - b.by)
          .map(({ item }) => item)
        expect(planOrder(shuffled).map(({ id }) => id)).toEqual(referenceOrder(items))
      }),
    )
  })

  it('finds what is on a circle, and shows a real one for each knot', () => {
    fc.assert(
      fc.property(nodes, (drawn) => {
        const graph = new Map(build(drawn, false).map(({ id, dependsOn }) => [id, dependsOn]))
        const reaches = (from: string, to: string): boolean => {
          const seen = new Set<string>()
          const open = [from]
          for (const id of open) {
            for (const next of graph.get(id)!) {
              if (next === to) return true
              if (!seen.has(next)) open.push(next)
              seen.add(next)
            }
          }
          return false
        }
        const cycles = findCycles(graph)
        const members = cycles.flatMap((cycle) => [...cycle.members])
        expect(members.sort()).toEqual([...graph.keys()].filter((id) => reaches(id, id)).sort())
        for (const { path, members } of cycles) {
          expect(path[0]).toBe(path.at(-1))
          expect(members.has(path[0]!)).toBe(true)
          for (const [index, id] of path.slice(0, -1).entries())
            expect(graph.get(id)).toContain(path[index + 1])
        }
      }),
    )
  })

  it('is quick for thousands, in a chain too', () => {
    const items = Array.from({ length: 5000 }, (_, i): PlanItem => {
      const dependsOn = i === 0 ? [] : [`k:${i - 1}`]
      return { id: `k:${i}`, kind: 'k', name: String(i), priority: i % 7, dependsOn }
    })
    expect(planOrder(items)).toHaveLength(5000)
    expect(findCycles(new Map(items.map(({ id, dependsOn }) => [id, dependsOn])))).toEqual([])
    const closed = new Map(items.map(({ id, dependsOn }) => [id, id === 'k:0' ? ['k:4999'] : dependsOn]))
    expect(findCycles(closed)[0]!.path).toHaveLength(5001)
  })
})
