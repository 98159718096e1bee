import { describe, expect, it } from 'vitest'
import { Peer } from '../../../src/process.ts'
import { scripted, settle } from './support.ts'

const echo = { handlers: { echo: (params: unknown) => params } }

/** Lines that a peer answers, and the line that it answers. */
const answered: Record<string, [string, string]> = {
  'a request': [
    '{"jsonrpc":"2.0","id":1,"method":"echo","params":{"a":1}}',
    '{"jsonrpc":"2.0","id":1,"result":{"a":1}}',
  ],
  'white space around and inside': [
    ' \t{ "jsonrpc" : "2.0" , "id" : 7 , "method" : "echo" } ',
    '{"jsonrpc":"2.0","id":7,"result":null}',
  ],
  'a carriage return in front of the line feed': [
    '{"jsonrpc":"2.0","id":1,"method":"echo","params":"a"}\r',
    '{"jsonrpc":"2.0","id":1,"result":"a"}',
  ],
  'the largest ID': [
    '{"jsonrpc":"2.0","id":18446744073709551615,"method":"echo"}',
    '{"jsonrpc":"2.0","id":18446744073709551615,"result":null}',
  ],
  'an ID beyond 2^53': [
    '{"jsonrpc":"2.0","id":9007199254740993,"method":"echo"}',
    '{"jsonrpc":"2.0","id":9007199254740993,"result":null}',
  ],
  'members in another order, and one twice': [
    '{"id":1,"method":"echo","params":1,"params":2,"more":[{"id":5}],"jsonrpc":"2.0"}',
    '{"jsonrpc":"2.0","id":1,"result":2}',
  ],
  'parameters that are null': [
    '{"jsonrpc":"2.0","id":1,"method":"echo","params":null}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
  ],
  'parameters that are a text': [
    '{"jsonrpc":"2.0","id":1,"method":"echo","params":"x"}',
    '{"jsonrpc":"2.0","id":1,"result":"x"}',
  ],
  'an error that is null beside a method': [
    '{"jsonrpc":"2.0","id":1,"method":"echo","error":null}',
    '{"jsonrpc":"2.0","id":1,"result":null}',
  ],
  'an unknown method': [
    '{"jsonrpc":"2.0","id":3,"method":"no.such.method","params":{"a":1}}',
    '{"jsonrpc":"2.0","id":3,"error":{"code":-32601,"message":"method not found: no.such.method"}}',
  ],
  'a cancel that is a request': [
    '{"jsonrpc":"2.0","id":3,"method":"module.cancel","params":{"request_id":"9"}}',
    '{"jsonrpc":"2.0","id":3,"result":null}',
  ],
}

/** Lines that no peer may send. */
const fatal: Record<string, string> = {
  'a blank line': '',
  spaces: '   ',
  'a carriage return alone': '\r',
  'a byte-order mark': '\ufeff{"jsonrpc":"2.0","id":1,"method":"echo"}',
  'no JSON': 'hello',
  'two values': '{"jsonrpc":"2.0","id":1,"method":"echo"} {}',
  'a batch': '[{"jsonrpc":"2.0","id":1,"method":"echo"}]',
  null: 'null',
  'a number': '1',
  'no version': '{"id":1,"method":"echo"}',
  'another version': '{"jsonrpc":"1.0","id":1,"method":"echo"}',
  'a version that is a number': '{"jsonrpc":2.0,"id":1,"method":"echo"}',
  'ID 0': '{"jsonrpc":"2.0","id":0,"method":"echo"}',
  'a negative ID': '{"jsonrpc":"2.0","id":-1,"method":"echo"}',
  'a fraction as ID': '{"jsonrpc":"2.0","id":1.5,"method":"echo"}',
  'an ID in another spelling': '{"jsonrpc":"2.0","id":1.0,"method":"echo"}',
  'an ID with an exponent': '{"jsonrpc":"2.0","id":1e0,"method":"echo"}',
  'a text as ID': '{"jsonrpc":"2.0","id":"1","method":"echo"}',
  'a list as ID': '{"jsonrpc":"2.0","id":[1],"method":"echo"}',
  'an ID of 2^64': '{"jsonrpc":"2.0","id":18446744073709551616,"method":"echo"}',
  'a method with a result': '{"jsonrpc":"2.0","id":1,"method":"echo","result":null}',
  'a method with an error': '{"jsonrpc":"2.0","id":1,"method":"echo","error":{}}',
  'neither method nor ID': '{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"x"}}',
  'an answer with an empty method, and no ID': '{"jsonrpc":"2.0","method":""}',
  'a raw tab in a text': '{"jsonrpc":"2.0","id":1,"method":"ec\tho"}',
  'an error that is no object': '{"jsonrpc":"2.0","id":1,"error":"x"}',
  'an answer to what was never asked': '{"jsonrpc":"2.0","id":1,"result":1}',
  'an answer with an ID beyond 2^53': '{"jsonrpc":"2.0","id":9007199254740993,"result":1}',
}

