import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { describe, expect, it, vi } from 'vitest'
import { type ProcessUnavailableError, Supervisor } from '../../../src/process.ts'
import { buildChild } from '../child/support/build-child.ts'
import { isAlive } from '../child/support/start.ts'
import { supervise, until, writeChild } from './support.ts'

const SLOW = `
  serve({
    'module.tool.call': ({ arguments: ms }) => new Promise((done) => setTimeout(done, ms, { result: 'done' })),
    'module.drain': () => new Promise((done) => setTimeout(done, 300, { inflight: 0 })),
  }).on('close', () => process.exit(0))`

describe('a drain', () => {
  it('lets running calls end, refuses new ones, and ends the process', async () => {
    const supervisor = supervise(writeChild(SLOW))
    const states: string[] = []
    await supervisor.start()
    supervisor.on('state', (state) => states.push(state))
    const running = supervisor.callTool('x', 150)
    const draining = supervisor.drain('shutdown')
    await expect(supervisor.callTool('x', 1)).rejects.toThrow('it is being stopped')
    await expect(supervisor.start()).rejects.toThrow('it is being stopped')
    expect(await running).toBe('done')
    await draining
    expect(states).toEqual(['draining', 'stopped'])
    expect(supervisor.lastEnd?.exitCode).toBe(0)
    expect(supervisor.restarts).toBe(0)
  })

  it('kills what ignores it, and its input, and signals, when the time is over', async () => {
    const source = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)
      serve({ 'module.drain': () => undefined })`
    const modules = Array.from({ length: 3 }, () => supervise(writeChild(source), { drainTimeoutMs: 400 }))
    await Promise.all(modules.map((one) => one.start()))
    const pids = modules.map(({ pid }) => pid!)
    const began = performance.now()
    await Promise.all(modules.map((one) => one.drain()))
    // All three at the same time, with much to spare.
    expect(performance.now() - began).toBeLessThan(5000)
    for (const pid of pids) expect(isAlive(pid)).toBe(false)
  })
})

describe('a stop', () => {
  it('ends a wrapper with what it has started', async () => {
    const child = writeChild(SLOW)
    const [node, file] = child.descriptor.command
    const wrapped = { ...child.descriptor, command: ['sh', '-c', `"${node}" "${file}"; exit 0`] }
    const supervisor = supervise({ descriptor: wrapped })
    await supervisor.start()
    const group = supervisor.pid!
    await supervisor.stop()
    await until(() => !isGroupAlive(group), 'the end of the group')
  })

  it('may come twice, before a start, and during one', async () => {
    const supervisor = supervise(writeChild(SLOW))
    await supervisor.stop()
    const starting = supervisor.start().catch((error: ProcessUnavailableError) => error.code)
    await Promise.all([supervisor.stop(), supervisor.stop()])
    expect(await starting).toBe('PROCESS_UNAVAILABLE')
    await supervisor.start()
    expect(await supervisor.callTool('x', 1)).toBe('done')
    await supervisor.stop()
    await supervisor.stop()
    expect(supervisor.state).toBe('stopped')
  })

  it('before the process is there leaves no restart behind', async () => {
    const supervisor = supervise(writeChild(SLOW), { restart: { firstPauseMs: 20 } })
    const starting = supervisor.start().catch((error: ProcessUnavailableError) => error.details.reason)
    await supervisor.stop()
    expect(await starting).toBe('it was stopped')
    await new Promise((done) => setTimeout(done, 300))
    expect(supervisor.state).toBe('stopped')
    expect(supervisor.pid).toBeUndefined()
    expect(supervisor.restarts).toBe(0)
  })

  it('takes back a restart that is planned', async () => {
    const supervisor = supervise(writeChild("serve({ 'module.tool.call': () => process.exit(1) })"), {
      restart: { firstPauseMs: 100 },
    })
    await supervisor.start()
    await supervisor.callTool('x').catch(() => {})
    await until(() => supervisor.state === 'backoff')
    await supervisor.stop()
    await new Promise((done) => setTimeout(done, 300))
    expect(supervisor.state).toBe('stopped')
    expect(supervisor.restarts).toBe(0)
  })

  it('leaves no handles, listeners or processes behind, however often', { timeout: 60_000 }, async () => {
    const child = writeChild(SLOW)
    const count = () => process.getActiveResourcesInfo().filter((name) => name !== 'Timeout').length
    const run = async () => {
      const supervisor = new Supervisor(child.descriptor, { readyIntervalMs: 5 })
      await supervisor.start()
      await supervisor.callTool('x', 1)
      await supervisor.stop()
    }
    await run()
    const before = { handles: count(), listeners: process.listenerCount('exit') }
    for (let round = 0; round < 15; round++) await run()
    await until(() => count() <= before.handles, 'the end of the handles')
    expect(process.listenerCount('exit')).toBe(before.listeners)
  })
})

describe('a new generation', () => {
  it('begins when the old process is gone, and has the new grants', async () => {
    const source = `serve({
      'module.handshake': ({ expected, grants }) => {
        globalThis.grants = grants
        const { name, version, instance_id, desired_generation, surface_sha256 } = expected
        return { proto: { min: 1, max: 1 }, identity: { name, version, instance_id, desired_generation }, surface_sha256, features: [], ready: true }
      },
      'module.tool.call': () => ({ result: { grants: globalThis.grants, pid: process.pid } }),
    })`
    const supervisor = supervise(
      writeChild(source, { requestedGrants: ['articles:read', 'articles:write'] }),
      {
        grants: ['articles:*'],
      },
    )
    await supervisor.start()
    const before = await supervisor.callTool('x')
    expect(before).toMatchObject({ grants: ['articles:read', 'articles:write'] })
    const old = supervisor.pid!
    let bothAlive = false
    supervisor.on('state', () => {
      if (supervisor.pid !== undefined && supervisor.pid !== old && isAlive(old)) bothAlive = true
    })
    await supervisor.restart({ grants: ['articles:read'] })
    expect(await supervisor.callTool('x')).toMatchObject({ grants: ['articles:read'] })
    expect(supervisor.generation).toBe(2)
    expect(bothAlive).toBe(false)
  })
})

describe('ends and beginnings that overlap', () => {
  it('wait for a drain that is under way, and make one start for each', async () => {
    const supervisor = supervise(writeChild(SLOW), { stopTimeoutMs: 50 })
    await supervisor.start()
    const running = supervisor.callTool('x', 400)
    await new Promise((done) => setTimeout(done, 20))
    const states: string[] = []
    supervisor.on('state', (state) => states.push(state))
    await Promise.all([supervisor.restart(), supervisor.restart(), supervisor.drain()])
    expect(await running).toBe('done')
    expect(supervisor.generation).toBe(3)
    expect(supervisor.state).toBe('ready')
    const life = ['draining', 'stopped', 'starting', 'ready']
    expect(states).toEqual([...life, ...life])
  })

  it('let a stop win over a restart that is under way', async () => {
    const supervisor = supervise(writeChild(SLOW))
    await supervisor.start()
    const restarting = supervisor.restart().catch((error: ProcessUnavailableError) => error.details.reason)
    await supervisor.stop()
    expect(await restarting).toBe('it was stopped')
    await new Promise((done) => setTimeout(done, 100))
    expect(supervisor.state).toBe('stopped')
    expect(supervisor.pid).toBeUndefined()
  })

  it('leave a start alone that comes behind a stop', async () => {
    const supervisor = supervise(writeChild(SLOW))
    await supervisor.start()
    const stops = Promise.all([supervisor.stop(), supervisor.stop()])
    await until(() => supervisor.state === 'stopped')
    const starting = supervisor.start()
    await stops
    expect(supervisor.state).toBe('starting')
    await starting
    expect(supervisor.state).toBe('ready')
  })
})

describe('the surroundings of a process', () => {
  it('are a list of harmless variables, what its descriptor names, and its own folder', async () => {
    vi.stubEnv('API_SECRET', 'secret')
    vi.stubEnv('HTTPS_PROXY', 'http://proxy')
    const source =
      "serve({ 'module.tool.call': () => ({ result: { env: process.env, cwd: process.cwd() } }) })"
    const child = writeChild(source, { env: { MODE: 'x' }, envPass: ['HTTPS_PROXY', 'NOT_THERE'] })
    const supervisor = supervise(child)
    await supervisor.start()
    const { env, cwd } = (await supervisor.callTool('x')) as { env: Record<string, string>; cwd: string }
    vi.unstubAllEnvs()
    expect(cwd).toBe(child.folder)
    expect(env).toMatchObject({ MODE: 'x', HTTPS_PROXY: 'http://proxy', PATH: process.env.PATH })
    const known = 'HOME LANG LC_ALL LC_CTYPE LOGNAME PATH TMPDIR USER MODE HTTPS_PROXY'.split(' ')
    expect(Object.keys(env).filter((name) => !known.includes(name) && !name.startsWith('__'))).toEqual([])
  })

  it('have the arguments as they are written, since no shell reads them', async () => {
    const given = ['a b', 'a&b', '%PATH%', '"q"', '$(id)', ';rm', '*', '']
    const child = writeChild("serve({ 'module.tool.call': () => ({ result: process.argv.slice(2) }) })")
    const supervisor = supervise({
      descriptor: { ...child.descriptor, command: [...child.descriptor.command, ...given] },
    })
    await supervisor.start()
    expect(await supervisor.callTool('x')).toEqual(given)
  })

  it('can be a sandbox, for programs of Node', async () => {
    const source = `import { readFileSync } from 'node:fs'
      import { spawnSync } from 'node:child_process'
      const attempt = (run) => { try { run(); return 'done' } catch (error) { return error.code } }
      serve({ 'module.tool.call': () => ({ result: {
        own: attempt(() => readFileSync(new URL('./raw.mjs', import.meta.url))),
        other: attempt(() => readFileSync('/etc/hostname')),
        spawn: attempt(() => { const { error } = spawnSync('true'); if (error) throw error }),
      } }) })`
    const supervisor = supervise(writeChild(source, { sandbox: true }))
    await supervisor.start()
    expect(await supervisor.callTool('x')).toEqual({
      own: 'done',
      other: 'ERR_ACCESS_DENIED',
      spawn: 'ERR_ACCESS_DENIED',
    })
  })

  it('are refused where they cannot be a sandbox', async () => {
    const supervisor = supervise(writeChild('', { sandbox: true, command: ['python3', 'x.py'] }))
    await expect(supervisor.start()).rejects.toThrow('there is one for programs of Node only')
    expect(supervisor.lastEnd).toBeUndefined()
  })
})

describe('a host that ends', () => {
  const ends = {
    'is killed': "setTimeout(() => process.kill(process.pid, 'SIGKILL'), 50)",
    'calls process.exit': 'setTimeout(() => process.exit(0), 50)',
    'throws where nobody catches': "setTimeout(() => { throw new Error('oops') }, 50)",
  }

  it.each(Object.entries(ends))('%s, and takes its modules along', { timeout: 60_000 }, async (_, end) => {
    const child = await buildChild(`
      import { serveModule } from 'unplugin-module-registry/process'
      serveModule({ name: 'demo', version: '1.0.0', tools: { busy: { run() { for (;;); } } } })`)
    const outfile = join(dirname(child), 'host.mjs')
    await build({
      stdin: {
        contents: `
          import { createHash } from 'node:crypto'
          import { readFileSync } from 'node:fs'
          import { Supervisor } from './process.ts'
          const path = ${JSON.stringify(child)}
          const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex')
          const supervisor = new Supervisor(
            { name: 'demo', version: '1.0.0', command: [process.execPath, path], cwd: '/', artifact: { path, sha256 } },
            { startTimeoutMs: 20_000 },
          )
          await supervisor.start()
          supervisor.callTool('busy').catch(() => {})
          console.log(supervisor.pid)
          ${end}`,
        loader: 'ts',
        resolveDir: resolve(import.meta.dirname, '../../../src'),
      },
      bundle: true,
      platform: 'node',
      format: 'esm',
      outfile,
      logLevel: 'silent',
    })
    const host = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'ignore'] })
    const [line] = (await once(host.stdout, 'data')) as [Buffer]
    const pid = Number(line.toString())
    expect(pid).toBeGreaterThan(1)
    await once(host, 'exit')
    await until(() => !isAlive(pid), 'the end of the module')
  })
})

function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}
