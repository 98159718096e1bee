import { describe, expect, it } from 'vitest'
import { handshake, toolDigest, waitForReady } from '../../../src/process.ts'
import { scripted } from '../wire/support.ts'
import { transcript } from './transcript.ts'

/** The recorded texts of the host's requests, and of the module's answers, by their number. */
function recorded(from: 'host' | 'child', id: number): string {
  const isRequest = from === 'host'
  const found = transcript.find(
    ({ from: side, frame }) => side === from && frame.id === id && (frame.method !== undefined) === isRequest,
  )
  return found!.text
}

describe('a host', () => {
  it('writes what was recorded, letter by letter, and takes what the Go module answered', async () => {
    const { peer, output, send } = scripted()
    let written = ''
    output.on('data', (chunk: Buffer) => {
      written += chunk.toString('utf8')
    })
    const lines = async (count: number) => {
      while (written.split('\n').length <= count) await new Promise((resolve) => setTimeout(resolve, 5))
      return written.split('\n')
    }

    const shaken = handshake(peer, {
      expected: {
        name: 'demo',
        version: '1.0.0',
        artifact_sha256: 'a'.repeat(64),
        surface_sha256: 'b'.repeat(64),
        desired_generation: 3,
        instance_id: 'c0ffeec0ffeec0ffeec0ffeec0ffeeab',
      },
      grants: ['articles:read'],
      limits: { frame_bytes: 1_048_576, deadline_ms: 10_000, inflight: 32 },
    })
    expect((await lines(1))[0]).toBe(recorded('host', 1))
    send(recorded('child', 1))
    expect(await shaken).toEqual({ proto: 1, features: [], ready: false })

    const ready = waitForReady(peer, { intervalMs: 1 })
    expect((await lines(2))[1]).toBe(recorded('host', 2))
    send(recorded('child', 2))
    await ready

    const health = peer.call('module.health', {})
    expect((await lines(3))[2]).toBe(recorded('host', 3))
    send(recorded('child', 3))
    expect(await health).toEqual({ ok: true, inflight: 0 })

    const again = peer.call('module.health')
    expect((await lines(4))[3]).toBe(recorded('host', 4))
    send(recorded('child', 4))
    await again

    const tools = peer.callForText('module.tool.list')
    expect((await lines(5))[4]).toBe(recorded('host', 5))
    send(recorded('child', 5))
    const { text } = await tools
    expect(toolDigest(text.slice(text.indexOf('[') + 1, text.lastIndexOf(']')))).toBe(
      'bbf09860ea5ea5b59ffdc05a80e91991f71eeed155d9def5eb6cea5f74722365',
    )
  })
})
