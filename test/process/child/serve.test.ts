import { describe, expect, it } from 'vitest'
import { buildChild } from './support/build-child.ts'
import { type StartedChild, start } from './support/start.ts'

const IMPORT = "import { serveModule } from 'unplugin-module-registry/process'\n"

/** Starts a module: what is between the braces of `serveModule({ name: 'demo', version: '1.0.0', … })`. */
async function serve(members: string, before = ''): Promise<StartedChild> {
  const file = await buildChild(
    `${IMPORT}${before}\nserveModule({ name: 'demo', version: '1.0.0', ${members} })\n`,
  )
  return start([process.execPath, file])
}

const EXPECTED = {
  name: 'demo',
  version: '1.0.0',
  artifact_sha256: 'aa',
  surface_sha256: 'bb',
  desired_generation: 7,
  instance_id: 'nonce',
}

describe('a module made with serveModule', () => {
  it('says who it is, and echoes what only the host can know', async () => {
    const child = await serve("features: ['streams']")
    const answer = await child.request('module.handshake', {
      expected: { ...EXPECTED, name: 'other' },
      grants: [],
      limits: { frame_bytes: 1_048_576, deadline_ms: 10_000, inflight: 32 },
      proto: { min: 1, max: 1 },
    })
    expect(answer.result).toEqual({
      proto: { min: 1, max: 1 },
      identity: { name: 'demo', version: '1.0.0', instance_id: 'nonce', desired_generation: 7 },
      surface_sha256: 'bb',
      features: ['streams'],
      ready: false,
    })
    expect(child.stderr()).toContain('the host expects name "other", this is demo')
  })

  it('is ready when onReady is through, and lets calls wait for it', async () => {
    const child = await serve(`
      async onReady({ grants, host }) {
        await host.emit({ topic: 'started', payload: { grants } })
      },
      tools: { ping: { run: () => 'pong' } },
    `)
    await child.request('module.handshake', { expected: EXPECTED, grants: ['articles:read'] })
    const emitted = await child.next((frame) => frame.method === 'host.event.emit')
    expect(emitted.params).toEqual({ topic: 'started', payload: { grants: ['articles:read'] }, caller: {} })
    expect((await child.request('module.ready', {})).result).toEqual({ ready: false, detail: 'starting' })
    const call = child.request('module.tool.call', { tool_id: 'ping', caller: {} })
    child.send({ jsonrpc: '2.0', id: emitted.id, result: {} })
    expect((await call).result).toEqual({ result: 'pong' })
    expect((await child.request('module.ready')).result).toEqual({ ready: true })
  })

  it('ends with code 1 and the reason when onReady fails', async () => {
    const child = await serve("onReady() { throw new Error('no database') },")
    child.send({ jsonrpc: '2.0', id: 1, method: 'module.ready' })
    expect(await child.ended).toEqual({ code: 1, signal: null })
    expect(child.stderr()).toContain('onReady failed. Error: no database')
  })

  it('lists its tools with the same bytes every time, whatever becomes of its objects', async () => {
    const child = await serve(
      `tools: { list: { description: 'Items', inputSchema: schema, run() { schema.properties.q.type = 'number' } }, bare: { name: 'own.name', run() {} } }`,
      "const schema = { type: 'object', properties: { q: { type: 'string' }, '2': {}, '1': {} } }",
    )
    await child.request('module.tool.list')
    await child.request('module.tool.call', { tool_id: 'list', caller: {} })
    await child.request('module.tool.list')
    const [first, , second] = child.lines
    expect(first).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"tools":[' +
        '{"id":"list","name":"module.demo.list","description":"Items","input_schema":{"type":"object","properties":{"1":{},"2":{},"q":{"type":"string"}}}},' +
        '{"id":"bare","name":"own.name"}]}}',
    )
    expect(second?.replace('"id":3', '"id":1')).toBe(first)
  })

  it('calls a tool for its caller, and gives nothing for null', async () => {
    const child = await serve(`tools: {
      who: { run: (args, { caller, signal }) => ({ args, caller, aborted: signal.aborted }) },
      nothing: { run() {} },
    }`)
    const params = {
      arguments: { q: 1 },
      caller: { subject: 'user-7', tenant: 'acme', delegation: 'secret' },
    }
    expect((await child.request('module.tool.call', { tool_id: 'who', ...params })).result).toEqual({
      result: { args: { q: 1 }, caller: { subject: 'user-7', tenant: 'acme' }, aborted: false },
    })
    expect((await child.request('module.tool.call', { tool_id: 'nothing', caller: {} })).result).toEqual({
      result: null,
    })
  })

  it.each(['nope', 'constructor', '__proto__', 'toString', ''])('knows no tool %j', async (tool_id) => {
    const child = await serve('tools: { ping: { run: () => 1 } }')
    const answer = await child.request('module.tool.call', { tool_id, caller: {} })
    expect(answer.error).toEqual({ code: -32603, message: `unknown tool ${JSON.stringify(tool_id)}` })
  })

  it('makes an error answer of whatever a handler throws', async () => {
    const child = await serve(
      `tools: {
        plain: { run() { throw new Error('no such invoice') } },
        coded: { run() { throw new WireError(-32602, 'bad', { field: 'q' }) } },
        text: { run() { throw 'just text' } },
        big: { run: () => 1n },
        cycle: { run() { const a = {}; a.a = a; return a } },
        huge: { run: () => 'x'.repeat(1_100_000) },
        fine: { run: () => 'still here' },
      }`,
      "import { WireError } from 'unplugin-module-registry/process'",
    )
    const call = async (tool_id: string): Promise<Record<string, unknown>> => {
      const { error, result } = await child.request('module.tool.call', { tool_id, caller: {} })
      return (error ?? result) as Record<string, unknown>
    }
    expect(await call('plain')).toEqual({ code: -32603, message: 'no such invoice' })
    expect(await call('coded')).toEqual({ code: -32602, message: 'bad', data: { field: 'q' } })
    expect((await call('text')).code).toBe(-32603)
    expect(await call('big')).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^marshal result: /),
    })
    expect(await call('cycle')).toMatchObject({
      code: -32603,
      message: expect.stringMatching(/^marshal result: /),
    })
    expect(await call('huge')).toMatchObject({ code: -32099 })
    expect(await call('fine')).toEqual({ result: 'still here' })
  })

  it('keeps to a frame limit that the host has lowered', async () => {
    const child = await serve("tools: { long: { run: () => 'x'.repeat(5000) } }")
    await child.request('module.handshake', { expected: EXPECTED, limits: { frame_bytes: 4096 } })
    const answer = await child.request('module.tool.call', { tool_id: 'long', caller: {} })
    expect(answer.error).toMatchObject({ code: -32099 })
  })

  it('serves routes: the request read, the answer put into its form', async () => {
    const child = await serve(`routes: {
      echo: { method: 'POST', path: '/echo', run: (request) => ({
        status: 201,
        headers: { 'X-Id': request.requestId },
        json: [request.method, request.pathParams.id, request.query.constructor, request.json(), request.headers],
      }) },
      plain: { method: 'GET', path: '/plain', run: () => ({ text: 'a "quoted" text' }) },
      tree: { method: 'GET', path: '/tree', run: () => ({ ui: { component: 'card' } }) },
      none: { method: 'GET', path: '/none', run: () => ({ json: undefined }) },
      wrong: { method: 'GET', path: '/wrong', run: () => ({ status: 42, json: 1 }) },
      empty: { method: 'GET', path: '/empty', run: () => undefined },
    }`)
    const http = async (route_id: string, more: object = {}): Promise<unknown> => {
      const params = { request_id: 'demo-1', route_id, method: 'GET', caller: {}, ...more }
      const { result, error } = await child.request('module.http', params)
      return result ?? error
    }
    const body_b64 = Buffer.from('{"ä":1}').toString('base64')
    expect(await http('echo', { method: 'POST', path_params: { id: '9' }, body_b64 })).toEqual({
      status: 201,
      headers: { 'X-Id': 'demo-1' },
      body: { kind: 'json', value: ['POST', '9', null, { ä: 1 }, {}] },
    })
    expect(await http('plain')).toEqual({ status: 200, body: { kind: 'text', value: 'a "quoted" text' } })
    expect(await http('tree')).toEqual({
      status: 200,
      body: { kind: 'ui.node.v1', value: { component: 'card' } },
    })
    expect(await http('none')).toEqual({ status: 200, body: { kind: 'json', value: null } })
    expect(await http('wrong')).toEqual({ code: -32603, message: 'route wrong: 42 is no HTTP status' })
    expect(await http('empty')).toEqual({
      code: -32603,
      message: 'route empty: return one of { json }, { text } and { ui }',
    })
    expect(await http('nope')).toEqual({
      status: 404,
      body: { kind: 'json', value: { error: 'unknown route nope' } },
    })
  })

  it('serves methods of its own', async () => {
    const child = await serve(
      "handlers: { 'billing.sync': (params, { caller }) => ({ params, subject: caller.subject }) }",
    )
    expect((await child.request('billing.sync', { a: 1, caller: { subject: 'x' } })).result).toEqual({
      params: { a: 1, caller: { subject: 'x' } },
      subject: 'x',
    })
    expect((await child.request('billing.sync', [1])).result).toEqual({ params: [1], subject: '' })
  })

  it('asks the host in the name of the caller, by the handle alone', async () => {
    const child = await serve(`tools: { all: { async run(_, { host }) {
      await host.create({ entity: 'a', payload: { x: 1 } })
      await host.update({ entity: 'a', payload: { x: 2 }, ids: ['1'] })
      await host.delete({ entity: 'a', ids: ['1'] })
      await host.search({ query: 'q' })
      await host.emit({ topic: 't', payload: null })
      await host.call('host.own', { y: 1 })
      await host.call('host.bare', [1])
      return 'done'
    } } }`)
    const call = child.request('module.tool.call', {
      tool_id: 'all',
      caller: { subject: 'user-7', tenant: 'acme', delegation: 'h1' },
    })
    const asked: unknown[] = []
    for (let n = 0; n < 7; n++) {
      const frame = await child.next((entry) => String(entry.method).startsWith('host.'))
      asked.push([frame.method, frame.params])
      child.send({ jsonrpc: '2.0', id: frame.id, result: {} })
    }
    const caller = { delegation: 'h1' }
    expect(asked).toEqual([
      ['host.entity.create', { entity: 'a', payload: { x: 1 }, caller }],
      ['host.entity.update', { entity: 'a', payload: { x: 2 }, ids: ['1'], caller }],
      ['host.entity.delete', { entity: 'a', ids: ['1'], caller }],
      ['host.search.query', { query: 'q', caller }],
      ['host.event.emit', { topic: 't', payload: null, caller }],
      ['host.own', { y: 1, caller }],
      ['host.bare', [1]],
    ])
    expect((await call).result).toEqual({ result: 'done' })
  })

  it('gives a refusal of the host to the handler, with its code', async () => {
    const child = await serve(`tools: { ask: { run: (_, { host }) =>
      host.query({ entity: 'a' }).catch((error) => ({ code: error.code, message: error.message })) } }`)
    const call = child.request('module.tool.call', { tool_id: 'ask', caller: {} })
    const asked = await child.next((frame) => frame.method === 'host.entity.query')
    child.send({ jsonrpc: '2.0', id: asked.id, error: { code: -32096, message: 'no grant' } })
    expect((await call).result).toEqual({ result: { code: -32096, message: 'no grant' } })
  })
})

