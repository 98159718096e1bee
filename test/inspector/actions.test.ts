import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { request } from 'node:http'
import { homedir } from 'node:os'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { callModule } from '../../src/bundler/dev/inspector/call-module.ts'
import { PATIENCE } from '../dev-server/support/dev.ts'
import { type Inspected, inspect, tokenIn } from './support/ask.ts'

const CALLS = { options: { inspector: { calls: true } } } as const

const FILES = {
  'extensions/add.ts': moduleClass('Add', 'return inputs.a + inputs.b', 'inputs: { a: number; b: number }'),
  'extensions/live.ts': moduleClass('Live', 'return new Map([["self", this.execute]])'),
  'extensions/huge.ts': moduleClass('Huge', 'return "x".repeat(300_000)'),
  'extensions/fails.ts': moduleClass(
    'Fails',
    'throw new TypeError("no " + import.meta.url, { cause: new Error("from " + process.cwd()) })',
  ),
  'extensions/waits.ts': moduleClass(
    'Waits',
    'context.signal.addEventListener("abort", () => { globalThis.wasAborted = true }); globalThis.isWaiting = true; await new Promise(() => {})',
  ),
}

function moduleClass(name: string, body: string, inputs = 'inputs: any'): string {
  return `import type { Module } from 'unplugin-module-registry/runtime'
export class ${name} implements Module {
  async execute(${inputs}, context: any) {
    ${body}
  }
}
`
}

const call = async ({ post }: Inspected, id: string, inputs: unknown = {}) => {
  const { status, text } = await post('call', { id, inputs })
  expect(status).toBe(200)
  return JSON.parse(text)
}

