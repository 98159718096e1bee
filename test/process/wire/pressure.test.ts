import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { Peer } from '../../../src/process.ts'
import { connect, request, settle } from './support.ts'

describe('a side that does not read', () => {
  it('makes callers wait, not the memory grow; then everything goes on', async () => {
    const toChild = new PassThrough()
    const toHost = new PassThrough()
    const host = new Peer(toHost, toChild, { role: 'host' })
    host.start()
    const text = 'x'.repeat(1_000_000)
    const calls = Array.from({ length: 32 }, () => host.call('size', text))
    await settle()
    // One piece is in the stream, and no more than the bound waits in front of it.
    expect(toChild.writableLength + toChild.readableLength).toBeLessThan(3_000_000)
    const child = new Peer(toChild, toHost, {
      role: 'child',
      handlers: { size: (params) => (params as string).length },
    })
    child.start()
    expect(await Promise.all(calls)).toEqual(calls.map(() => 1_000_000))
    toChild.end()
    toHost.end()
  })

  it('is not read from any more when it floods', async () => {
    const input = new PassThrough({ highWaterMark: 1024 * 1024 })
    const output = new PassThrough()
    const peer = new Peer(input, output, { role: 'host' })
    peer.start()
    const line = `${JSON.stringify(request(1, 'x'.repeat(100_000)))}\n`
    let taken = 0
    for (; taken < 2000; taken++) {
      if (!input.write(line)) {
        await settle()
        if (input.isPaused()) break
      }
    }
    expect(taken).toBeLessThan(1000)
    output.resume()
    await settle()
    expect(input.isPaused()).toBe(false)
    input.end()
  })
})

describe('two sides that call each other', () => {
  it('with much to say do not lock each other up', async () => {
    const echo = { handlers: { echo: (params: unknown) => params } }
    const { host, child } = connect(echo, echo)
    const text = 'ä'.repeat(250_000)
    const calls = [host, child].flatMap((peer) => Array.from({ length: 32 }, () => peer.call('echo', text)))
    for (const answer of await Promise.all(calls)) expect(answer).toBe(text)
  })
})