describe('a call that nobody waits for any more', () => {
  const slow = `tools: {
    slow: { run: (_, { signal, log }) => new Promise((resolve) => {
      signal.addEventListener('abort', () => { log('gave up: ' + signal.reason.name); resolve('late') })
    }) },
    deaf: { run: () => new Promise((resolve) => setTimeout(resolve, 300, 'late')) },
    busy: { run: () => { const end = Date.now() + 400; while (Date.now() < end); return 'late' } },
    quick: { run: () => 'in time' },
  },
  routes: { slow: { method: 'GET', path: '/slow', run: (_, { signal, log }) => new Promise((resolve) => {
    signal.addEventListener('abort', () => { log('gave up: ' + signal.reason.name); resolve({ json: 1 }) })
  }) } }`

  /** Waits until the child has done everything it would do, and says which requests it answered. */
  async function answered(child: StartedChild, afterMs: number): Promise<unknown[]> {
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    await child.request('module.health', {})
    return child.lines.map((line) => JSON.parse(line).id)
  }

  it.each(['slow', 'deaf', 'busy'])('is not answered after its deadline: a %s handler', async (tool_id) => {
    const child = await serve(slow)
    await child.request('module.health', {})
    const params = { tool_id, caller: {}, deadline_unix_ms: Date.now() + 200 }
    child.send({ jsonrpc: '2.0', id: 100, method: 'module.tool.call', params })
    expect(await answered(child, 600)).toEqual([1, 2])
    if (tool_id === 'slow') expect(child.stderr()).toContain('gave up: TimeoutError')
  })

  it('is not begun when its deadline was over before it came', async () => {
    const child = await serve(slow)
    const params = { tool_id: 'quick', caller: {}, deadline_unix_ms: Date.now() - 1 }
    child.send({ jsonrpc: '2.0', id: 100, method: 'module.tool.call', params })
    expect(await answered(child, 0)).toEqual([1])
  })

  it('takes far and missing deadlines for none', async () => {
    const child = await serve(slow)
    for (const deadline_unix_ms of [1_900_000_000_000, 9e15, undefined, 0, 'soon', null]) {
      const params = { tool_id: 'quick', caller: {}, deadline_unix_ms }
      expect((await child.request('module.tool.call', params)).result).toEqual({ result: 'in time' })
    }
  })

  it.each([
    ['the ID of its frame', '100'],
    ['the request ID of its route', 'demo-7'],
  ])('is not answered after a cancel by %s', async (_title, request_id) => {
    const child = await serve(slow)
    const params = { request_id: 'demo-7', route_id: 'slow', method: 'GET', caller: {} }
    child.send({ jsonrpc: '2.0', id: 100, method: 'module.http', params })
    await expect
      .poll(async () => (await child.request('module.health', {})).result)
      .toMatchObject({
        inflight: 1,
      })
    for (const other of ['demo-8', '99', '', 'demo-7x']) {
      child.send({ jsonrpc: '2.0', method: 'module.cancel', params: { request_id: other } })
    }
    expect((await child.request('module.health', {})).result).toMatchObject({ inflight: 1 })
    child.send({ jsonrpc: '2.0', method: 'module.cancel', params: { request_id } })
    expect((await child.request('module.health', {})).result).toMatchObject({ inflight: 0 })
    expect(await answered(child, 0)).not.toContain(100)
    expect(child.stderr()).toContain('gave up: AbortError')
    // What upstream's proxy does after every call that has ended.
    child.send({ jsonrpc: '2.0', method: 'module.cancel', params: { request_id } })
    expect((await child.request('module.health', {})).result).toMatchObject({ ok: true })
  })

  it('gives up what it asked of the host, and takes a late answer calmly', async () => {
    const child = await serve(`tools: { ask: { run: (_, { host }) => host.query({ entity: 'a' }) } }`)
    const ask = (id: number): void =>
      child.send({ jsonrpc: '2.0', id, method: 'module.tool.call', params: { tool_id: 'ask', caller: {} } })
    ask(100)
    const first = await child.next((frame) => frame.method === 'host.entity.query')
    child.send({ jsonrpc: '2.0', method: 'module.cancel', params: { request_id: '100' } })
    child.send({ jsonrpc: '2.0', id: first.id, result: { rows: ['late'] } })
    ask(101)
    const second = await child.next((frame) => frame.method === 'host.entity.query')
    child.send({ jsonrpc: '2.0', id: second.id, result: { rows: ['in time'] } })
    expect((await child.next((frame) => frame.id === 101)).result).toEqual({ result: { rows: ['in time'] } })
  })
})

