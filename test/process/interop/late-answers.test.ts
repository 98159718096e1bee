import { describe, expect, it } from 'vitest'
import { buildChild } from '../child/support/build-child.ts'
import { type StartedChild, start } from '../child/support/start.ts'

const MODULE = `
import { serveModule } from 'unplugin-module-registry/process'
serveModule({
  name: 'demo',
  version: '1.0.0',
  tools: {
    early: { run: () => 'in time' },
    close: { run: () => new Promise((resolve) => setTimeout(resolve, 140)) },
    late: { run: () => new Promise((resolve) => setTimeout(resolve, 260)) },
    listens: { run: (_, { signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)) },
    refuses: { run: (_, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject)) },
    busy: { run() { const end = Date.now() + 30; while (Date.now() < end); } },
    asks: { run: (_, { host }) => host.query({ entity: 'articles' }) },
  },
})
`

/**
 * A host as the Go reference is: it gives calls up at their deadline without a word, and takes an answer that
 * it does not wait for as the end of the connection.
 */
class GoHost {
  readonly #child: StartedChild
  readonly #pending = new Map<number, (answer: unknown) => void>()
  readonly unsolicited: number[] = []
  #lastId = 0

  constructor(child: StartedChild) {
    this.#child = child
    void this.#read()
  }

  async #read(): Promise<void> {
    for (;;) {
      const frame = await this.#child.next().catch(() => undefined)
      if (!frame) return
      if (frame.method !== undefined) continue
      const take = this.#pending.get(frame.id ?? 0)
      if (take) take(frame)
      else this.unsolicited.push(frame.id ?? 0)
      this.#pending.delete(frame.id ?? 0)
    }
  }

  /** One call; it fails at its deadline with `undefined`. */
  call(method: string, params: object, deadlineMs: number): Promise<unknown> {
    const id = ++this.#lastId
    const deadline_unix_ms = Date.now() + deadlineMs
    return new Promise((resolve) => {
      this.#pending.set(id, resolve)
      setTimeout(() => {
        if (this.#pending.delete(id)) resolve(undefined)
      }, deadlineMs)
      this.#child.send({ jsonrpc: '2.0', id, method, params: { ...params, deadline_unix_ms } })
    })
  }
}

describe('a host that takes a late answer for a broken connection', () => {
  it('never gets one from a module made with serveModule', async () => {
    const child = start([process.execPath, await buildChild(MODULE)])
    const host = new GoHost(child)
    expect(await host.call('module.health', {}, 15_000)).toMatchObject({ result: { ok: true } })
    const tools = ['early', 'close', 'late', 'listens', 'refuses', 'busy', 'asks']
    for (let round = 0; round < 4; round++) {
      await Promise.all(tools.map((tool_id) => host.call('module.tool.call', { tool_id, caller: {} }, 200)))
    }
    expect(await host.call('module.health', {}, 15_000)).toMatchObject({ result: { ok: true, inflight: 0 } })
    expect(host.unsolicited).toEqual([])
  })
})
