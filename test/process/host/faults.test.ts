import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type ProcessUnavailableError, toolDigest } from '../../../src/process.ts'
import { isAlive } from '../child/support/start.ts'
import { approved, supervise, until, writeChild } from './support.ts'

const READY = 'serve()'

/** The error that a promise rejects with. */
async function failure(promise: Promise<unknown>): Promise<ProcessUnavailableError> {
  return promise.then(
    () => {
      throw new Error('it succeeded')
    },
    (error: ProcessUnavailableError) => error,
  )
}

describe('a module that dies', () => {
  it('by a signal, with 32 calls in flight, settles them all with what happened', async () => {
    const supervisor = supervise(
      writeChild("process.stderr.write('at work\\n'); serve({ 'module.tool.call': () => undefined })"),
    )
    await supervisor.start()
    const calls = Array.from({ length: 32 }, () => failure(supervisor.callTool('x')))
    await new Promise((resolve) => setTimeout(resolve, 50))
    process.kill(supervisor.pid!, 'SIGKILL')
    for (const { details } of await Promise.all(calls)) {
      expect(details).toMatchObject({
        module: 'demo',
        signal: 'SIGKILL',
        reason: 'its process was ended by SIGKILL',
        stderr: 'at work\n',
        retryable: true,
      })
    }
    await until(() => supervisor.state === 'ready', 'the restart')
  })

  it('in the middle of a frame is no fault of the protocol', async () => {
    const supervisor = supervise(
      writeChild(
        "serve({ 'module.tool.call': () => { process.stdout.write('{\"jsonrpc\":\"2'); setTimeout(() => process.exit(2), 30) } })",
      ),
    )
    await supervisor.start()
    const { details } = await failure(supervisor.callTool('x'))
    expect(details.exitCode).toBe(2)
  })

  it('right behind its answers has answered', { timeout: 60_000 }, async () => {
    const source = `let asked = 0
      serve({ 'module.tool.call': (params, id) => {
        send({ id, result: { result: id } })
        if (++asked === 8) process.exitCode = 0, process.stdin.destroy()
      } })`
    const supervisor = supervise(writeChild(source), { restart: { firstPauseMs: 1, maxCrashes: 1000 } })
    for (let run = 0; run < 12; run++) {
      await until(() => supervisor.state !== 'backoff')
      await supervisor.start()
      const results = await Promise.all(Array.from({ length: 8 }, () => supervisor.callTool('x')))
      expect(results).toHaveLength(8)
      await until(() => supervisor.restarts > run, 'the restart')
    }
  })

  it('and leaves a process that holds its pipe is gone with it', async () => {
    const source = `import { spawn } from 'node:child_process'
      serve({ 'module.tool.call': () => {
        const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
        process.stderr.write('child ' + child.pid + '\\n')
        setTimeout(() => process.exit(1), 50)
      } })`
    const supervisor = supervise(writeChild(source))
    await supervisor.start()
    const { details } = await failure(supervisor.callTool('x'))
    expect(details.exitCode).toBe(1)
    const pid = Number(/child (\d+)/.exec(details.stderr ?? '')?.[1])
    await until(() => !isAlive(pid), 'the end of the grandchild')
  })
})

