import { expect, test } from 'vitest'
import {
  ActivationError,
  BuildAbortedError,
  Builder,
  type Contribution,
  ContributorError,
  KernelArgumentError,
  RuntimeSet,
} from '../../src/kernel.ts'
import { failure, offering, snapshotOf, theme } from './support.ts'

test('what the compiler does: modules in, sorted catalog out', async () => {
  const module = (id: string): Contribution => ({
    kind: 'module',
    id,
    source: { scope: 'project', origin: 'extensions', path: `extensions/${id}.ts` },
    payload: { className: 'X' },
  })
  const contributors = [offering('extensions', module('mail.send'), module('math.add'))]
  const { snapshot } = await new Builder()
    .addContributor(...contributors)
    .withConflictPolicy('collect')
    .build()
  expect(snapshot.catalog.byKind('module').map((entry) => entry.id)).toEqual(['mail.send', 'math.add'])
  expect(snapshot.catalog.get('module', 'math.add')).toEqual({
    kind: 'module',
    id: 'math.add',
    source: { scope: 'project', origin: 'extensions', path: 'extensions/math.add.ts' },
    priority: 0,
    order: 1,
    payload: { className: 'X' },
  })
})

test('an empty builder gives an empty snapshot of generation 0 and an empty set', async () => {
  const { snapshot, runtimeSet } = await new Builder().build()
  expect(snapshot.generation).toBe(0)
  expect(snapshot.systemPrompt).toBe('')
  expect(snapshot.catalog.size).toBe(0)
  expect(snapshot.catalog.all()).toEqual([])
  expect(runtimeSet.generation).toBe(0)
  expect(runtimeSet.size).toBe(0)
})

test('IDs are trimmed and empty origins filled, and empty source fields count as absent', async () => {
  const snapshot = await snapshotOf([theme(' dark\n', { pluginId: '', version: '', path: '', origin: '' })])
  expect(snapshot.catalog.all()).toEqual([
    { kind: 'theme', id: 'dark', source: { scope: 'project', origin: 'test' }, priority: 0, order: 0 },
  ])
})

test('contributors may be asynchronous, and are asked for each build anew', async () => {
  let asked = 0
  const builder = new Builder().addContributor({
    name: 'later',
    contribute: async () => [theme(`t${++asked}`)],
  })
  const [one, two] = [await builder.build(), await builder.build()]
  expect(one.snapshot.catalog.all()[0]!.id).toBe('t1')
  expect(two.snapshot.catalog.all()[0]!.id).toBe('t2')
})

test('what is set while a build runs counts for the next one', async () => {
  const builder = new Builder().addContributor(offering('a', theme('x'))).withGeneration(1)
  const running = builder.build()
  builder.withGeneration(2).addContributor(offering('b', theme('y')))
  expect((await running).snapshot.generation).toBe(1)
  expect((await running).snapshot.catalog.size).toBe(1)
  expect((await builder.build()).snapshot.catalog.size).toBe(2)
})

test('contributors that fail are named with their causes, in the order of their names', async () => {
  const cause = new Error('disk full')
  const failing = (name: string, error: unknown) => ({
    name,
    contribute: () => Promise.reject(error),
  })
  const noList = { name: 'c', contribute: () => ({}) as never }
  const build = new Builder().addContributor(
    failing('b', 'text'),
    noList,
    failing('a', cause),
    offering('ok'),
  )
  const error = await failure(build.build(), ContributorError)
  expect(error.code).toBe('CONTRIBUTOR_FAILED')
  expect(error.details).toEqual({ contributors: ['a', 'b', 'c'] })
  expect(error.cause).toBe(cause)
  expect(error.errors.slice(0, 2)).toEqual([cause, 'text'])
  expect(error.message).toBe(
    'The contributor "a" failed: disk full\nThe contributor "b" failed: text\nThe contributor "c" failed: contribute() gave no array',
  )
})

