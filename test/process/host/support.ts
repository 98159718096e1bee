import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import {
  type ProcessDescriptor,
  Supervisor,
  type SupervisorOptions,
  toolDigest,
} from '../../../src/process.ts'

/** A raw child: reads lines, answers what the protocol asks, and `tools` that are given as source. */
const RAW = `
import { createInterface } from 'node:readline'
export const send = (frame) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...frame }) + '\\n')
export const tools = []
export function serve(handlers = {}) {
  const own = {
    'module.handshake': ({ expected }) => ({
      proto: { min: 1, max: 1 },
      identity: {
        name: expected.name,
        version: expected.version,
        instance_id: expected.instance_id,
        desired_generation: expected.desired_generation,
      },
      surface_sha256: expected.surface_sha256,
      features: null,
      ready: false,
    }),
    'module.ready': () => ({ ready: true }),
    'module.health': () => ({ ok: true, inflight: 0 }),
    'module.drain': () => ({ inflight: 0 }),
    'module.tool.list': () => ({ tools }),
    ...handlers,
  }
  const lines = createInterface({ input: process.stdin })
  lines.on('line', async (line) => {
    const { id, method, params } = JSON.parse(line)
    if (method === undefined || id === undefined) return own.frame?.(JSON.parse(line))
    const handler = own[method]
    if (!handler) return send({ id, error: { code: -32601, message: 'method not found: ' + method } })
    const result = await handler(params, id)
    if (result !== undefined) send({ id, result })
  })
  return lines
}
`

/** A child that a test has written, with the descriptor that approves it. */
export interface ChildFixture {
  readonly folder: string
  readonly descriptor: ProcessDescriptor
}

/**
 * Writes a child into a folder of its own.
 *
 * @param source what it does; `serve`, `send` and `tools` of the raw child are there
 */
export function writeChild(source: string, more: Partial<ProcessDescriptor> = {}): ChildFixture {
  const folder = realpathSync.native(mkdtempSync(join(tmpdir(), 'module-host-')))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  const file = join(folder, 'child.mjs')
  writeFileSync(join(folder, 'raw.mjs'), RAW)
  writeFileSync(file, `import { send, serve, tools } from './raw.mjs'\n${source}`)
  const descriptor: ProcessDescriptor = {
    name: 'demo',
    version: '1.0.0',
    command: [process.execPath, file],
    cwd: folder,
    artifact: { path: file, sha256: sha256(file) },
    ...more,
  }
  return { folder, descriptor }
}

/** A supervisor that is stopped when the test ends, quick enough for tests unless they say otherwise. */
export function supervise(
  { descriptor }: Pick<ChildFixture, 'descriptor'>,
  options: SupervisorOptions = {},
): Supervisor {
  const supervisor = new Supervisor(descriptor, {
    startTimeoutMs: 20_000,
    readyIntervalMs: 5,
    stopTimeoutMs: 500,
    restart: { firstPauseMs: 5, longestPauseMs: 50 },
    ...options,
  })
  onTestFinished(() => supervisor.stop())
  return supervisor
}

/** The approval of a tool as a child lists it. */
export function approved(tool: { id: string; name: string }): { id: string; name: string; sha256: string } {
  return { id: tool.id, name: tool.name, sha256: toolDigest(JSON.stringify(tool)) }
}

function sha256(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex')
}

/** Waits until something holds, long enough for a loaded machine. */
export async function until(holds: () => boolean, what = 'it'): Promise<void> {
  const end = Date.now() + 20_000
  while (!holds()) {
    if (Date.now() > end) throw new Error(`${what} never came about`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