describe('a line', () => {
  it.each(Object.entries(answered))('is answered: %s', async (_, [line, answer]) => {
    const { send, output, peer } = scripted(echo)
    let text = ''
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString('utf8')
    })
    send(line)
    await settle()
    expect(text).toBe(`${answer}\n`)
    expect(peer.state).toBe('open')
  })

  it.each(Object.entries(fatal))('ends the connection: %s', async (_, line) => {
    const { send, written, peer } = scripted(echo)
    send(line, { jsonrpc: '2.0', id: 2, method: 'echo' })
    expect(await written()).toEqual([])
    expect(peer.state).toBe('failed')
    expect(peer.fault?.code).toBe('PEER_FAULT')
    expect(peer.fault?.details.line).toBe(line.trimEnd() === '' ? line.replace('\r', '') : line)
    await peer.done
  })

  it('is served without its end when the input ends, and is a fault when it is cut off', async () => {
    const whole = scripted(echo)
    whole.input.end('{"jsonrpc":"2.0","id":1,"method":"echo"}')
    expect(await whole.written()).toEqual([{ jsonrpc: '2.0', id: 1, result: null }])
    await whole.peer.done
    expect(whole.peer.fault).toBeUndefined()

    const cut = scripted(echo)
    cut.input.end('{"jsonrpc":"2.0","id":1,"meth')
    await cut.peer.done
    expect(cut.peer.fault?.message).toContain('the line is no JSON')
  })

  it('may hold bytes that are no UTF-8', async () => {
    const { input, written } = scripted(echo)
    input.write(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"echo","params":"a'))
    input.write(Buffer.from([0xff, 0xfe]))
    input.write(Buffer.from('"}\n'))
    expect(await written()).toEqual([{ jsonrpc: '2.0', id: 1, result: 'a\ufffd\ufffd' }])
  })
})

describe('the size of a line', () => {
  const line = (bytes: number) => {
    const head = '{"jsonrpc":"2.0","id":1,"method":"size","params":"'
    return `${head}${'x'.repeat(bytes - head.length - 2)}"}`
  }
  const size = { handlers: { size: (params: unknown) => (params as string).length } }

  it.each([
    ['whole', (text: string) => [text]],
    ['in pieces', (text: string) => [text.slice(0, 70_000), text.slice(70_000, -1), text.slice(-1)]],
  ])('may be the cap, and no byte more: %s', async (_, cut) => {
    for (const end of ['\n', '\r\n']) {
      const { input, written } = scripted(size)
      for (const piece of cut(line(1_048_576) + end)) input.write(piece)
      expect(await written()).toHaveLength(1)
    }
    const { input, peer } = scripted(size)
    for (const piece of cut(`${line(1_048_577)}\n`)) input.write(piece)
    await settle()
    expect(peer.fault?.message).toContain('a line has more than 1048576 bytes')
  })

  it('counts bytes, not characters', async () => {
    const { send, peer } = scripted({ ...size, maxFrameBytes: 100 })
    send(`{"jsonrpc":"2.0","id":1,"method":"size","params":"${'ü'.repeat(30)}"}`)
    await settle()
    expect(peer.fault).toBeDefined()
  })

  it('is bounded while the line goes on without an end', async () => {
    const { input, peer } = scripted(size)
    for (let sent = 0; sent < 18; sent++) {
      input.write(Buffer.alloc(65_536, 0x20))
      await settle()
      expect(peer.fault === undefined).toBe(sent < 16)
    }
  })

  it('is at most 4 MiB, whatever is asked for', async () => {
    const bytes = 4 * 1024 * 1024
    const { input, written } = scripted({ ...size, maxFrameBytes: bytes })
    input.write(`${line(bytes - 1)}\n`)
    expect(await written()).toHaveLength(1)
    const { input: other, peer } = scripted({ ...size, maxFrameBytes: bytes })
    other.write(`${line(bytes)}\n`)
    await settle()
    expect(peer.fault).toBeDefined()
    const { input: readable, output: writable } = scripted()
    expect(() => new Peer(readable, writable, { role: 'host', maxFrameBytes: bytes + 1 })).toThrow(RangeError)
  })
})
