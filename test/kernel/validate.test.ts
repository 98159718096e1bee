import { expect, test } from 'vitest'
import { type Contribution, ContributionsInvalidError, ValidationError } from '../../src/kernel.ts'
import { failure, offering, snapshotOf, theme } from './support.ts'

const source = { scope: 'project' }
const schema = { name: 'x', description: '', parameters: {} }
const step = { run: () => {} }

async function reasons(contribution: unknown, options = {}): Promise<string[]> {
  const error = await failure(
    snapshotOf([offering('test', contribution)], options),
    ContributionsInvalidError,
  )
  return error.errors.map((one) => one.reason)
}

test('all malformed contributions are reported together, sorted, with kind, ID and reason', async () => {
  const given = [
    offering('z', { kind: 'tool', id: 'Bash', source, payload: schema }),
    offering('a', { kind: 'provider', id: 'openai', source: { scope: 'projct' } }, theme('a b'), theme('ok')),
  ]
  const error = await failure(snapshotOf(given), ContributionsInvalidError)
  expect(error.code).toBe('CONTRIBUTION_INVALID')
  expect(
    error.errors.every((one) => one instanceof ValidationError && one.code === 'CONTRIBUTION_INVALID'),
  ).toBe(true)
  expect(error.errors.map(({ kind, id, reason }) => [kind, id, reason])).toEqual([
    ['provider', 'openai', 'a provider ID is "<name>/<model>", with exactly one slash'],
    ['provider', 'openai', 'unknown scope "projct"; did you mean "project"?'],
    ['theme', 'a b', 'the ID contains white space'],
    ['tool', 'Bash', 'a tool ID is in lower case: "bash"'],
  ])
  expect(error.message).toBe(
    [
      'The provider "openai" of a (projct) is not valid: a provider ID is "<name>/<model>", with exactly one slash',
      'The provider "openai" of a (projct) is not valid: unknown scope "projct"; did you mean "project"?',
      'The theme "a b" of a (project) is not valid: the ID contains white space',
      'The tool "Bash" of z (project) is not valid: a tool ID is in lower case: "bash"',
    ].join('\n'),
  )
  expect(error.details.problems[3]).toEqual({
    kind: 'tool',
    id: 'Bash',
    reason: 'a tool ID is in lower case: "bash"',
    source: { scope: 'project', origin: 'z' },
  })
})

