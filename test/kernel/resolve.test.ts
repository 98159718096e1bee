import { expect, test } from 'vitest'
import { AmbiguousPluginError, ConflictError, SlotConflictError } from '../../src/kernel.ts'
import { failure, offering, snapshotOf, theme } from './support.ts'

test('the highest tier wins, and lower ones are shadowed without a word', async () => {
  const scopes = ['builtin', 'global', 'plugin', 'codex_compat', 'claude_compat', 'project']
  for (let count = 1; count <= scopes.length; count++) {
    const given = scopes.slice(0, count).map((scope) => offering(scope, theme('dark', { scope })))
    const snapshot = await snapshotOf(given)
    expect(snapshot.catalog.all().map((entry) => entry.source.scope)).toEqual([scopes[count - 1]])
    expect(snapshot.diagnostics()).toEqual([])
  }
})

test('what was shadowed is told, whoever was asked first', async () => {
  const offers = [
    offering('low', theme('dark', { scope: 'builtin' }), theme('alone', { scope: 'builtin' })),
    offering('high', theme('dark', { path: 'dark.ts' }), theme('dark', { path: 'dark.ts' }, { payload: 2 })),
    offering(
      'middle',
      theme('dark', { scope: 'plugin', pluginId: 'acme' }),
      theme('dark', { scope: 'global' }),
    ),
  ]
  for (const given of [offers, [...offers].reverse()]) {
    const { catalog } = await snapshotOf(given)
    expect(catalog.shadowed()).toEqual([
      { kind: 'theme', id: 'dark', source: { scope: 'builtin', origin: 'low' } },
      { kind: 'theme', id: 'dark', source: { scope: 'global', origin: 'middle' } },
      { kind: 'theme', id: 'dark', source: { scope: 'plugin', origin: 'middle', pluginId: 'acme' } },
    ])
    expect(Object.isFrozen(catalog.shadowed()[0])).toBe(true)
  }
})

test('of two equally ranked sources the one that lost is shadowed, and additive kinds shadow nothing', async () => {
  const given = [
    theme('dark', { path: 'a' }),
    theme('dark', { path: 'b' }),
    { kind: 'hook', id: 'start', source: { scope: 'project', path: 'a' } },
    { kind: 'hook', id: 'start', source: { scope: 'builtin', path: 'b' } },
  ]
  const { catalog } = await snapshotOf(given, { policy: 'collect' })
  expect(catalog.shadowed().map(({ id, source }) => [id, source.path])).toEqual([['dark', 'b']])
})

test('several from one source collapse to the first', async () => {
  const snapshot = await snapshotOf([
    theme('dark', { path: 'a' }, { payload: 1 }),
    theme('dark', { path: 'a' }, { payload: 2 }),
  ])
  expect(snapshot.catalog.all().map((entry) => entry.payload)).toEqual([1])
})

test.each(['pluginId', 'version', 'origin', 'path', 'scope'] as const)(
  'a different %s is a different source',
  async (field) => {
    const scopes = { other: 60 }
    const given = [theme('dark', { [field]: 'project' }), theme('dark', { [field]: 'other' })]
    await failure(snapshotOf(given, { scopes }), ConflictError)
  },
)

test('every conflict of the build is in one error, with all sources', async () => {
  const given = [
    offering('c', theme('dark', {}), theme('light')),
    offering('b', theme('dark', { path: 'b.ts' }), theme('low', { scope: 'builtin' })),
    offering('a', theme('dark', { pluginId: 'acme', version: '1.0.0' }), theme('light')),
    offering('d', theme('low', { scope: 'global' }), theme('dark', { scope: 'builtin' })),
  ]
  const error = await failure(snapshotOf(given), ConflictError)
  expect(error.code).toBe('CONTRIBUTION_CONFLICT')
  expect(error.conflicts).toEqual([
    {
      kind: 'theme',
      id: 'dark',
      sources: [
        { scope: 'project', origin: 'b', path: 'b.ts' },
        { scope: 'project', origin: 'c' },
        { scope: 'project', origin: 'a', pluginId: 'acme', version: '1.0.0' },
      ],
    },
    {
      kind: 'theme',
      id: 'light',
      sources: [
        { scope: 'project', origin: 'a' },
        { scope: 'project', origin: 'c' },
      ],
    },
  ])
  expect(error.details).toEqual({ ...error.conflicts[0], conflicts: error.conflicts })
  expect(error.message).toBe(
    'The theme "dark" has no clear owner: it is offered by b, b.ts (project); c (project); acme@1.0.0, a (project).\n' +
      'The theme "light" has no clear owner: it is offered by a (project); c (project).',
  )
})