describe('a module that misbehaves', () => {
  const cases: Record<string, [string, string]> = {
    'closes its output': ['() => { closeSync(1); setInterval(() => {}, 1000) }', 'it closed its output'],
    'closes its input': ['() => { closeSync(0); setInterval(() => {}, 1000) }', 'it closed its input'],
    'prints a line that is no frame': [
      "() => { process.stdout.write('Listening on 3000\\n') }",
      'The line begins: "Listening on 3000"',
    ],
    'prints without a line end, then answers': [
      "(params, id) => { process.stdout.write('dots ...'); send({ id, result: {} }) }",
      'The line begins: "dots ...',
    ],
    'writes a line without an end': [
      "() => { const more = () => process.stdout.write(' '.repeat(65536), more); more() }",
      'a line has more than 1048576 bytes',
    ],
    'answers what was never asked': [
      '() => { send({ id: 4711, result: 1 }) }',
      'it answers a call 4711 that was never made',
    ],
  }

  it.each(Object.entries(cases))('and %s is ended, and started again', async (_, [handler, reason]) => {
    const supervisor = supervise(
      writeChild(`import { closeSync } from 'node:fs'\nserve({ 'module.tool.call': ${handler} })`),
    )
    const exits: string[] = []
    supervisor.on('exit', (end) => exits.push(end.reason))
    await supervisor.start()
    const pid = supervisor.pid!
    const first = failure(supervisor.callTool('x', {}, { timeoutMs: 2000 }))
    await new Promise((resolve) => setTimeout(resolve, 100))
    const error = await failure(supervisor.callTool('x', {}, { timeoutMs: 2000 }))
    await first
    expect(error.code).toBe('PROCESS_UNAVAILABLE')
    await until(() => exits.length > 0, 'the end')
    expect(exits[0]).toContain(reason)
    expect(isAlive(pid)).toBe(false)
    await until(() => supervisor.state === 'ready', 'the restart')
  })

  it('and logs without end keeps its last words only', async () => {
    const source = `serve({ 'module.tool.call': async () => {
      for (let line = 0; line < 400; line++) process.stderr.write('x'.repeat(1000) + line + '\\n')
      await new Promise((resolve) => process.stderr.write('the end\\n', resolve))
      process.exit(1)
    } })`
    const supervisor = supervise(writeChild(source))
    await supervisor.start()
    const { details, message } = await failure(supervisor.callTool('x'))
    expect(details.stderr).toHaveLength(65_536)
    expect(details.stderr).toMatch(/399\nthe end\n$/)
    expect(message.length).toBeLessThan(3000)
  })

  it('and says that it is not well is replaced', async () => {
    const supervisor = supervise(
      writeChild("serve({ 'module.health': () => ({ ok: false, inflight: 0 }) })"),
      {
        healthIntervalMs: 20,
      },
    )
    await supervisor.start()
    await until(() => supervisor.restarts > 0, 'the restart')
    expect(supervisor.lastEnd?.reason).toBe('it says that it is not well')
  })

  it('and does not know health is left alone', async () => {
    const supervisor = supervise(writeChild("serve({ 'module.health': undefined })"), {
      healthIntervalMs: 10,
    })
    await supervisor.start()
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(supervisor.state).toBe('ready')
  })
})

