import { describe, expect, it } from 'vitest'
import { type BrokerHandlers, ProcessDescriptorError, Supervisor } from '../../../src/process.ts'
import { supervise, writeChild } from './support.ts'

/** Asks the host what it is told to, and gives what comes back. */
const ASKS = `
let lastId = 0
const waiting = new Map()
const ask = (method, params) => new Promise((done) => { waiting.set(++lastId, done); send({ id: lastId, method, params }) })
const late = []
serve({
  frame: ({ id, result, error, method, params }) => {
    if (method === 'module.cancel') return late.push('cancel')
    if (id === undefined) return
    late.push(id)
    waiting.get(id)?.(error ?? { result })
  },
  'module.tool.call': async ({ tool_id, arguments: given, caller }, id) => {
    if (tool_id === 'late') return { result: late }
    if (tool_id === 'handle') return { result: caller }
    const delegation = given.as === 'me' ? caller.delegation : given.as
    const lie = { subject: 'root', tenant: 'all' }
    const answer = await ask(given.method, { ...given.params, caller: { ...lie, ...(delegation ? { delegation } : {}) } })
    return { result: answer }
  },
})`

const handlers: BrokerHandlers = {
  query: ({ entity }, { caller, module }) => ({
    rows: [{ entity, caller: caller ?? null, module }],
    total: 1,
  }),
  emit: () => ({}),
  methods: {
    'host.time': { permission: 'time:read', handle: () => '12:00' },
    'host.slow': { permission: 'time:read', handle: () => new Promise(() => {}) },
  },
}

async function start(grants: readonly string[], requested = ['articles:read', 'news:emit', 'time:read']) {
  const supervisor = supervise(writeChild(ASKS, { requestedGrants: requested }), { grants, handlers })
  await supervisor.start()
  return (method: string, params: object = {}, as: string | undefined = 'me') =>
    supervisor.callTool('ask', { method, params, as }, { caller: { subject: 'user-7', tenant: 'acme' } })
}

describe('what a module asks of its host', () => {
  it('is answered in the name of the call that it serves, whatever it says', async () => {
    const ask = await start(['articles:*', 'time:read'])
    expect(await ask('host.entity.query', { entity: 'articles' })).toEqual({
      result: {
        rows: [{ entity: 'articles', caller: { subject: 'user-7', tenant: 'acme' }, module: 'demo' }],
        total: 1,
      },
    })
    expect(await ask('host.entity.query', { entity: 'articles' }, '')).toMatchObject({
      result: { rows: [{ caller: null }] },
    })
    expect(await ask('host.time')).toEqual({ result: '12:00' })
  })

  it('needs a grant that was asked for and approved', async () => {
    const ask = await start(['articles:*', 'users:read'])
    const denied = (needed: string) => ({
      code: -32096,
      message: `moduleproto broker: module grant does not satisfy "${needed}"`,
    })
    expect(await ask('host.entity.query', { entity: 'users' })).toEqual(denied('users:read'))
    expect(await ask('host.event.emit', { topic: 'news' })).toEqual(denied('news:emit'))
    expect(await ask('host.time')).toEqual(denied('time:read'))
  })

  it('is refused with another code where it makes no sense, or nobody serves it', async () => {
    const ask = await start(['articles:*', 'news:emit'])
    expect(await ask('host.entity.query', {})).toEqual({
      code: -32602,
      message: 'invalid params: "entity" is a text',
    })
    expect(await ask('host.entity.delete', { entity: 'articles' })).toEqual({
      code: -32603,
      message: 'moduleproto: reverse call denied by NopBroker: host.entity.delete',
    })
    expect(await ask('host.nothing')).toEqual({ code: -32601, message: 'method not found: host.nothing' })
  })

  it('is refused with a handle that is unknown, or of a call that has ended', async () => {
    const supervisor = supervise(writeChild(ASKS, { requestedGrants: ['time:read'] }), {
      grants: ['time:read'],
      handlers,
    })
    await supervisor.start()
    const { delegation } = (await supervisor.callTool('handle')) as { delegation: string }
    expect(delegation).toMatch(/^[\da-f]{32}$/)
    for (const as of [delegation, '0'.repeat(32), 'x']) {
      expect(await supervisor.callTool('ask', { method: 'host.time', params: {}, as })).toEqual({
        code: -32096,
        message: 'moduleproto broker: the delegation is unknown, or its call has ended',
      })
    }
  })

  it('is answered before the host gives the call up, and not later', async () => {
    const supervisor = supervise(writeChild(ASKS, { requestedGrants: ['time:read'] }), {
      grants: ['time:read'],
      handlers,
    })
    await supervisor.start()
    const controller = new AbortController()
    const asked = { method: 'host.slow', params: {}, as: 'me' }
    const call = supervisor.callTool('ask', asked, { signal: controller.signal })
    await new Promise((done) => setTimeout(done, 100))
    controller.abort(new Error('enough'))
    await expect(call).rejects.toThrow('enough')
    await new Promise((done) => setTimeout(done, 100))
    // The answer may make the module answer, so that there is nothing left to cancel.
    expect([[1], [1, 'cancel']]).toContainEqual(await supervisor.callTool('late'))
  })
})

describe('a descriptor', () => {
  it('is refused with everything that is wrong with it', () => {
    const make = () =>
      new Supervisor({
        name: '1demo',
        version: '',
        command: [],
        cwd: 'relative',
        artifact: { path: '/x', sha256: 'abc' },
        requestedGrants: ['*:*'],
        limits: { deadlineMs: 20_000 },
        sandbox: 'docker',
      })
    expect(make).toThrow(ProcessDescriptorError)
    try {
      make()
    } catch (error) {
      expect((error as ProcessDescriptorError).details.issues.map(({ path }) => path)).toEqual([
        'name',
        'version',
        'command',
        'cwd',
        'artifact.sha256',
        'requestedGrants[0]',
        'sandbox',
        'limits.deadlineMs',
      ])
    }
  })
})

describe('a route', () => {
  const ROUTES = `serve({ 'module.http': (params) => params.route_id === 'odd'
    ? { status: 700, body: { kind: 'json', value: 1 } }
    : { status: 201, headers: { 'X-A': 'b' }, body: { kind: 'json', value: params } } })`
  const routes = [
    { id: 'items', method: 'POST', path: '/items/{id}' },
    { id: 'odd', method: 'GET', path: '/odd' },
  ]

  it('is asked as the proxy of the reference asks, and answers in a form that is checked', async () => {
    const supervisor = supervise(writeChild(ROUTES, { routes }))
    await supervisor.start()
    const { body, ...rest } = await supervisor.request('items', {
      pathParams: { id: '1' },
      query: {},
      headers: { Accept: '*/*' },
      body: 'hé',
      caller: { subject: 'user-7' },
    })
    expect(rest).toEqual({ status: 201, headers: { 'X-A': 'b' } })
    expect(body.value).toEqual({
      request_id: 'demo-1',
      route_id: 'items',
      method: 'POST',
      path_params: { id: '1' },
      headers: { Accept: '*/*' },
      body_b64: 'aMOp',
      caller: { subject: 'user-7', delegation: expect.stringMatching(/^[\da-f]{32}$/) },
      deadline_unix_ms: expect.any(Number),
    })
    await expect(supervisor.request('odd')).rejects.toThrow('its answer to the route "odd" is none')
    await expect(supervisor.request('none')).rejects.toThrow(TypeError)
  })
})