describe('a definition that no host would accept', () => {
  it('is refused with everything that is wrong with it', async () => {
    const file = await buildChild(`${IMPORT}
      serveModule({ name: 'a b', version: '', tools: { 'x y': {} }, routes: { r: { method: 'get', path: 'r', run() {} } },
        handlers: { 'module.http': () => 1 } } as never)`)
    const child = start([process.execPath, file])
    expect((await child.ended).code).toBe(1)
    for (const part of [
      'MODULE_DEFINITION_INVALID',
      'name: a name is a letter, then letters, digits, "_" and "-"',
      'version: it is missing',
      'tools.x y: an ID is a letter',
      'tools.x y.run: it is no function',
      'routes.r.method: write it in capitals, like "GET"',
      'routes.r.path: it starts with "/"',
      'handlers.module.http: names that begin with "module." are the protocol\'s',
    ]) {
      expect(child.stderr()).toContain(part)
    }
    expect(child.lines).toEqual([])
  })

  it('is refused when it is the second one', async () => {
    const file = await buildChild(`${IMPORT}
      serveModule({ name: 'a', version: '1' })
      serveModule({ name: 'b', version: '1' })`)
    const child = start([process.execPath, file])
    expect((await child.ended).code).toBe(1)
    expect(child.stderr()).toContain('serveModule was called before; a process is one module')
  })
})