describe('a module that is not what was approved', () => {
  const echo = (change: string) =>
    `serve({ 'module.handshake': ({ expected: e }) => { const answer = { proto: { min: 1, max: 1 }, identity: { name: e.name, version: e.version, instance_id: e.instance_id, desired_generation: e.desired_generation }, surface_sha256: e.surface_sha256, features: [], ready: true }; ${change}; return answer } })`

  const lies: Record<string, [string, string]> = {
    'another name': ["answer.identity.name = 'other'", 'identity.name'],
    'another version': ["answer.identity.version = '2.0.0'", 'identity.version'],
    'an older instance': ["answer.identity.instance_id = 'old'", 'identity.instance_id'],
    'another generation': ['answer.identity.desired_generation = 7', 'identity.desired_generation'],
    'no identity': ['delete answer.identity', 'identity.name'],
    'another surface': ["answer.surface_sha256 = ''", 'surface_sha256'],
    'a later protocol': ['answer.proto = { min: 2, max: 3 }', 'proto'],
    'no protocol': ['answer.proto = null', 'proto'],
  }

  it.each(Object.entries(lies))('is given up: %s', async (_, [change, field]) => {
    const supervisor = supervise(writeChild(echo(change)))
    const faults: Error[] = []
    supervisor.on('fault', (fault) => faults.push(fault))
    const error = await failure(supervisor.start())
    expect(error).toMatchObject({ code: 'HANDSHAKE_MISMATCH', details: { field } })
    expect(supervisor.state).toBe('failed')
    expect(supervisor.pid).toBeUndefined()
    expect(supervisor.problem()?.reason).toContain(field)
    expect(faults).toEqual([error])
    expect(await failure(supervisor.callTool('x'))).toBe(error)
    expect(await failure(supervisor.start())).toBe(error)
  })

  const tool = { id: 'a', name: 'module.demo.a', input_schema: { type: 'object' } }
  const surfaces: Record<string, [object[], string]> = {
    'an additional tool': [[tool, { id: 'rogue', name: 'x' }], 'one with "rogue"'],
    'a missing tool': [[], 'one without "a"'],
    'a tool twice': [[tool, tool], '"a" twice'],
    'another schema': [[{ ...tool, input_schema: {} }], 'the digest of its tool "a"'],
    'a renamed tool': [[{ ...tool, name: 'other' }], 'the digest of its tool "a"'],
    'no list at all': [[null as unknown as object], 'one with ""'],
  }

  it.each(Object.entries(surfaces))('is given up: %s', async (_, [listed, words]) => {
    const child = writeChild(`tools.push(...${JSON.stringify(listed)}); serve()`, { tools: [approved(tool)] })
    const supervisor = supervise(child)
    const error = await failure(supervisor.start())
    expect(error.code).toBe('PROCESS_MISMATCH')
    expect(error.message).toContain(words)
    if (words.startsWith('the digest')) {
      expect(error.message).toContain(
        `It lists ${JSON.stringify(listed[0])}, and its manifest has to say the same.`,
      )
    }
    expect(supervisor.state).toBe('failed')
  })

  it('because its file has changed is never started', async () => {
    const child = writeChild("import { writeFileSync } from 'node:fs'; writeFileSync('started', ''); serve()")
    writeFileSync(child.descriptor.artifact.path, 'serve()')
    const supervisor = supervise(child)
    const error = await failure(supervisor.start())
    expect(error.code).toBe('PROCESS_MISMATCH')
    expect(error.message).toContain('child.mjs')
    expect(supervisor.state).toBe('failed')
    expect(supervisor.lastEnd).toBeUndefined()
  })

  it('is tried again on request', async () => {
    const child = writeChild(READY)
    const text = (await import('node:fs')).readFileSync(child.descriptor.artifact.path, 'utf8')
    writeFileSync(child.descriptor.artifact.path, '')
    const supervisor = supervise(child)
    await failure(supervisor.start())
    writeFileSync(child.descriptor.artifact.path, text)
    await supervisor.restart()
    expect(supervisor.state).toBe('ready')
    expect(supervisor.generation).toBe(2)
  })

  it('has a tool whose digest is that of its text on the wire', async () => {
    const text = '{"id":"a","name":"A","input_schema":{ "n": 1.0, "10": 1, "2": 2 }}'
    const source = `serve({ 'module.tool.list': (params, id) => { process.stdout.write('{"jsonrpc":"2.0","id":' + id + ',"result":{"tools":[${text}]}}\\n') } })`
    const supervisor = supervise(
      writeChild(source, { tools: [{ id: 'a', name: 'A', sha256: toolDigest(text) }] }),
    )
    await supervisor.start()
    expect(supervisor.state).toBe('ready')
  })
})

