import { readFileSync, realpathSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createMcpPlugin, createMcpServer, McpServerUnavailableError, McpToolError } from '../../src/mcp.ts'
import { type Context, createRegistry } from '../../src/runtime.ts'
import { eventually } from './support/eventually.ts'
import { entryOf, isAlive, roughPlugin, setupContext } from './support/plugin.ts'

async function up(mode = 'good', more: Parameters<typeof roughPlugin>[1] = {}) {
  const rough = roughPlugin(mode, more)
  await rough.plugin.setup(setupContext())
  return rough
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    (value) => expect.fail(`it gave ${JSON.stringify(value)}`),
    (error: unknown) => error as McpServerUnavailableError,
  )

describe('a server over standard input and output', () => {
  it('lists its tools under names of their own, and answers calls', async () => {
    const { plugin, pids } = await up()
    expect(plugin.tools?.()).toEqual([
      { id: 'mcp__rough__echo', tool: 'echo', description: 'Echoes.', inputSchema: { type: 'object' } },
    ])
    expect(await plugin.call('echo', { text: 'é 🎉' })).toEqual([{ type: 'text', text: 'é 🎉' }])
    const answers = await Promise.all(Array.from({ length: 50 }, (_, text) => plugin.call('echo', { text })))
    expect(answers).toEqual(Array.from({ length: 50 }, (_, i) => [{ type: 'text', text: String(i) }]))
    const { signal } = new AbortController()
    for (let times = 0; times < 20; times++) await plugin.call('echo', { text: 1 }, { signal })
    expect(await plugin.call('answer-and-crash', undefined)).toEqual({ said: true })
    await plugin.teardown()
    await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
  })

  it('gets a short list of variables, what the manifest names and sets, and its working folder', async () => {
    vi.stubEnv('API_SECRET', '1')
    vi.stubEnv('HTTPS_PROXY', 'http://proxy')
    vi.stubEnv('LANG', 'de_DE.UTF-8')
    onTestFinished(() => {
      vi.unstubAllEnvs()
    })
    const plain = await up()
    const seen = (await plain.plugin.call('env', {})) as Record<string, string>
    expect(seen).toMatchObject({
      LANG: 'de_DE.UTF-8',
      PATH: process.env.PATH,
      cwd: realpathSync(plain.folder),
    })
    expect(seen).not.toHaveProperty('API_SECRET')
    expect(seen).not.toHaveProperty('HTTPS_PROXY')
    const { plugin } = await up('good', { env: { MODE: 'x' }, envPass: ['HTTPS_PROXY', 'NOT_THERE'] })
    const more = (await plugin.call('env', {})) as Record<string, string>
    expect(more).toMatchObject({ MODE: 'x', HTTPS_PROXY: 'http://proxy', LANG: 'de_DE.UTF-8' })
    expect(more).not.toHaveProperty('API_SECRET')
    expect(more).not.toHaveProperty('NOT_THERE')
  })

  it('tells what the tool says when it fails', async () => {
    const { plugin } = await up()
    const error = await failureOf(plugin.call('fail', {}))
    expect(error).toBeInstanceOf(McpToolError)
    expect(error).toMatchObject({
      ...{ code: 'MCP_TOOL_FAILED', message: 'no such account' },
      details: { server: 'rough', tool: 'fail', content: [{ type: 'text', text: 'no such account' }] },
    })
    expect((await failureOf(plugin.call('refuse', {}))).message).toContain('no such tool')
    await expect(plugin.call('echo', 'text')).rejects.toThrow('takes an object')
    expect(await plugin.call('echo', { text: 1 })).toEqual([{ type: 'text', text: '1' }])
  })

  it('may print what is no message, and write without end to its error stream', async () => {
    const { plugin } = await up('banner')
    for (let i = 0; i < 3; i++) await plugin.call('noise', { text: 'a' })
    expect(await plugin.call('echo', { text: 'b' })).toEqual([{ type: 'text', text: 'b' }])
  })

  it('may list nonsense beside its tools', async () => {
    const { plugin } = await up('odd-tools')
    expect(plugin.tools?.()).toEqual([
      { id: 'mcp__rough____proto__', tool: '__proto__' },
      {
        ...{ id: 'mcp__rough__a-b', tool: 'a-b', description: 'fine' },
        inputSchema: { type: 'object', properties: { a: true } },
      },
      { id: 'mcp__rough__getuser', tool: 'getUser', annotations: { readOnlyHint: true } },
      { id: 'mcp__rough__getuser_2', tool: 'getuser', outputSchema: { type: 'nonsense' } },
    ])
    expect((await up('no-tools')).plugin.tools?.()).toEqual([])
    expect((await up('endless-list')).plugin.tools?.()).toHaveLength(100)
  })

  it('tells when it has other tools, once for many notices', async () => {
    const { plugin } = await up()
    const heard = vi.fn()
    const stop = plugin.onToolsChanged!(heard)
    await plugin.call('more-tools', { text: 'a' })
    await eventually(() => expect(plugin.tools?.()).toHaveLength(2))
    expect(heard).toHaveBeenCalledTimes(1)
    stop()
    await plugin.call('more-tools', { text: 'a' })
    await eventually(() => expect(plugin.tools?.()).toHaveLength(3))
    expect(heard).toHaveBeenCalledTimes(1)
  })

  it('hears of a caller that has lost interest, and of progress', async () => {
    const { plugin, notes } = await up()
    const controller = new AbortController()
    const progress = vi.fn()
    const context = { progress } as unknown as Context
    const pending = plugin.call('hang', {}, { signal: controller.signal, context })
    await eventually(() => expect(progress).toHaveBeenCalledWith({ progress: 1 }))
    const reason = new Error('enough')
    controller.abort(reason)
    expect(await failureOf(pending)).toBe(reason)
    await eventually(() => expect(notes()).toContain('cancelled'))
    expect(await failureOf(plugin.call('echo', {}, { signal: controller.signal }))).toBe(reason)
    expect(await plugin.call('echo', { text: 1 })).toHaveLength(1)
  })

  it('is not waited for without an end', async () => {
    const { plugin } = await up('good', { limits: { deadlineMs: 1000 } })
    const error = await failureOf(plugin.call('hang', {}))
    expect(error).toBeInstanceOf(McpServerUnavailableError)
    expect(error.message).toBe('The MCP server "rough" cannot be reached: it did not answer within 1 s.')
    expect(error.details.retryable).toBe(true)
    expect(await plugin.call('echo', { text: 1 })).toHaveLength(1)
  })
})

