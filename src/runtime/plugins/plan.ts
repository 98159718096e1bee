import { compareText } from '../../util/compare.ts'
import type { Needs, Plan, PluginRecord, Plugins } from './state.ts'

/**
 * Plans the set-up: dependencies first; among those whose dependencies are placed the highest priority first, then by
 * kind, then by name. The build orders its plugins by the same rule, so that what is added by hand finds its place.
 */
export function planOf(plugins: Plugins): Plan {
  plugins.plan ??= makePlan([...plugins.records.values()])
  return plugins.plan
}

function makePlan(records: readonly PluginRecord[]): Plan {
  const needs = new Map<PluginRecord, Needs>()
  const find = finder(records)
  for (const record of records) needs.set(record, resolve(record, find))
  const waiting = new Set([...records].sort(compare))
  const order: PluginRecord[] = []
  const place = (record: PluginRecord) => {
    waiting.delete(record)
    order.push(record)
  }
  while (waiting.size > 0) {
    const open = (record: PluginRecord) => needs.get(record)!.on.filter((other) => waiting.has(other))
    const next = first(waiting, (record) => open(record).length === 0)
    if (next !== undefined) {
      place(next)
      continue
    }
    // Nothing goes on without breaking a cycle up: what is on one is given up, and what depends on it follows.
    for (const [record, path] of cycles(waiting, open)) {
      needs.set(record, { ...needs.get(record)!, problem: `it depends on itself: ${path}` })
      place(record)
    }
  }
  return { order, needs }
}

/** Gives what a name in `dependsOn` means: one ID, or the name of plugins of any kind. */
function finder(records: readonly PluginRecord[]): (name: string) => readonly PluginRecord[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  const byName = new Map<string, PluginRecord[]>()
  for (const record of records) {
    const { name } = record.entry
    byName.set(name, [...(byName.get(name) ?? []), record])
  }
  return (name) => (byId.has(name) ? [byId.get(name)!] : (byName.get(name) ?? []))
}

function resolve(record: PluginRecord, find: ReturnType<typeof finder>): Needs {
  const on = new Set<PluginRecord>()
  const problems: string[] = []
  for (const name of record.entry.dependsOn) {
    const found = find(name)
    if (found.length === 1) on.add(found[0]!)
    else if (found.length > 1) {
      const ids = found.map(({ id }) => `"${id}"`).sort(compareText)
      problems.push(`it depends on "${name}", which may be ${ids.join(' or ')}`)
    } else if (!record.trusted.has(name)) problems.push(`it depends on "${name}", which is not registered`)
  }
  return problems.length === 0 ? { on: [...on] } : { on: [...on], problem: problems.join('; ') }
}

function compare({ entry: a }: PluginRecord, { entry: b }: PluginRecord): number {
  return b.priority - a.priority || compareText(a.pluginKind, b.pluginKind) || compareText(a.name, b.name)
}

function first<T>(items: Iterable<T>, test: (item: T) => boolean): T | undefined {
  for (const item of items) if (test(item)) return item
  return undefined
}

/** Finds those among the waiting that wait for themselves, each with a shortest way round. */
function cycles(
  waiting: Iterable<PluginRecord>,
  open: (record: PluginRecord) => readonly PluginRecord[],
): [PluginRecord, string][] {
  return [...waiting].flatMap((record): [PluginRecord, string][] => {
    const path = wayBack(record, open)
    return path === undefined ? [] : [[record, path.map(({ id }) => id).join(' -> ')]]
  })
}

function wayBack(
  start: PluginRecord,
  open: (record: PluginRecord) => readonly PluginRecord[],
): PluginRecord[] | undefined {
  const seen = new Set<PluginRecord>()
  let paths: PluginRecord[][] = [[start]]
  while (paths.length > 0) {
    const longer: PluginRecord[][] = []
    for (const path of paths) {
      for (const next of open(path.at(-1)!)) {
        if (next === start) return [...path, start]
        if (seen.has(next)) continue
        seen.add(next)
        longer.push([...path, next])
      }
    }
    paths = longer
  }
  return undefined
}

/** Gives these plugins and everything that depends on them, directly or not. */
export function withDependants(plan: Plan, roots: Iterable<PluginRecord>): Set<PluginRecord> {
  const found = new Set(roots)
  // Dependencies come first in the plan, so one pass is enough.
  for (const record of plan.order) {
    if (plan.needs.get(record)!.on.some((other) => found.has(other))) found.add(record)
  }
  return found
}