describe('a start that fails', () => {
  it('because the module is never ready leaves nothing, and is tried again', async () => {
    const supervisor = supervise(writeChild("serve({ 'module.ready': () => ({ ready: false }) })"), {
      startTimeoutMs: 700,
    })
    const pids = new Set<number>()
    supervisor.on('state', () => supervisor.pid !== undefined && pids.add(supervisor.pid))
    const error = await failure(supervisor.start())
    expect(error.message).toContain('it is not ready within 700 ms')
    await until(() => supervisor.restarts > 0, 'the next try')
    await supervisor.stop()
    for (const pid of pids) expect(isAlive(pid)).toBe(false)
  })

  it('because the program does not run says so', async () => {
    const missing = writeChild(READY, { command: ['/nowhere/at/all'] })
    expect((await failure(supervise(missing).start())).details.reason).toMatch(
      /^it cannot be started: .*ENOENT/,
    )
    const child = writeChild(READY)
    const script = join(child.folder, 'plain.sh')
    writeFileSync(script, '#!/bin/sh\n')
    chmodSync(script, 0o600)
    const refused = supervise({ descriptor: { ...child.descriptor, command: [script] } })
    expect((await failure(refused.start())).details.reason).toMatch(/^it cannot be started: .*EACCES/)
    const { reason } = (
      await failure(supervise(writeChild(READY, { command: ['no-such-program', 'a&b'] })).start())
    ).details
    expect(reason).toMatch(/\(\["no-such-program","a&b"\] in ".*", PATH ".*"\)$/)
    const homeless = writeChild(READY, { cwd: '/nowhere/at/all' })
    expect((await failure(supervise(homeless).start())).details.reason).toBe(
      'it cannot be started: its working folder "/nowhere/at/all" is not there',
    )
    const gone = writeChild(READY, { artifact: { path: '/nowhere/at/all', sha256: '0'.repeat(64) } })
    expect((await failure(supervise(gone).start())).details.reason).toBe(
      'its program is not there: "/nowhere/at/all"',
    )
  })

  it('slowly has calls wait for it, in order', async () => {
    const source = `let n = 0
      await new Promise((done) => setTimeout(done, 300))
      serve({ 'module.tool.call': ({ arguments: given }) => ({ result: [given, ++n] }) })`
    const supervisor = supervise(writeChild(source))
    const starting = supervisor.start()
    const calls = [1, 2, 3].map((given) => supervisor.callTool('x', given))
    const late = failure(supervisor.callTool('x', 4, { timeoutMs: 20 }))
    const controller = new AbortController()
    const aborted = supervisor.callTool('x', 5, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(aborted).rejects.toThrow('enough')
    expect((await late).details.reason).toBe('it has not started within 20 ms')
    expect(await Promise.all(calls)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
    await starting
  })

  it('does not take a host that is busy itself for a slow module', async () => {
    const supervisor = supervise(writeChild(READY), { startTimeoutMs: 1500 })
    const starting = supervisor.start()
    await until(() => supervisor.pid !== undefined)
    const end = Date.now() + 2000
    while (Date.now() < end);
    await starting
    expect(supervisor.state).toBe('ready')
  })

  it('because the module ends at once has its last words', async () => {
    const supervisor = supervise(writeChild("console.error('no database'); process.exit(9)"))
    const { details, message } = await failure(supervisor.start())
    expect(details).toMatchObject({ exitCode: 9, stderr: 'no database\n' })
    expect(message).toContain('no database')
  })

  it('is ended by stop', async () => {
    const supervisor = supervise(writeChild("serve({ 'module.ready': () => ({ ready: false }) })"))
    const starting = failure(supervisor.start())
    await until(() => supervisor.pid !== undefined)
    const pid = supervisor.pid!
    await supervisor.stop()
    expect((await starting).message).toContain('it was stopped')
    expect(isAlive(pid)).toBe(false)
    expect(supervisor.state).toBe('stopped')
  })
})

describe('a module that crashes again and again', () => {
  it('is started five times within a minute, each time later, and then no more', async () => {
    let now = 0
    const supervisor = supervise(writeChild('process.exit(1)'), {
      restart: { firstPauseMs: 1, longestPauseMs: 8, jitter: 0, now: () => now++ },
    })
    const states: string[] = []
    supervisor.on('state', (state) => states.push(state))
    await failure(supervisor.start())
    await until(() => supervisor.state === 'crashed', 'the open circuit')
    expect(states.filter((state) => state === 'starting')).toHaveLength(5)
    expect(supervisor.problem()?.reason).toContain('it ended 5 times within 60 s')
    const error = await failure(supervisor.callTool('x'))
    expect(error.details.retryable).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(supervisor.state).toBe('crashed')
    await failure(supervisor.restart())
    expect(supervisor.generation).toBe(2)
  })

  it('does not count crashes that are long ago', { timeout: 60_000 }, async () => {
    let now = 0
    const supervisor = supervise(writeChild("serve({ 'module.tool.call': () => process.exit(0) })"), {
      restart: { firstPauseMs: 1, longestPauseMs: 4, windowMs: 10, now: () => (now += 5) },
    })
    await supervisor.start()
    for (let crash = 1; crash <= 12; crash++) {
      await until(() => supervisor.state === 'ready', `start ${crash}`)
      await failure(supervisor.callTool('x'))
    }
    await until(() => supervisor.state === 'ready', 'the last start')
    expect(supervisor.restarts).toBe(12)
  })
})