test.each<[string, unknown, string]>([
  ['an unknown kind', { kind: 'modul', id: 'x', source }, 'unknown kind "modul"; did you mean "module"?'],
  [
    'a kind that is a member of every object',
    { kind: 'constructor', id: 'x', source },
    'unknown kind "constructor"',
  ],
  ['an empty ID', theme('  '), 'the ID is empty'],
  ['white space of any script', theme('a\u2003b'), 'the ID contains white space'],
  ['no source', { kind: 'theme', id: 'x' }, 'source cannot be read: no object'],
  ['no object', 7, 'it cannot be read: no object'],
  ['an ID that is no text', { kind: 'theme', id: 7, source }, 'id is no text'],
  ['a path that is no text', theme('x', { path: 7 as never }), 'source.path is no text'],
  ['a priority that is no number', theme('x', {}, { priority: Number.NaN }), 'priority is no finite number'],
  [
    'a module ID outside the grammar',
    { kind: 'module', id: 'a.B', source },
    'a module ID is made of segments a-z, 0-9 and single "_", each starting with a letter',
  ],
  [
    'a module ID too long',
    { kind: 'module', id: 'a'.repeat(193), source },
    'a module ID has at most 192 characters',
  ],
  ['a plugin ID without a kind', { kind: 'plugin', id: ':x', source }, 'a plugin ID is "<kind>:<name>"'],
  [
    'a provider with two slashes',
    { kind: 'provider', id: 'a/b/c', source },
    'a provider ID is "<name>/<model>", with exactly one slash',
  ],
  [
    'a provider without a model',
    { kind: 'provider', id: 'a/', source },
    'a provider ID is "<name>/<model>", with exactly one slash',
  ],
  [
    'an MCP name with one part',
    { kind: 'tool', id: 'mcp__files', source, payload: schema },
    'an ID that starts with "mcp__" is "mcp__<server>__<tool>"',
  ],
  [
    'an MCP name without a server',
    { kind: 'tool', id: 'mcp____read', source, payload: schema },
    'an ID that starts with "mcp__" is "mcp__<server>__<tool>"',
  ],
  [
    'an MCP tool under another name',
    { kind: 'tool', id: 'read', source, payload: { ...schema, mcp: { server: 'files' } } },
    'the ID of a tool of an MCP server starts with "mcp__"',
  ],
  [
    'tool parameters that are no schema',
    { kind: 'tool', id: 'x', source, payload: { ...schema, parameters: [] } },
    'the tool parameters in the payload are no JSON Schema object',
  ],
  [
    'a module description that is no text',
    { kind: 'module', id: 'x', source, payload: { description: 7 } },
    'the description in the payload is no text',
  ],
  [
    'an undeclared point',
    { kind: 'interceptor', id: 'befor', source, payload: step },
    'the point is not declared; did you mean "before"?',
  ],
  [
    'a priority out of range',
    { kind: 'interceptor', id: 'before', source, payload: step, priority: 1001 },
    'the priority 1001 is not within -1000 and 1000',
  ],
  [
    'an interceptor that does nothing',
    { kind: 'interceptor', id: 'before', source, payload: {} },
    'the payload is neither { run(value, context) } nor { module: id }',
  ],
  [
    'a slot nobody declared',
    theme('x', {}, { payload: { replacementSlots: ['ruter'] } }),
    '"ruter" is no slot; did you mean "router"?',
  ],
  [
    'slots in no array',
    theme('x', {}, { payload: { replacementSlots: 'router' } }),
    'replacementSlots gives no array',
  ],
])('refuses %s', async (_, contribution, reason) => {
  expect(await reasons(contribution, { points: ['before'], slots: ['router'] })).toEqual([reason])
})

test('a tool without a schema is told all that is missing', async () => {
  expect(await reasons({ kind: 'tool', id: 'x', source })).toEqual([
    'the payload gives no tool description (description)',
    'the payload gives no tool name (name)',
    'the payload gives no tool parameters (parameters)',
  ])
})

test('legal contributions of every built-in kind pass', async () => {
  const given: Contribution[] = [
    { kind: 'module', id: 'math.math_ops.addition', source },
    { kind: 'plugin', id: 'llm:openai:x', source },
    { kind: 'tool', id: 'mcp__files__read__all', source, payload: { ...schema, mcp: {} } },
    { kind: 'tool', id: 'bash', source, payload: schema },
    ...['skill', 'command', 'prompt', 'hook', 'mcp_server', 'theme', 'ui_action', 'strategy'].map((kind) => ({
      kind,
      id: '__proto__',
      source,
    })),
    { kind: 'provider', id: 'openai/gpt', source },
    { kind: 'interceptor', id: 'before', source, payload: { module: 'math.add' }, priority: -1000 },
  ]
  const snapshot = await snapshotOf(given, { points: ['before'] })
  expect(snapshot.catalog.size).toBe(given.length)
  expect(snapshot.catalog.get('skill', '__proto__')!.id).toBe('__proto__')
  expect(snapshot.catalog.get('skill', 'constructor')).toBeUndefined()
  expect(snapshot.catalog.byKind('toString')).toEqual([])
})

test('an application declares kinds with rules of its own, and scopes', async () => {
  const kinds = {
    report: { check: ({ id }: { id: string }) => (id.endsWith('.pdf') ? [] : ['a report ends in .pdf']) },
    broken: {
      check: () => {
        throw new Error('bug')
      },
    },
  }
  const scopes = { user: 70 }
  const good = { kind: 'report', id: 'a.pdf', source: { scope: 'user' } }
  expect((await snapshotOf([good], { kinds, scopes })).catalog.get('report', 'a.pdf')!.source.scope).toBe(
    'user',
  )
  expect(await reasons({ kind: 'report', id: 'a', source }, { kinds, scopes })).toEqual([
    'a report ends in .pdf',
  ])
  expect(await reasons({ kind: 'broken', id: 'a', source }, { kinds })).toEqual([
    'the check of its kind failed: bug',
  ])
})