describe('a server that ends', () => {
  it('fails the calls that run, and is started again', async () => {
    const { plugin, pids } = await up()
    const hanging = failureOf(plugin.call('hang', {}))
    const crashing = failureOf(plugin.call('crash', {}))
    for (const error of [await hanging, await crashing]) {
      expect(error).toBeInstanceOf(McpServerUnavailableError)
      expect(error).toMatchObject({
        code: 'MCP_SERVER_UNAVAILABLE',
        details: { server: 'rough', retryable: true },
      })
      expect(error.details.reason).toBe('its process ended with code 7')
      expect(error.message).toContain('out of memory')
    }
    const meanwhile = await failureOf(plugin.call('echo', {}))
    expect(meanwhile.details).toMatchObject({
      ...{ retryable: true, reason: 'its process ended with code 7, and it is started again' },
    })
    await eventually(() => plugin.call('echo', { text: 'back' }))
    expect(pids()).toHaveLength(2)
  })

  it('is given up after the fifth time within a minute, and says so', async () => {
    const { plugin, pids } = await up()
    const problems: unknown[] = []
    plugin.onProblem!((problem) => problems.push(problem))
    for (let crash = 1; crash <= 4; crash++) {
      await eventually(() => plugin.call('echo', {}))
      await failureOf(plugin.call('crash', {}))
      if (crash === 4) process.kill(await nextPid(pids, 5), 'SIGKILL')
    }
    await eventually(() => expect(problems).toHaveLength(1))
    const reason =
      'it ended 5 times within 60 s, and is not started again; at last its process was ended by SIGKILL'
    expect(problems).toEqual([{ reason }])
    expect((await failureOf(plugin.call('echo', {}))).details).toMatchObject({ retryable: false, reason })
    expect(pids()).toHaveLength(5)
  })

  it('before it is ready cannot be set up, and says why', async () => {
    const { plugin, pids } = roughPlugin('crash-at-start')
    const error = await failureOf(plugin.setup(setupContext()))
    expect(error).toBeInstanceOf(McpServerUnavailableError)
    expect(error.message).toBe(
      'The MCP server "rough" cannot be reached: its process ended with code 3.\nIt wrote:\n  no licence',
    )
    expect(pids()).toHaveLength(1)
    const missing = roughPlugin('good', { command: ['no-such-program', 'a b', '$(id)'] })
    const { message } = await failureOf(missing.plugin.setup(setupContext()))
    expect(message).toContain(
      'it cannot be started: spawn no-such-program ENOENT ("no-such-program a b $(id)" in "',
    )
    expect(message).toContain('PATH "')
  })

  it('does not answer, or answers without end, is ended', async () => {
    const mute = roughPlugin('mute', { startupTimeoutSec: 0.3 })
    expect((await failureOf(mute.plugin.setup(setupContext()))).message).toMatch(/timed out/i)
    const controller = new AbortController()
    const given = roughPlugin('mute')
    const setup = failureOf(given.plugin.setup(setupContext(controller.signal)))
    await eventually(() => expect(given.pids()).toHaveLength(1))
    controller.abort(new Error('given up'))
    expect((await setup).message).toBe('given up')
    const flood = roughPlugin('flood')
    expect((await failureOf(flood.plugin.setup(setupContext()))).message).toContain(
      'a line of more than 16777216 bytes',
    )
    for (const { pids } of [mute, given, flood])
      await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
  })

  it('leaves a process behind that holds its pipes keeps nobody waiting, and takes it along', async () => {
    const { plugin, file } = await up('leave-child')
    const child = Number(readFileSync(`${file}.child`, 'utf8'))
    const hanging = failureOf(plugin.call('hang', {}))
    expect((await failureOf(plugin.call('crash', {}))).details.reason).toBe('its process ended with code 7')
    expect((await hanging).details.reason).toBe('its process ended with code 7')
    await eventually(() => expect(isAlive(child)).toBe(false))
  })

  it('reads no more, or closes its output, is ended and started again', async () => {
    const { plugin, pids } = await up()
    expect((await failureOf(plugin.call('close-output', {}))).details.reason).toBe('it closed its output')
    await eventually(() => plugin.call('be-deaf', { text: 'a' }))
    const text = 'x'.repeat(1 << 20)
    const calls = Array.from({ length: 20 }, () => failureOf(plugin.call('echo', { text })))
    for (const error of await Promise.all(calls)) {
      expect(error.details.reason).toMatch(/^it does not read what it is sent/)
    }
    await eventually(() => plugin.call('echo', { text: 'back' }))
    await eventually(() => expect(pids().filter(isAlive)).toHaveLength(1))
  })

  it('does not want to is ended with all that it has started', async () => {
    const { plugin, file, pids } = await up('stubborn', { teardownTimeoutSec: 2 })
    const child = Number(readFileSync(`${file}.child`, 'utf8'))
    expect([...pids(), child].filter(isAlive)).toHaveLength(2)
    const pending = failureOf(plugin.call('hang', {}))
    await plugin.teardown()
    expect((await pending).details.reason).toBeDefined()
    await eventually(() => expect([...pids(), child].filter(isAlive)).toEqual([]))
    expect((await failureOf(plugin.call('echo', {}))).details).toMatchObject({
      retryable: false,
      reason: 'it is torn down',
    })
  })
})