test.each([
  ['a generation', () => new Builder().withGeneration(-1), 'generation'],
  ['a policy', () => new Builder().withConflictPolicy('warn' as never), 'conflictPolicy'],
  ['a system prompt', () => new Builder().withSystemPrompt(1 as never), 'systemPrompt'],
  ['an activator', () => new Builder().withActivator({} as never), 'activator'],
  [
    'a contributor',
    () => new Builder().addContributor(offering('ok'), { name: '' } as never),
    'contributors[1]',
  ],
  ['no contributor', () => new Builder().addContributor(undefined as never), 'contributors[0]'],
  ['a built-in kind', () => new Builder({ kinds: { tool: {} } }), 'kinds["tool"]'],
  ['a kind rule', () => new Builder({ kinds: { x: null as never } }), 'kinds["x"]'],
  ['a kind name', () => new Builder({ kinds: { 'a b': {} } }), 'kinds["a b"]'],
  ['a built-in scope', () => new Builder({ scopes: { project: 1 } }), 'scopes["project"]'],
  ['a tier', () => new Builder({ scopes: { x: Number.NaN } }), 'scopes["x"]'],
  ['a point', () => new Builder({ points: ['ok', ''] }), 'points[1]'],
  ['a slot of a built-in family', () => new Builder({ slots: ['tool:bash'] }), 'slots[0]'],
  ['no list of slots', () => new Builder({ slots: 'router' as never }), 'slots'],
])('refuses %s that it cannot use', (_, act, path) => {
  expect(act).toThrow(KernelArgumentError)
  try {
    act()
  } catch (error) {
    expect((error as KernelArgumentError).code).toBe('OPTIONS_INVALID')
    expect((error as KernelArgumentError).details.issues.map((issue) => issue.path)).toEqual([path])
  }
})

test('an aborted signal ends the build with its reason, even while contributors hang', async () => {
  const aborted = AbortSignal.abort(new Error('stop'))
  await expect(new Builder().build({ signal: aborted })).rejects.toThrow('stop')
  const controller = new AbortController()
  let seen: AbortSignal | undefined
  const hanging = {
    name: 'hanging',
    contribute: ({ signal }: { signal: AbortSignal }) => {
      seen = signal
      return new Promise<never>(() => {})
    },
  }
  const build = new Builder().addContributor(hanging).build({ signal: controller.signal })
  controller.abort('enough')
  const error = await failure(build, BuildAbortedError)
  expect(error.cause).toBe('enough')
  expect(seen!.aborted).toBe(true)
})

test('a signal aborted inside a contributor stops before anything is activated', async () => {
  const controller = new AbortController()
  let activated = false
  const build = new Builder()
    .addContributor({
      name: 'a',
      contribute() {
        controller.abort()
        return []
      },
    })
    .withActivator(() => {
      activated = true
      return undefined
    })
    .build({ signal: controller.signal })
  await expect(build).rejects.toBe(controller.signal.reason)
  expect(activated).toBe(false)
})

test('the activator binds a set to the frozen snapshot', async () => {
  const builder = new Builder().addContributor(offering('a', theme('x'))).withGeneration(7)
  const { snapshot, runtimeSet } = await builder
    .withActivator(async (given) => {
      expect(given.catalog.size).toBe(1)
      const set = new RuntimeSet(given.generation)
      set.add({ close() {} })
      return set
    })
    .build()
  expect(runtimeSet.size).toBe(1)
  expect(runtimeSet.generation).toBe(snapshot.generation)
  const empty = await builder.withActivator(async () => undefined).build()
  expect(empty.runtimeSet.generation).toBe(7)
})

test('an activator that fails fails the build', async () => {
  const cause = new Error('no port')
  const builder = new Builder().withGeneration(3)
  const thrown = await failure(
    builder
      .withActivator(() => {
        throw cause
      })
      .build(),
    ActivationError,
  )
  expect(thrown.code).toBe('ACTIVATION_FAILED')
  expect(thrown.cause).toBe(cause)
  expect(thrown.details).toEqual({ generation: 3 })
  await failure(builder.withActivator(() => ({}) as never).build(), ActivationError)
  const other = new RuntimeSet(2)
  await failure(builder.withActivator(() => other).build(), ActivationError)
  expect(other.closed).toBe(false)
})

test('a set that an aborted activator still gives is closed', async () => {
  const controller = new AbortController()
  let finish: (set: RuntimeSet) => void = () => {}
  const late = new RuntimeSet(0)
  const closed = new Promise<void>((resolve) => {
    late.add({ close: resolve })
  })
  const build = new Builder()
    .withActivator(() => {
      queueMicrotask(() => controller.abort())
      return new Promise((resolve) => {
        finish = resolve
      })
    })
    .build({ signal: controller.signal })
  await expect(build).rejects.toThrow('aborted')
  finish(late)
  await closed
  expect(late.closed).toBe(true)
})
