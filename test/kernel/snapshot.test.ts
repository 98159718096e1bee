import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'
import { Builder, type Contribution, KernelArgumentError } from '../../src/kernel.ts'
import { bytes, offering, snapshotOf, theme } from './support.ts'

const source = { scope: 'project' }
const tool = (id: string, payload: object): Contribution => ({ kind: 'tool', id, source, payload })
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

afterEach(() => {
  vi.unstubAllGlobals()
})

test('tools and modules render tool schemas, sorted, in canonical JSON', async () => {
  const snapshot = await snapshotOf([
    tool('b', { name: 'same', description: 'two', parameters: { b: 1, a: [{ d: 1, c: 2 }] } }),
    tool('a', { name: 'same', description: 'one', parameters: { type: 'object' } }),
    tool('c', { name: 'same', description: 'one', parameters: { type: 'array' } }),
    {
      kind: 'module',
      id: 'math.add',
      source,
      payload: { description: 'Adds', inputSchema: { type: 'object' } },
    },
    { kind: 'module', id: 'bare', source },
  ])
  expect(JSON.stringify(snapshot.toolSchemas(), null, 1).replace(/\n */g, '')).toBe(
    '[' +
      [
        '{"description": "","name": "bare","parameters": {"properties": {},"type": "object"}}',
        '{"description": "Adds","name": "math.add","parameters": {"type": "object"}}',
        '{"description": "one","name": "same","parameters": {"type": "array"}}',
        '{"description": "one","name": "same","parameters": {"type": "object"}}',
        '{"description": "two","name": "same","parameters": {"a": [{"c": 2,"d": 1}],"b": 1}}',
      ].join(',') +
      ']',
  )
})

test('a live object may give its tool schema through accessors', async () => {
  class Bash {
    get name() {
      return 'bash'
    }
    description = 'Runs a command'
    inputSchema = { type: 'object', toJSON: undefined }
  }
  const bash = new Bash()
  const snapshot = await snapshotOf([tool('bash', bash)])
  expect(snapshot.toolSchemas()).toEqual([
    { name: 'bash', description: 'Runs a command', parameters: { type: 'object' } },
  ])
  expect(snapshot.catalog.get('tool', 'bash')!.payload).toBe(bash)
  expect(Object.isFrozen(bash)).toBe(false)
  expect(Object.isFrozen(bash.inputSchema)).toBe(false)
})

test('the hashes cover exactly what a model provider sees', async () => {
  const given = [tool('a', { name: 'a', description: 'x', parameters: { b: 1, a: 2 } })]
  const { snapshot } = await new Builder()
    .addContributor(offering('test', ...given))
    .withSystemPrompt('Grüße')
    .build()
  const tools = JSON.stringify(snapshot.toolSchemas())
  expect(snapshot.cacheShape()).toEqual({
    systemHash: sha256('Grüße'),
    toolsHash: sha256(tools),
    cacheHash: sha256(`{"systemPrompt":"Grüße","tools":${tools}}`),
  })
  expect(snapshot.cacheHash).toBe(snapshot.cacheShape().cacheHash)
})

test('what nobody sees leaves the cache hash as it is; what is seen changes it', async () => {
  const hashOf = async (contribution: Contribution, generation = 0, prompt = 'p') => {
    const builder = new Builder().addContributor(offering('test', contribution))
    return (await builder.withGeneration(generation).withSystemPrompt(prompt).build()).snapshot.cacheHash
  }
  const payload = { name: 'a', description: 'x', parameters: { type: 'object', title: 't' } }
  const hash = await hashOf(tool('a', payload))
  const reordered = { extra: 1, parameters: { title: 't', type: 'object' }, description: 'x', name: 'a' }
  expect(
    await hashOf({ kind: 'tool', id: 'b', source: { scope: 'global', path: 'p' }, payload: reordered }, 9),
  ).toBe(hash)
  expect(await hashOf(tool('a', { ...payload, description: 'y' }))).not.toBe(hash)
  expect(await hashOf(tool('a', payload), 0, 'q')).not.toBe(hash)
})

test.each([undefined, {}])('hashes are the same where Web Crypto is %j', async (crypto) => {
  const texts = ['', 'a', 'x'.repeat(55), 'x'.repeat(56), 'é'.repeat(64), '\ud800', '🙂'.repeat(300)]
  vi.stubGlobal('crypto', crypto)
  for (const text of texts) {
    const { snapshot } = await new Builder().withSystemPrompt(text).build()
    expect(snapshot.cacheShape().systemHash).toBe(sha256(text))
  }
})

test('chains run by ascending priority, plugin ID, order, ID and origin', async () => {
  const at = (id: string, path: string, priority: number, pluginId = ''): Contribution => ({
    kind: 'interceptor',
    id,
    source: { scope: 'project', path, pluginId },
    priority,
    payload: { module: 'm' },
  })
  const given = [
    offering('b', at('before', '1', 10), at('before', '2', -10), at('after', '3', 0)),
    offering('a', at('before', '4', 10), at('before', '5', 10, 'p'), at('before', '6', 10)),
  ]
  const snapshot = await snapshotOf(given, { points: ['idle', 'before', 'after'] })
  const paths = (point: string) => snapshot.interceptorChain(point).map((entry) => entry.source.path)
  expect(paths('before')).toEqual(['2', '4', '1', '6', '5'])
  expect(paths('after')).toEqual(['3'])
  expect(paths('idle')).toEqual([])
  expect(Object.keys(snapshot.interceptorChain())).toEqual(['after', 'before', 'idle'])
  expect(() => snapshot.interceptorChain('toString')).toThrow(KernelArgumentError)
})

test('another generation of the same snapshot differs in nothing else', async () => {
  const snapshot = await snapshotOf([theme('dark')])
  const next = snapshot.withGeneration(5)
  expect(next.generation).toBe(5)
  expect(snapshot.generation).toBe(0)
  expect(next.catalog).toBe(snapshot.catalog)
  expect(bytes(next)).toBe(bytes(snapshot))
  expect(() => snapshot.withGeneration(0.5)).toThrow(KernelArgumentError)
})

test('payloads are copies: later changes by the contributor do not show', async () => {
  const payload = { list: [{ a: 1 }], run() {} }
  const snapshot = await snapshotOf([theme('x', {}, { payload })])
  payload.list[0]!.a = 2
  payload.list.push({ a: 3 })
  const held = snapshot.catalog.get('theme', 'x')!.payload as typeof payload
  expect(held.list).toEqual([{ a: 1 }])
  expect(held.run).toBe(payload.run)
  expect(() => held.list.push({ a: 4 })).toThrow(TypeError)
})
