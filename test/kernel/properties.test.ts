import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  Builder,
  ConflictError,
  type Contribution,
  type ContributionSource,
  type Contributor,
  type RuntimeSnapshot,
} from '../../src/kernel.ts'
import { bytes, failure, offering, snapshotOf } from './support.ts'

const TIERS: Record<string, number> = { builtin: 10, global: 20, plugin: 30, project: 60, twin: 60 }
const OPTIONS = { scopes: { twin: 60 }, points: ['before', 'after'], slots: [] }

const sourceOf: fc.Arbitrary<ContributionSource> = fc.record(
  {
    scope: fc.constantFrom(...Object.keys(TIERS)),
    pluginId: fc.constantFrom('', 'p', 'q'),
    version: fc.constantFrom('', '1.0.0'),
    origin: fc.constantFrom('', 'o'),
    path: fc.constantFrom('', 'a.ts', 'b.ts'),
  },
  { requiredKeys: ['scope'] },
)
const payloadOf = fc.option(
  fc.dictionary(fc.constantFrom('a', '__proto__', '1'), fc.jsonValue({ maxDepth: 2 })),
  {
    nil: undefined,
  },
)
const priorityOf = fc.option(fc.integer({ min: -2, max: 2 }), { nil: undefined })
const contributionOf: fc.Arbitrary<Contribution> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('theme', 'skill', 'hook'),
    id: fc.constantFrom('x', 'y', '__proto__'),
    source: sourceOf,
    priority: priorityOf,
    payload: payloadOf,
  }),
  fc.record({
    kind: fc.constant('module'),
    id: fc.constantFrom('m', 'm.n'),
    source: sourceOf,
    payload: fc.record({ description: fc.string(), inputSchema: fc.dictionary(fc.string(), fc.jsonValue()) }),
  }),
  fc.record({
    kind: fc.constant('interceptor'),
    id: fc.constantFrom('before', 'after'),
    source: sourceOf,
    priority: priorityOf,
    payload: fc.record({ module: fc.constantFrom('m', 'n') }),
  }),
)
/** Names may repeat, so that whole contributors can be told apart by what they offer alone. */
const contributorsOf: fc.Arbitrary<Contributor[]> = fc
  .array(fc.tuple(fc.constantFrom('one', 'two'), fc.array(contributionOf, { maxLength: 6 })), {
    maxLength: 5,
  })
  .map((given) => given.map(([name, list]) => offering(name, ...list)))

test('shuffled contributors give equal bytes, or equal errors', async () => {
  const shuffled = contributorsOf.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  )
  await fc.assert(
    fc.asyncProperty(
      shuffled,
      fc.constantFrom('fail' as const, 'collect' as const),
      async ([a, b], policy) => {
        const outcome = (list: Contributor[]) =>
          snapshotOf(list, { ...OPTIONS, policy }).then(bytes, (error: ConflictError) => error.message)
        expect(await outcome(b)).toBe(await outcome(a))
      },
    ),
    { numRuns: 150 },
  )
})

interface Registered extends Contribution {
  order: number
  text: string
}

/** Compares lists of texts and numbers, as arrays of a database would. */
function compareKeys(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const at = a.findIndex((part, i) => part !== b[i])
  return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1
}

const sourceKey = (source: ContributionSource) => [
  source.pluginId ?? '',
  source.origin ?? '',
  source.path ?? '',
  source.scope,
  source.version ?? '',
]

/** The rules of resolution, written a second time: slow, and with nothing shared. */
function model(registered: readonly Registered[]) {
  const additive = registered.filter(({ kind }) => kind === 'hook' || kind === 'interceptor')
  const rest = registered.filter((one) => !additive.includes(one))
  const winners = [...additive]
  const conflicts: { kind: string; id: string; sources: string[] }[] = []
  for (const one of rest) {
    const rivals = rest.filter(({ kind, id }) => kind === one.kind && id === one.id)
    const best = Math.max(...rivals.map(({ source }) => TIERS[source.scope]!))
    const key = (r: Registered) => [r.order, ...sourceKey(r.source), r.text, r.priority ?? 0]
    const tied = rivals
      .filter(({ source }) => TIERS[source.scope] === best)
      .sort((a, b) => compareKeys(key(a), key(b)))
    const known = winners.some(({ kind, id }) => kind === one.kind && id === one.id)
    if (known) continue
    winners.push(tied[0]!)
    const sources = [...new Set(tied.map(({ source }) => sourceKey(source).join('|')))].sort()
    if (sources.length > 1) conflicts.push({ kind: one.kind, id: one.id, sources })
  }
  const catalogKey = ({ kind, source, priority = 0, id, order }: Registered) => [
    kind,
    -TIERS[source.scope]!,
    -priority,
    source.pluginId ?? '',
    id,
    order,
    source.origin ?? '',
    source.path ?? '',
  ]
  winners.sort((a, b) => compareKeys(catalogKey(a), catalogKey(b)))
  conflicts.sort((a, b) => compareKeys([a.kind, a.id], [b.kind, b.id]))
  return { keys: winners.map((one) => catalogKey(one).join('|')), conflicts, catalogKey }
}

