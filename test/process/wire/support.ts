import { PassThrough } from 'node:stream'
import { onTestFinished } from 'vitest'
import { Peer, type PeerOptions } from '../../../src/process.ts'

/** Two peers, connected by streams in memory. */
export function connect(
  host: Partial<PeerOptions> = {},
  child: Partial<PeerOptions> = {},
): { host: Peer; child: Peer; toChild: PassThrough; toHost: PassThrough } {
  const toChild = new PassThrough()
  const toHost = new PassThrough()
  const peers = {
    host: new Peer(toHost, toChild, { role: 'host', ...host }),
    child: new Peer(toChild, toHost, { role: 'child', ...child }),
  }
  peers.host.start()
  peers.child.start()
  onTestFinished(() => {
    toChild.end()
    toHost.end()
  })
  return { ...peers, toChild, toHost }
}

/** A peer whose other side is the test: it writes bytes, and reads lines. */
export function scripted(options: Partial<PeerOptions> = {}): {
  peer: Peer
  input: PassThrough
  output: PassThrough
  send: (...frames: readonly (object | string)[]) => void
  /** Everything that the peer has written so far, read as JSON. */
  written: () => Promise<Record<string, unknown>[]>
} {
  const input = new PassThrough()
  const output = new PassThrough()
  const peer = new Peer(input, output, { role: 'host', ...options })
  peer.start()
  onTestFinished(() => {
    input.end()
  })
  let text = ''
  output.on('data', (chunk: Buffer) => {
    text += chunk.toString('utf8')
  })
  return {
    peer,
    input,
    output,
    send: (...frames) => {
      for (const frame of frames)
        input.write(`${typeof frame === 'string' ? frame : JSON.stringify(frame)}\n`)
    },
    async written() {
      await settle()
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Record<string, unknown>)
    },
  }
}

/** Lets everything happen that needs no time. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
}

export function request(id: number, method: string, params?: unknown): object {
  return { jsonrpc: '2.0', id, method, ...(params === undefined ? {} : { params }) }
}
