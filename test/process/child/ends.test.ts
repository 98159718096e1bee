import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { buildChild } from './support/build-child.ts'
import { isAlive, killGroup, start } from './support/start.ts'

const IMPORT = "import { serveModule } from 'unplugin-module-registry/process'\n"

/** A module with a tool for everything that a process can be caught at. */
const MODULE = `${IMPORT}
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
serveModule({
  name: 'demo',
  version: '1.0.0',
  tools: {
    ping: { run: () => 'pong' },
    wait: { run: (args: any) => new Promise((resolve) => setTimeout(resolve, args.ms, 'waited')) },
    hang: { run: () => new Promise(() => setInterval(() => {}, 1000)) },
    busy: { run() { for (;;); } },
    deaf: { run() { process.stdin.pause(); process.stdin.removeAllListeners(); process.stdin.pause(); setInterval(() => {}, 1000) } },
    leave: { run: () => process.exit(7) },
    grandchild: { run: () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' }).pid },
    fill: { run: () => 'x'.repeat(900_000) },
  },
  onDrain({ reason, deadlineMs }) { console.log('drain for ' + reason + ' within ' + deadlineMs) },
})
`

const call = (tool_id: string, args: unknown = {}): object => ({ tool_id, arguments: args, caller: {} })

describe('the end of a module', () => {
  it('comes with the end of its input, with code 0', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    await child.request('module.health', {})
    child.process.stdin.end()
    expect(await child.ended).toEqual({ code: 0, signal: null })
    expect(child.stderr()).toBe('')
  })

  it('does not wait for calls that are still running', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    child.send({ jsonrpc: '2.0', id: 100, method: 'module.tool.call', params: call('hang') })
    child.send({ jsonrpc: '2.0', id: 101, method: 'module.tool.call', params: call('wait', { ms: 60_000 }) })
    await child.request('module.health', {})
    child.process.stdin.end()
    expect(await child.ended).toEqual({ code: 0, signal: null })
    expect(child.lines).toHaveLength(1)
  })

  it('loses nothing that was answered before it', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    for (let id = 1; id <= 8; id++) {
      child.send({ jsonrpc: '2.0', id, method: 'module.tool.call', params: call('fill') })
    }
    child.process.stdin.end()
    expect(await child.ended).toEqual({ code: 0, signal: null })
    expect(child.lines.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(child.lines.every((line) => line.length > 900_000)).toBe(true)
  })

  it('is told apart by its code when the host broke the protocol', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    await child.request('module.health', {})
    child.write('GET / HTTP/1.1\n')
    expect(await child.ended).toEqual({ code: 76, signal: null })
    expect(child.stderr()).toContain('[demo] The host broke the protocol.')
  })

  it('is the code of process.exit when a tool calls it', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    expect((await child.request('module.tool.call', call('ping'))).result).toEqual({ result: 'pong' })
    child.send({ jsonrpc: '2.0', id: 9, method: 'module.tool.call', params: call('leave') })
    expect(await child.ended).toEqual({ code: 7, signal: null })
    expect(child.lines).toHaveLength(1)
  })

  it('is not held up by a host that reads nothing', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    child.process.stdout.pause()
    for (let id = 1; id <= 4; id++) {
      child.send({ jsonrpc: '2.0', id, method: 'module.tool.call', params: call('fill') })
    }
    child.process.stdin.end()
    const [code] = await once(child.process, 'exit')
    expect(code).toBe(0)
    child.process.stdout.resume()
  })
})

describe('a module that may not start threads', () => {
  it('works, and ends with its input', async () => {
    const file = await buildChild(MODULE)
    const flags = process.allowedNodeEnvironmentFlags.has('--permission')
      ? '--permission'
      : '--experimental-permission'
    const child = start([process.execPath, flags, '--allow-fs-read=*', file])
    expect((await child.request('module.tool.call', call('ping'))).result).toEqual({ result: 'pong' })
    child.process.stdin.end()
    expect(await child.ended).toEqual({ code: 0, signal: null })
  })
})

describe('a drain', () => {
  it('waits for the calls that are running, and takes no new ones', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    const running = child.request('module.tool.call', call('wait', { ms: 300 }))
    const drained = child.request('module.drain', { reason: 'shutdown', deadline_ms: 30_000 })
    const refused = await child.request('module.tool.call', call('ping'))
    expect(refused.error).toEqual({ code: -32603, message: 'module demo is draining' })
    expect((await running).result).toEqual({ result: 'waited' })
    expect((await drained).result).toEqual({ inflight: 0 })
    expect(child.lines.map((line) => JSON.parse(line).id)).toEqual([3, 1, 2])
    expect(child.stderr()).toContain('drain for shutdown within 30000')
    child.process.stdin.end()
    expect((await child.ended).code).toBe(0)
  })

  it('says how many calls are left when its time is over', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    child.send({ jsonrpc: '2.0', id: 50, method: 'module.tool.call', params: call('hang') })
    const drained = await child.request('module.drain', { reason: 'upgrade', deadline_ms: 100 })
    expect(drained.result).toEqual({ inflight: 1 })
  })
})