describe('calls', () => {
  test('run in the dev server, with the registry of its server code', async () => {
    const inspected = await inspect(FILES, CALLS)
    expect((await inspected.state()).calls).toBe(true)
    const sum = await call(inspected, 'add', { a: 1, b: 2 })
    expect(sum).toEqual({ ok: true, result: '3', json: true, ms: expect.any(Number) })
    const { registry } = await inspected.dev.ssr()
    registry.register('by_hand', { execute: () => ({ seen: true }) } as never)
    expect(await call(inspected, 'by_hand')).toMatchObject({ result: '{\n  "seen": true\n}', json: true })
  })

  test('show what is no JSON as text, and refuse what is too long', async () => {
    const inspected = await inspect(FILES, CALLS)
    const live = await call(inspected, 'live')
    expect(live).toMatchObject({ ok: true, json: false })
    expect(live.result).toMatch(/^Map\(1\) \{.*'self' => \[(?:Async)?Function/)
    const huge = await call(inspected, 'huge')
    expect(huge).toMatchObject({ ok: false, error: expect.stringContaining('256000') })
    expect(huge.error.length).toBeLessThan(500)
  })

  test('tell errors with their causes, without paths of the machine', async () => {
    const inspected = await inspect(FILES, CALLS)
    const fails = await call(inspected, 'fails')
    expect(fails.error).toMatch(/^TypeError: no .*extensions\/fails\.ts.*\ncaused by Error: from /)
    for (const path of [inspected.dev.project.root, process.cwd(), homedir()]) {
      expect(fails.error).not.toContain(path)
    }
    const unknown = await call(inspected, 'ad')
    expect(unknown.error).toContain('MODULE_NOT_FOUND')
    expect(unknown.error).toContain('add')
  })

  test('of tools say that their plugin is not up', async () => {
    const manifest = `[plugin]
name = "mail"
kind = "service"
version = "1.0.0"
runtime = "process"
command = ["./server.bin"]
artifact = "server.bin"
[[plugin.tools]]
id = "send"
name = "Send"
`
    const processEntry = 'export const createProcessPlugin = () => { throw new Error("must not start") }'
    const inspected = await inspect(
      { 'plugins/mail/dagstack.toml': manifest, 'plugins/mail/server.bin': 'program' },
      {
        ...CALLS,
        before: (project) =>
          project.write({ 'node_modules/unplugin-module-registry/dist/process.js': processEntry }),
      },
    )
    const { modules } = await inspected.state()
    const place = { file: 'plugins/mail/dagstack.toml', line: 9, column: 6 }
    expect(modules.find(({ entry }) => entry.id === 'mail.send')).toMatchObject({ place })
    const { ok, error } = await call(inspected, 'mail.send')
    expect(ok).toBe(false)
    expect(error).toContain('it is not set up')
  })

  test('are aborted when nobody waits any more', async () => {
    const inspected = await inspect(FILES, CALLS)
    const flags = globalThis as { isWaiting?: boolean; wasAborted?: boolean }
    const { origin, hostname, port, pathname } = new URL(inspected.url)
    const token = tokenIn((await inspected.ask('')).text)
    const headers = { origin, 'content-type': 'application/json', 'x-module-registry-token': token }
    const asking = request({ hostname, port, path: `${pathname}call`, method: 'POST', headers })
    asking.on('error', () => {})
    asking.end(JSON.stringify({ id: 'waits' }))
    await vi.waitFor(() => expect(flags.isWaiting).toBe(true), PATIENCE)
    asking.destroy()
    await vi.waitFor(() => expect(flags.wasAborted).toBe(true), PATIENCE)
  })

  test('end when they take too long', async () => {
    const { dev } = await inspect(FILES, CALLS)
    const limits = { time: 50, result: 100 }
    const { ssr } = dev.server.environments
    const signal = new AbortController().signal
    const answer = await callModule(ssr, { id: 'waits', inputs: {} }, signal, (text) => text, limits)
    expect(answer).toMatchObject({ ok: false, error: 'Error: it took longer than 0.05 seconds' })
  })

  test('are off unless the options allow them', async () => {
    const inspected = await inspect(FILES)
    const { status, text } = await inspected.post('call', { id: 'add', inputs: {} })
    expect(status).toBe(403)
    expect(text).toContain('calls: true')
  })

  test('need the token, our own origin and JSON', async () => {
    const { post, url } = await inspect(FILES, CALLS)
    const { origin } = new URL(url)
    const body = { id: 'add', inputs: { a: 1, b: 2 } }
    const refused: [Record<string, string>, number][] = [
      [{ 'x-module-registry-token': '' }, 403],
      [{ 'x-module-registry-token': 'x'.repeat(43) }, 403],
      [{ origin: 'http://evil.example' }, 403],
      [{ origin: 'null' }, 403],
      [{ origin, 'sec-fetch-site': 'same-site' }, 403],
      [{ origin, 'sec-fetch-site': 'none' }, 403],
      [{ host: 'evil.example' }, 403],
      [{ 'content-type': 'text/plain' }, 415],
      [{ 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ]
    for (const [headers, status] of refused) {
      const reply = await post('call', body, headers)
      expect([headers, reply.status]).toEqual([headers, status])
      expect(reply.text).not.toContain('"ok"')
    }
    expect((await post('call', '{ not json')).status).toBe(400)
    expect((await post('call', { id: 7 })).status).toBe(400)
    expect((await post('call', 'null')).status).toBe(400)
    expect((await post('call', { id: 'add', inputs: 'x'.repeat(1_100_000) })).status).toBe(413)
    expect((await post('nothing', body)).status).toBe(404)
    expect((await post('state.json', body)).status).toBe(404)
  })

  test('without an origin are refused, since pages always send one', async () => {
    const { ask } = await inspect(FILES, CALLS)
    const token = tokenIn((await ask('')).text)
    const headers = { 'content-type': 'application/json', 'x-module-registry-token': token }
    const reply = await ask('call', { method: 'POST', headers, body: { id: 'add', inputs: {} } })
    expect(reply.status).toBe(403)
  })

  test('of one server are not for the page of another', async () => {
    const [one, other] = [await inspect(FILES, CALLS), await inspect(FILES, CALLS)]
    const token = tokenIn((await other.ask('')).text)
    const { status, text } = await one.post('call', { id: 'add' }, { 'x-module-registry-token': token })
    expect({ status, text }).toEqual({ status: 403, text: '{"error":"token"}' })
  })
})

describe('the editor', () => {
  afterEach(() => vi.unstubAllEnvs())

  /** An editor that writes down what it is told to open. */
  async function withEditor(
    files: Readonly<Record<string, string>>,
  ): Promise<Inspected & { opened(): string | undefined }> {
    const inspected = await inspect(
      { ...files, 'editor.sh': '#!/bin/sh\nprintf "%s|" "$@" > "$(dirname "$0")/opened.txt"\n' },
      { config: { base: '/app/' } },
    )
    const { project } = inspected.dev
    chmodSync(project.path('editor.sh'), 0o755)
    vi.stubEnv('LAUNCH_EDITOR', project.path('editor.sh'))
    const path = project.path('opened.txt')
    return { ...inspected, opened: () => (existsSync(path) ? readFileSync(path, 'utf8') : undefined) }
  }

  test('opens a place that the registry knows', async () => {
    const { post, opened, dev } = await withEditor(FILES)
    const reply = await post('open', { file: 'extensions/add.ts', line: 2, column: 14 })
    expect(reply).toMatchObject({ status: 204, text: '' })
    await vi.waitFor(() => expect(opened()).toContain(dev.project.path('extensions/add.ts')), PATIENCE)
    expect(opened()).toMatch(/\b2\b/)
  })

  test('opens no other file', async () => {
    const { post, opened } = await withEditor({ ...FILES, 'secret.txt': 'secret' })
    const others = [
      ...['secret.txt', '/etc/passwd', '../secret.txt', 'extensions/../secret.txt', './extensions/add.ts'],
      ...['', 'extensions', 'extensions/add.ts:1:1', 'file:///etc/passwd', 7, null, ['extensions/add.ts']],
    ]
    for (const file of others) {
      expect([file, (await post('open', { file, line: 1 })).status]).toEqual([file, 404])
    }
    const wrong = await post('open', { file: 'extensions/add.ts' }, { 'x-module-registry-token': 'wrong' })
    expect(wrong.status).toBe(403)
    expect(opened()).toBeUndefined()
  })

  test('opens the places of problems', async () => {
    const { post, opened, dev } = await withEditor({
      ...FILES,
      'extensions/twice.ts': FILES['extensions/add.ts'] + FILES['extensions/live.ts'],
    })
    expect((await post('open', { file: 'extensions/twice.ts', line: '1; rm -rf' })).status).toBe(204)
    await vi.waitFor(() => expect(opened()).toBe(`${dev.project.path('extensions/twice.ts')}|`), PATIENCE)
  })
})
