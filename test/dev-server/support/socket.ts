import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import type { Socket } from 'node:net'

/** A page's end of a dev server's socket, as far as tests need it: texts, in one frame each. */
export interface PageSocket {
  send(payload: object): void
  close(): void
}

/**
 * Connects as the script in a page does.
 *
 * @param url of the page
 * @param token what a server asks of those who connect
 * @param onMessage gets every message, parsed
 */
export function connect(
  url: string,
  token: string,
  onMessage: (message: never) => void,
): Promise<PageSocket> {
  const target = new URL(url)
  target.searchParams.set('token', token)
  return new Promise((resolve, reject) => {
    const asking = request(target, {
      headers: {
        ...{ Connection: 'Upgrade', Upgrade: 'websocket', 'Sec-WebSocket-Version': '13' },
        ...{ 'Sec-WebSocket-Key': randomBytes(16).toString('base64'), 'Sec-WebSocket-Protocol': 'vite-hmr' },
      },
    })
    asking.on('error', reject)
    asking.on('response', ({ statusCode }) => reject(new Error(`refused with ${statusCode}`)))
    asking.on('upgrade', (_response, socket, head) => {
      const read = frameReader((text) => onMessage(JSON.parse(text) as never))
      socket.on('data', read)
      socket.on('error', () => {})
      read(head)
      resolve({
        send: (payload) => socket.write(frame(JSON.stringify(payload))),
        close: () => void (socket as Socket).destroy(),
      })
    })
    asking.end()
  })
}

function frameReader(onText: (text: string) => void): (data: Buffer) => void {
  let rest = Buffer.alloc(0)
  return (data) => {
    rest = Buffer.concat([rest, data])
    for (;;) {
      if (rest.length < 2) return
      const short = rest[1]! & 127
      const start = short < 126 ? 2 : short === 126 ? 4 : 10
      if (rest.length < start) return
      const length =
        short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
      if (rest.length < start + length) return
      if ((rest[0]! & 15) === 1) onText(rest.subarray(start, start + length).toString())
      rest = rest.subarray(start + length)
    }
  }
}

/** What clients send has to be masked. */
function frame(text: string): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length > 65_535) throw new RangeError('too long for a test')
  const mask = randomBytes(4)
  const header =
    bytes.length < 126
      ? Buffer.from([129, 128 | bytes.length])
      : Buffer.from([129, 128 | 126, bytes.length >> 8, bytes.length & 255])
  return Buffer.concat([header, mask, bytes.map((byte, index) => byte ^ mask[index % 4]!)])
}