async function nextPid(pids: () => number[], count: number): Promise<number> {
  await eventually(() => expect(pids()).toHaveLength(count))
  return pids()[count - 1]!
}

describe('a server over HTTP', () => {
  async function listen(port = 0) {
    const registry = createRegistry()
    registry.register('math.add', {
      inputSchema: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } } },
      execute: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }),
    })
    const http = createServer(async (request, response) => {
      const transport = new StreamableHTTPServerTransport({} as never)
      const server = await createMcpServer(registry)
      response.on('close', () => void server.close())
      await server.connect(transport)
      await transport.handleRequest(request, response)
    })
    await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
    const close = () =>
      new Promise<void>((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      })
    onTestFinished(close)
    return { port: (http.address() as AddressInfo).port, close }
  }

  it('has the same life and the same calls', async () => {
    const first = await listen()
    const url = `http://127.0.0.1:${first.port}/mcp`
    const plugin = createMcpPlugin(entryOf({ runtime: 'mcp_http', url }), { pluginRoot: '' })
    onTestFinished(() => plugin.teardown())
    await plugin.setup(setupContext())
    expect(plugin.tools?.().map(({ id, tool }) => [id, tool])).toEqual([['mcp__rough__math-add', 'math-add']])
    expect(await plugin.call('math-add', { a: 1, b: 2 })).toEqual({ sum: 3 })
    expect(await failureOf(plugin.call('math-add', { a: 'x' }))).toBeInstanceOf(McpToolError)
    await first.close()
    expect((await failureOf(plugin.call('math-add', { a: 1, b: 2 }))).details.retryable).toBe(true)
    await listen(first.port)
    await eventually(() => plugin.call('math-add', { a: 1, b: 2 }))
  })

  it('that is not there cannot be set up', async () => {
    const { port, close } = await listen()
    await close()
    const url = `http://127.0.0.1:${port}/mcp`
    const plugin = createMcpPlugin(entryOf({ runtime: 'mcp_http', url }), { pluginRoot: '' })
    expect((await failureOf(plugin.setup(setupContext()))).code).toBe('MCP_SERVER_UNAVAILABLE')
  })
})