test("under 'collect' the first registration stays, and the dispute is a diagnostic", async () => {
  const given = [
    offering('a', theme('other'), theme('dark', {}, { payload: 'second of a' })),
    offering('b', theme('dark', {}, { payload: 'first of b' })),
  ]
  const snapshot = await snapshotOf(given, { policy: 'collect' })
  expect(snapshot.catalog.get('theme', 'dark')!.payload).toBe('first of b')
  const conflict = {
    kind: 'theme',
    id: 'dark',
    sources: [
      { scope: 'project', origin: 'a' },
      { scope: 'project', origin: 'b' },
    ],
    winner: { scope: 'project', origin: 'b' },
  }
  expect(snapshot.catalog.conflicts()).toEqual([conflict])
  expect(snapshot.diagnostics()).toEqual([
    {
      code: 'CONTRIBUTION_CONFLICT',
      severity: 'warning',
      message:
        'The theme "dark" has no clear owner: it is offered by a (project); b (project). The one of b (project) is used.',
      hint: 'Remove or rename all but one, or offer the one that should win at a higher scope.',
      related: [],
      details: conflict,
    },
  ])
})

test('ties in the order are broken by the source, then by the payload', async () => {
  const bySource = [
    offering('b', theme('x', {}, { payload: 1 })),
    offering('a', theme('x', {}, { payload: 2 })),
  ]
  expect((await snapshotOf(bySource, { policy: 'collect' })).catalog.all()[0]!.payload).toBe(2)
  const twins = [
    offering('a', theme('x', {}, { payload: { b: 1 } })),
    offering('a', theme('x', {}, { payload: { a: 1 } })),
  ]
  for (const given of [twins, [...twins].reverse()]) {
    const snapshot = await snapshotOf(given)
    expect(snapshot.catalog.all().map((entry) => entry.payload)).toEqual([{ a: 1 }])
  }
})

test('additive kinds keep everything and never conflict', async () => {
  const hook = (scope: string) => ({ kind: 'hook', id: 'start', source: { scope } })
  const given = [offering('a', hook('project'), hook('builtin')), offering('b', hook('project'))]
  const snapshot = await snapshotOf(given)
  expect(
    snapshot.catalog.byKind('hook').map(({ source, order }) => [source.origin, source.scope, order]),
  ).toEqual([
    ['a', 'project', 0],
    ['b', 'project', 0],
    ['a', 'builtin', 1],
  ])
  expect(snapshot.catalog.get('hook', 'start')).toBe(snapshot.catalog.byKind('hook')[0])
})

test.each(['fail', 'collect'] as const)(
  "a plugin that exists twice, at any tier, is ambiguous under '%s'",
  async (policy) => {
    const plugin = (scope: string, path: string) => ({
      kind: 'plugin',
      id: 'llm:openai',
      source: { scope, path },
    })
    const given = [plugin('project', 'plugins/a'), plugin('plugin', 'node_modules/b')]
    const error = await failure(snapshotOf(given, { policy }), AmbiguousPluginError)
    expect(error.code).toBe('AMBIGUOUS_PLUGIN')
    expect(error.details).toMatchObject({
      kind: 'llm',
      name: 'openai',
      paths: ['node_modules/b', 'plugins/a'],
    })
    expect(error.message).toBe(
      'The plugin "openai" of kind "llm" exists more than once: test, node_modules/b (plugin); test, plugins/a (project).',
    )
    const same = plugin('project', 'plugins/a')
    await failure(snapshotOf([same, same], { policy }), AmbiguousPluginError)
  },
)

