import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { compile, type Options } from '../../../src/index.ts'
import { createProcessPlugin } from '../../../src/process/plugin/create-process-plugin.ts'
import { createRegistry, pluginHost, pluginTools, type Registry } from '../../../src/runtime.ts'
import { reasonOf, statuses } from '../../runtime/support/plugins.ts'

const SERVER = `
  import { serveModule } from '${join(import.meta.dirname, '../../../src/process/child/serve-module.ts')}'
  serveModule({
    name: 'billing',
    version: '1.0.0',
    tools: {
      total: {
        name: 'Total',
        description: 'Adds up',
        inputSchema: { type: 'object', required: ['of'] },
        run: ({ of }, call) => ({ sum: of.reduce((a, b) => a + b, 0), subject: call.caller.subject, pid: process.pid }),
      },
      wait: { name: 'Wait', run: (_, { signal }) => new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('given up')))
      }) },
      crash: { name: 'Crash', run: () => process.exit(3) },
    },
  })`

const MANIFEST = `[plugin]
name = "billing"
kind = "service"
runtime = "process"
version = "1.0.0"
command = ["${process.execPath.replaceAll('\\', '/')}", "server.mjs"]
artifact = "server.mjs"

[[plugin.tools]]
id = "total"
name = "Total"
description = "Adds up"
[plugin.tools.input_schema]
type = "object"
required = ["of"]

[[plugin.tools]]
id = "wait"
name = "Wait"

[[plugin.tools]]
id = "crash"
name = "Crash"
`

let root: string
beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'process-plugin-')))
  mkdirSync(join(root, 'plugins/billing'), { recursive: true })
  writeFileSync(join(root, 'plugins/billing/dagstack.toml'), MANIFEST)
  await build({
    stdin: { contents: SERVER, resolveDir: root, loader: 'js' },
    ...{ bundle: true, format: 'esm', platform: 'node', logLevel: 'silent' },
    outfile: join(root, 'plugins/billing/server.mjs'),
  })
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** The registry as the generated module of a project makes it. */
async function registryOf(options: Options = {}): Promise<Registry> {
  const { plugins, catalog, diagnostics } = await compile({ root, extensions: false, ...options })
  expect(diagnostics).toEqual([])
  const loaders = { 'plugins/billing/dagstack.toml': () => pluginTools(registry, 'plugins/billing') }
  const host = pluginHost(plugins, {}, { child: async () => createProcessPlugin })
  const registry: Registry = createRegistry(catalog, loaders, { plugins: host })
  return registry
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe('a plugin in a real process', () => {
  it('is started, called by its modules, and ended', async () => {
    const registry = await registryOf()
    const set = await registry.activate({ pluginRoot: root })
    expect(reasonOf(registry, 'service:billing')).toBeUndefined()
    const answer = await registry.call('billing.total', { of: [1, 2, 4] }, { caller: { subject: 'ada' } })
    expect(answer).toEqual({ sum: 7, subject: 'ada', pid: expect.any(Number) })
    const { signal, abort } = withAbort()
    const waiting = registry.call('billing.wait', {}, { signal })
    setTimeout(abort, 50)
    await expect(waiting).rejects.toThrow('enough')
    await set.close()
    expect(statuses(registry)).toEqual({ billing: 'torn-down' })
    expect(isAlive(answer.pid)).toBe(false)
    await expect(registry.call('billing.total', { of: [] })).rejects.toMatchObject({
      code: 'PLUGIN_UNAVAILABLE',
    })
  })

  it('comes back after a crash, whose call fails with what happened', async () => {
    const registry = await registryOf()
    const set = await registry.activate({ pluginRoot: root })
    const before = await registry.call('billing.total', { of: [] })
    await expect(registry.call('billing.crash', {})).rejects.toMatchObject({
      code: 'PROCESS_UNAVAILABLE',
      details: { exitCode: 3 },
    })
    await vi.waitFor(
      async () => {
        const after = await registry.call('billing.total', { of: [] })
        expect(after.pid).not.toBe(before.pid)
      },
      { timeout: 10_000, interval: 50 },
    )
    expect(statuses(registry)).toEqual({ billing: 'ready' })
    await set.close()
  })

  it('is given up, and gone, when it is not ready in its time', async () => {
    const [entry] = (await registryOf()).list({ kind: 'plugin' })
    const program = "require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)"
    const silent = { ...entry!, startupTimeoutSec: 0.7, command: [process.execPath, '-e', program] }
    const registry = createRegistry(
      [],
      {},
      { plugins: pluginHost([silent], {}, { child: async () => createProcessPlugin }) },
    )
    registry.on('error', () => {})
    await registry.activate({ pluginRoot: root })
    expect(statuses(registry)).toEqual({ billing: 'unavailable' })
    expect(reasonOf(registry, 'service:billing')).toMatch(/within (0\.7 s|700 ms)/)
    const pid = Number(readFileSync(join(root, 'plugins/billing/pid'), 'utf8'))
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 })
  })

  it('is refused when its file is another than at build time', async () => {
    const registry = await registryOf()
    const file = join(root, 'plugins/billing/other.mjs')
    writeFileSync(file, '')
    const entry = registry.list({ kind: 'plugin' })[0]!
    const sha256 = createHash('sha256').update('something else').digest('hex')
    const changed = { ...entry, artifact: { path: 'other.mjs', sha256 } }
    const other = createRegistry(
      [],
      {},
      {
        plugins: pluginHost([changed], {}, { child: async () => createProcessPlugin }),
      },
    )
    other.on('error', () => {})
    await other.activate({ pluginRoot: root })
    expect(reasonOf(other, 'service:billing')).toContain('not what was approved')
  })
})

function withAbort() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort(new Error('enough')) }
}