/** Contributors with names of their own, and what they are expected to have registered. */
const registeredOf = fc
  .array(fc.array(contributionOf, { maxLength: 6 }), { maxLength: 4 })
  .map((lists) => lists.map((list, i) => ({ name: `c${i}`, list })))

test('winners, conflicts and order are those of the model', async () => {
  await fc.assert(
    fc.asyncProperty(registeredOf, async (given) => {
      const contributors = given.map(({ name, list }) => offering(name, ...list))
      const registered = given.flatMap(({ name, list }) =>
        list.map((one, order) => ({
          ...one,
          priority: one.priority ?? 0,
          source: { ...one.source, origin: one.source.origin || name },
          order,
          text: textOf(one.payload),
        })),
      )
      const expected = model(registered)
      const snapshot = await snapshotOf(contributors, { ...OPTIONS, policy: 'collect' })
      const keyOf = (entry: unknown) => expected.catalogKey(entry as Registered).join('|')
      expect(snapshot.catalog.all().map(keyOf)).toEqual(expected.keys)
      const readable = (
        conflicts: typeof snapshot extends RuntimeSnapshot ? ConflictError['conflicts'] : never,
      ) =>
        conflicts.map(({ kind, id, sources }) => ({
          kind,
          id,
          sources: sources.map((source) => sourceKey(source).join('|')).sort(),
        }))
      expect(readable(snapshot.catalog.conflicts())).toEqual(expected.conflicts)
      const strict = new Builder(OPTIONS).addContributor(...contributors).build()
      if (expected.conflicts.length === 0) expect(bytes((await strict).snapshot)).toBe(bytes(snapshot))
      else expect(readable((await failure(strict, ConflictError)).conflicts)).toEqual(expected.conflicts)
    }),
    { numRuns: 150 },
  )
})

/** Canonical JSON, by way of sorted pairs. */
function textOf(value: unknown): string {
  if (value === undefined) return ''
  if (Array.isArray(value)) return `[${value.map(textOf).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const members = Object.keys(value).sort((a, b) => compareKeys([a], [b]))
  return `{${members.map((key) => `${JSON.stringify(key)}:${textOf((value as Record<string, unknown>)[key])}`).join(',')}}`
}

test('nothing reachable from a snapshot can be changed', async () => {
  await fc.assert(
    fc.asyncProperty(contributorsOf, async (contributors) => {
      const snapshot = await snapshotOf(contributors, { ...OPTIONS, policy: 'collect' })
      const seen = new Set<unknown>()
      const walk = (value: unknown): void => {
        if (value === null || typeof value !== 'object' || seen.has(value)) return
        seen.add(value)
        expect(Object.isFrozen(value)).toBe(true)
        expect(value instanceof Map || value instanceof Set).toBe(false)
        for (const key of Reflect.ownKeys(value)) {
          const descriptor = Object.getOwnPropertyDescriptor(value, key)!
          expect('value' in descriptor).toBe(true)
          walk(descriptor.value)
        }
      }
      walk(snapshot)
      for (const given of [
        snapshot.toolSchemas(),
        snapshot.interceptorChain(),
        snapshot.replacements(),
        snapshot.diagnostics(),
        snapshot.cacheShape(),
        snapshot.catalog.all(),
        snapshot.catalog.conflicts(),
        snapshot.catalog.byKind('theme'),
        snapshot.catalog.byKind('none'),
        snapshot.catalog.get('theme', 'x'),
        snapshot.withGeneration(3),
      ])
        walk(given)
    }),
    { numRuns: 60 },
  )
})