test('another kind may be unique too', async () => {
  const options = { kinds: { page: { unique: true } }, policy: 'collect' as const }
  const page = (scope: string) => ({ kind: 'page', id: '/', source: { scope } })
  const error = await failure(snapshotOf([page('builtin'), page('project')], options), ConflictError)
  expect(error.conflicts[0]).toMatchObject({ kind: 'page', id: '/' })
})

test.each(['fail', 'collect'] as const)(
  "a second claimant of a slot fails the build under '%s'",
  async (policy) => {
    class Claimer {
      replacementSlots() {
        return ['router', 'tool:bash']
      }
    }
    const given = [
      theme('a', { scope: 'builtin' }, { payload: { replacementSlots: ['router'] } }),
      theme('a', {}, { payload: {} }),
      theme('b', {}, { payload: new Claimer() }),
    ]
    const error = await failure(snapshotOf(given, { policy, slots: ['router'] }), SlotConflictError)
    expect(error.code).toBe('SLOT_CONFLICT')
    expect(error.conflicts).toEqual([
      {
        slot: 'router',
        owners: [
          { kind: 'theme', id: 'a', source: { scope: 'builtin', origin: 'test' } },
          { kind: 'theme', id: 'b', source: { scope: 'project', origin: 'test' } },
        ],
      },
    ])
    expect(error.message).toBe(
      'The slot "router" can have one owner, and is claimed by the theme "a" of test (builtin); the theme "b" of test (project).',
    )
  },
)

test('a shadowed contribution keeps its slot, and one that is offered twice is one claimant', async () => {
  const claims = (...replacementSlots: string[]) => ({ payload: { replacementSlots } })
  const snapshot = await snapshotOf(
    [
      theme('a', { scope: 'builtin' }, claims('provider:openai/gpt', 'router')),
      theme('a', {}),
      theme('b', {}, claims('tool:bash', 'tool:bash')),
      theme('b', {}, claims('tool:bash')),
    ],
    { slots: ['router'] },
  )
  expect(snapshot.replacements()).toEqual({
    'provider:openai/gpt': { kind: 'theme', id: 'a', source: { scope: 'builtin', origin: 'test' } },
    router: { kind: 'theme', id: 'a', source: { scope: 'builtin', origin: 'test' } },
    'tool:bash': { kind: 'theme', id: 'b', source: { scope: 'project', origin: 'test' } },
  })
})

test('conflicts of several classes come together', async () => {
  const slot = { payload: { replacementSlots: ['tool:bash'] } }
  const plugin = { kind: 'plugin', id: 'llm:x', source: { scope: 'project' } }
  const given = [theme('a', { path: '1' }, slot), theme('a', { path: '2' }, slot), plugin, plugin]
  const error = await failure(snapshotOf(given), ConflictError)
  expect(error.others.map((other) => other.code)).toEqual(['AMBIGUOUS_PLUGIN', 'SLOT_CONFLICT'])
  expect(error.message.split('\n')).toHaveLength(3)
  const collected = await failure(snapshotOf(given, { policy: 'collect' }), AmbiguousPluginError)
  expect(collected.others.map((other) => other.code)).toEqual(['SLOT_CONFLICT'])
})

test('the catalog is sorted by kind, tier, priority, plugin ID, ID, order, origin and path', async () => {
  const snapshot = await snapshotOf([
    offering('o', theme('b'), theme('a'), theme('c', {}, { priority: 5 }), theme('d', { pluginId: 'p' }), {
      kind: 'skill',
      id: 'z',
      source: { scope: 'builtin' },
    }),
    offering('n', theme('e', { scope: 'global' }, { priority: 99 })),
  ])
  expect(snapshot.catalog.all().map((entry) => entry.id)).toEqual(['z', 'c', 'a', 'b', 'd', 'e'])
})