/** A host that starts a module as hosts do, calls a tool of it, and says so. It never ends by itself. */
const HOST = `
import { spawn } from 'node:child_process'
const [file, ...tools] = process.argv.slice(2)
const child = spawn(process.execPath, [file], { detached: true, stdio: ['pipe', 'pipe', 'inherit'] })
let text = ''
child.stdout.on('data', (chunk) => {
  text += chunk
  const lines = text.split('\\n')
  if (lines.length > 2) {
    const grandchild = JSON.parse(lines[1]).result.result
    for (const tool_id of tools) send(3, { tool_id, caller: {} })
    setTimeout(() => console.log(JSON.stringify([child.pid, grandchild])), 300)
  }
})
const send = (id, params) =>
  child.stdin.write(JSON.stringify({ jsonrpc: '2.0', id, method: 'module.tool.call', params }) + '\\n')
send(1, { tool_id: 'ping', caller: {} })
send(2, { tool_id: 'grandchild', caller: {} })
setInterval(() => {}, 1000)
`

describe.skipIf(process.platform === 'win32')('a module whose host is gone', () => {
  it.each([
    ['killed', 'an idle module', [], 'SIGKILL'],
    ['killed', 'a busy module', ['busy'], 'SIGKILL'],
    ['killed', 'a module that does not look at its input', ['deaf'], 'SIGKILL'],
    ['terminated', 'a module with a call that hangs', ['hang'], 'SIGTERM'],
  ] as const)(
    'ends with what it has started, when the host is %s: %s',
    async (_how, _what, tools, signal) => {
      const file = await buildChild(MODULE)
      const hostFile = join(dirname(file), 'host.mjs')
      writeFileSync(hostFile, HOST)
      const host = start([process.execPath, hostFile, file, ...tools])
      const [child, grandchild] = (await host.next()) as unknown as [number, number]
      onTestFinished(() => killGroup(child))
      expect([isAlive(child), isAlive(grandchild)]).toEqual([true, true])
      host.process.kill(signal)
      await expect
        .poll(() => [isAlive(child), isAlive(grandchild)], { timeout: 8000 })
        .toEqual([false, false])
    },
  )
})

describe('a module that is started by hand', () => {
  const hasPython = spawnSync('python3', ['-c', 'import pty']).status === 0

  it.skipIf(!hasPython)('says in a terminal what it is, and ends with code 64', async () => {
    const file = await buildChild(MODULE)
    const script =
      'import os, pty, sys\nstatus = pty.spawn(sys.argv[1:])\nsys.exit(os.waitstatus_to_exitcode(status))'
    const run = spawnSync('python3', ['-c', script, process.execPath, file], {
      encoding: 'utf8',
      timeout: 15_000,
    })
    expect(run.status).toBe(64)
    expect(run.stdout.replaceAll('\r', '')).toBe(
      [
        'demo 1.0.0 is a module: an application starts it and talks to it over stdin and stdout.',
        'There is nothing to see in a terminal, so it ends now.',
        '',
        'Tools: ping, wait, hang, busy, deaf, leave, grandchild, fill',
        '',
        'To use it, say in the dagstack.toml beside it how it is started:',
        '  runtime = "process"',
        '  command = ["node", "child.mjs"]',
        '  artifact = "child.mjs"',
        'To print what dagstack.toml has to say of its tools and routes: node child.mjs --describe',
        '',
      ].join('\n'),
    )
  })

  it('prints what its manifest has to say, when asked', async () => {
    const file = await buildChild(`${IMPORT}
      serveModule({ name: 'billing', version: '1.0.0',
        routes: { hello: { method: 'GET', path: '/hello/{id}', run: () => ({ text: 'x' }) } },
        tools: {
          total: {
            description: 'Says "how much"\\u007f',
            inputSchema: { type: 'object', properties: { 'in voice': { type: 'string', enum: ['a', 'b'] } },
              required: ['in voice'], maximum: 1e20, x: 1.5e300, y: {} },
            run: () => 1,
          },
          bare: { name: 'bare', run: () => 1 },
          odd: { inputSchema: { default: null }, run: () => 1 },
        } })
      setInterval(() => {}, 1000)`)
    const run = spawnSync(process.execPath, [file, '--describe'], { encoding: 'utf8', input: '' })
    expect(run.status).toBe(0)
    expect(run.stderr).toBe('')
    const hash = expect.stringMatching(/^# sha256 [0-9a-f]{64}$/)
    expect(run.stdout.split('\n')).toEqual([
      '# billing 1.0.0: routes and tools for dagstack.toml',
      '',
      '[[plugin.routes]]',
      'id = "hello"',
      'method = "GET"',
      'path = "/hello/{id}"',
      '',
      hash,
      '[[plugin.tools]]',
      'id = "total"',
      'name = "module.billing.total"',
      'description = "Says \\"how much\\"\\u007f"',
      'input_schema = { type = "object", properties = { "in voice" = { type = "string", enum = ["a", "b"] } }, required = ["in voice"], maximum = 100000000000000000000.0, x = 1.5e+300, y = {} }',
      '',
      hash,
      '[[plugin.tools]]',
      'id = "bare"',
      'name = "bare"',
      '',
      hash,
      '[[plugin.tools]]',
      'id = "odd"',
      'name = "module.billing.odd"',
      '# input_schema has a null, which a manifest cannot hold',
      '',
    ])
  })
})
