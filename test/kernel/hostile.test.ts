import { expect, test } from 'vitest'
import { ContributionsInvalidError } from '../../src/kernel.ts'
import { failure, offering, snapshotOf, theme } from './support.ts'

const source = { scope: 'project' }

async function held(payload: unknown): Promise<unknown> {
  return (await snapshotOf([theme('x', {}, { payload })])).catalog.get('theme', 'x')!.payload
}

async function reasons(...contributions: unknown[]): Promise<string[]> {
  const error = await failure(snapshotOf([offering('test', ...contributions)]), ContributionsInvalidError)
  return error.errors.map((one) => one.reason)
}

test('no prototype is ever changed by keys called __proto__', async () => {
  const payload = JSON.parse('{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}')
  const copy = (await held(payload)) as Record<string, unknown>
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  expect(JSON.stringify(copy)).toBe(JSON.stringify(payload))
  const snapshot = await snapshotOf([{ kind: 'module', id: 'x', source, payload: { inputSchema: payload } }])
  const parameters = snapshot.toolSchemas()[0]!.parameters
  expect(Object.getPrototypeOf(parameters)).toBe(Object.prototype)
  expect(Object.keys(parameters)).toEqual(['__proto__', 'constructor'])
})

test('declared names may be members of every object', async () => {
  const names = ['__proto__', 'constructor', 'toString']
  const kinds = Object.fromEntries(names.slice(1).map((name) => [name, {}]))
  const snapshot = await snapshotOf(
    [
      ...names.map((id) => ({ kind: 'interceptor', id, source, payload: { module: 'm' } })),
      { kind: 'constructor', id: '__proto__', source, payload: { replacementSlots: names } },
    ],
    { kinds, points: names, slots: names },
  )
  expect(Object.keys(snapshot.interceptorChain())).toEqual(names)
  expect(snapshot.interceptorChain('__proto__')).toHaveLength(1)
  expect(Object.keys(snapshot.replacements())).toEqual(names)
  expect(snapshot.replacements().toString).toMatchObject({ kind: 'constructor', id: '__proto__' })
})

test('cycles and shared parts keep their shape', async () => {
  const shared = { n: 1 }
  const payload: Record<string, unknown> = { a: shared, b: shared }
  payload.self = payload
  const copy = (await held(payload)) as typeof payload
  expect(copy.self).toBe(copy)
  expect(copy.a).toBe(copy.b)
  expect(copy.a).not.toBe(shared)
})

test('a cycle is an error where canonical JSON is needed', async () => {
  const cyclic: Record<string, unknown> = { type: 'object' }
  cyclic.properties = { child: cyclic }
  expect(await reasons({ kind: 'module', id: 'x', source, payload: { inputSchema: cyclic } })).toEqual([
    'the payload\'s tool schema cannot be read: JSON cannot hold the cycle at "properties.child"',
  ])
  expect(await reasons({ kind: 'module', id: 'x', source, payload: { inputSchema: { a: 1n } } })).toEqual([
    'the payload\'s tool schema cannot be read: JSON cannot hold the bigint at "a"',
  ])
  const twins = [
    offering('a', theme('x', {}, { payload: cyclic })),
    offering('a', theme('x', {}, { payload: cyclic })),
  ]
  const error = await failure(snapshotOf(twins), ContributionsInvalidError)
  expect(error.errors[0]!.reason).toBe(
    'the payload is needed to tell it from its like, but JSON cannot hold the cycle at "properties.child"',
  )
})

test('small data that unfolds into a giant text is an error, not a crash', async () => {
  let bomb: unknown = 'xxxxxxxx'
  for (let i = 0; i < 60; i++) bomb = [bomb, bomb]
  expect(await reasons({ kind: 'module', id: 'x', source, payload: { inputSchema: { bomb } } })).toEqual([
    "the payload's tool schema cannot be read: JSON is refused beyond 134217728 characters",
  ])
})

test('data that is nested beyond reason is an error, not a crash', async () => {
  let deep: unknown = 1
  for (let i = 0; i < 100_000; i++) deep = { deep }
  expect(await reasons(theme('x', {}, { payload: deep }))).toEqual([
    'the payload cannot be read: it is nested more than 1000 levels deep',
  ])
})

test('accessors are read once, and one that throws is reported', async () => {
  let reads = 0
  const copy = (await held({
    get now() {
      return { reads: ++reads }
    },
  })) as { now: unknown }
  expect([copy.now, copy.now, reads]).toEqual([{ reads: 1 }, { reads: 1 }, 1])
  expect(Object.getOwnPropertyDescriptor(copy, 'now')).toMatchObject({ writable: false })
  const throwing = {
    get secret() {
      throw new Error('no')
    },
  }
  expect(await reasons(theme('x', {}, { payload: throwing }))).toEqual(['the payload cannot be read: no'])
  const revoked = Proxy.revocable({}, {})
  revoked.revoke()
  expect((await reasons(theme('x', {}, { payload: revoked.proxy })))[0]).toMatch(
    /^the payload cannot be read: /,
  )
  expect((await reasons(revoked.proxy))[0]).toMatch(/^it cannot be read: /)
})

test('live objects that throw are reported where they are asked', async () => {
  class Hostile {
    get mcp() {
      throw 'text'
    }
    get replacementSlots() {
      throw Object.create(null)
    }
    get name() {
      throw new Error('no name')
    }
  }
  expect(await reasons({ kind: 'tool', id: 'x', source, payload: new Hostile() })).toEqual([
    'replacementSlots cannot be read: an object that cannot be printed',
    'the check of its kind failed: text',
    "the payload's tool schema cannot be read: no name",
  ])
})

test('exotic members are copied or kept, and huge sparse arrays stay cheap', async () => {
  const tag = Symbol('tag')
  const date = new Date(0)
  const sparse: unknown[] = []
  sparse.length = 4_000_000_000
  sparse[3] = { a: 1 }
  const bare = Object.assign(Object.create(null), { a: [1] })
  const copy = (await held({ [tag]: { a: 1 }, date, sparse, bare, u: undefined })) as Record<
    PropertyKey,
    unknown
  >
  expect(copy[tag]).toEqual({ a: 1 })
  expect(Object.isFrozen(copy[tag])).toBe(true)
  expect(copy.date).toBe(date)
  expect(copy.sparse as unknown[]).toHaveLength(4_000_000_000)
  expect(Object.getPrototypeOf(copy.bare)).toBe(null)
  expect(Object.keys(copy)).toEqual(['date', 'sparse', 'bare', 'u'])
})

test.each(['constructor', '💥', '\ud800', '\u202e', 'a'.repeat(10_000), '"\\'])(
  'the ID %j is an ID like any other',
  async (id) => {
    expect((await snapshotOf([theme(id)])).catalog.get('theme', id)!.id).toBe(id)
  },
)
