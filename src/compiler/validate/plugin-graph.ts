import { compareText } from '../../util/compare.ts'

/** What the order of plugins depends on. */
export interface PlanItem {
  /** `<kind>:<name>`. */
  readonly id: string
  readonly kind: string
  readonly name: string
  readonly priority: number
  /** IDs of other items that come first; others are none of ours. */
  readonly dependsOn: readonly string[]
}

/**
 * Orders plugins for their set-up (seed: the algorithm, step 4): of those whose dependencies are placed, the one with the
 * highest priority comes next, then by kind, then by name.
 *
 * @param items without cycles; what is on one is left out
 */
export function planOrder<Item extends PlanItem>(items: readonly Item[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]))
  const missing = new Map<string, number>()
  const dependants = new Map<string, Item[]>()
  for (const item of items) {
    const needed = new Set(item.dependsOn.filter((id) => byId.has(id)))
    missing.set(item.id, needed.size)
    for (const id of needed) dependants.set(id, [...(dependants.get(id) ?? []), item])
  }
  // Sorted with the next one last, so that it is cheap to take.
  const ready = items.filter(({ id }) => missing.get(id) === 0).sort((a, b) => comparePlan(b, a))
  const order: Item[] = []
  for (let next = ready.pop(); next !== undefined; next = ready.pop()) {
    order.push(next)
    for (const dependant of dependants.get(next.id) ?? []) {
      const left = missing.get(dependant.id)! - 1
      missing.set(dependant.id, left)
      if (left === 0) insert(dependant, ready)
    }
  }
  return order
}

function comparePlan(a: PlanItem, b: PlanItem): number {
  return b.priority - a.priority || compareText(a.kind, b.kind) || compareText(a.name, b.name)
}

function insert<Item extends PlanItem>(item: Item, ready: Item[]): void {
  let low = 0
  let high = ready.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (comparePlan(ready[middle]!, item) > 0) low = middle + 1
    else high = middle
  }
  ready.splice(low, 0, item)
}

/** Plugins that depend on each other in a circle. */
export interface Cycle {
  /** The shortest way round from the first of them in byte order, which is repeated at the end. */
  readonly path: readonly string[]
  /** All that are on this circle, or on one that is knotted with it. */
  readonly members: ReadonlySet<string>
}

/** Finds what depends on itself, however many steps it takes; one cycle for each knot, sorted. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): Cycle[] {
  const knotted = withoutEnds(graph)
  const reversed = reverse(knotted)
  const done = new Set<string>()
  const cycles: Cycle[] = []
  for (const id of [...knotted.keys()].sort(compareText)) {
    if (done.has(id)) continue
    const behind = reach(id, reversed)
    const members = new Set([...reach(id, knotted)].filter((other) => behind.has(other)))
    for (const member of members) done.add(member)
    if (members.size > 0) cycles.push({ path: wayBack(id, knotted), members })
  }
  return cycles
}

/** The part of a graph whose nodes depend on something in it. */
function withoutEnds(graph: ReadonlyMap<string, readonly string[]>): Map<string, readonly string[]> {
  const reversed = reverse(graph)
  const left = new Map(
    [...graph].map(([id, targets]) => [id, targets.filter((target) => graph.has(target)).length]),
  )
  const ends = [...left].filter(([, count]) => count === 0).map(([id]) => id)
  for (let end = ends.pop(); end !== undefined; end = ends.pop()) {
    left.delete(end)
    for (const source of reversed.get(end) ?? []) {
      const count = (left.get(source) ?? 0) - 1
      left.set(source, count)
      if (count === 0) ends.push(source)
    }
  }
  return new Map(
    [...left.keys()].map((id) => [
      id,
      [...graph.get(id)!].filter((target) => left.has(target)).sort(compareText),
    ]),
  )
}

/** The same edges, the other way round; one that is there twice stays so. */
function reverse(graph: ReadonlyMap<string, readonly string[]>): Map<string, string[]> {
  const reversed = new Map<string, string[]>()
  for (const [id, targets] of graph) {
    for (const target of targets) {
      const sources = reversed.get(target)
      if (sources === undefined) reversed.set(target, [id])
      else sources.push(id)
    }
  }
  return reversed
}

/** Everything that is reached from a node, itself only if a way leads back. */
function reach(start: string, graph: ReadonlyMap<string, readonly string[]>): Set<string> {
  const seen = new Set<string>()
  const open = [start]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    for (const next of graph.get(id) ?? []) {
      if (seen.has(next)) continue
      seen.add(next)
      open.push(next)
    }
  }
  return seen
}

function wayBack(start: string, graph: ReadonlyMap<string, readonly string[]>): string[] {
  const from = new Map<string, string>()
  const open = [start]
  for (const id of open) {
    for (const next of graph.get(id) ?? []) {
      if (next === start) {
        const path = [id, start]
        while (path[0] !== start) path.unshift(from.get(path[0]!)!)
        return id === start ? [start, start] : path
      }
      if (from.has(next)) continue
      from.set(next, id)
      open.push(next)
    }
  }
  return [start, start]
}
