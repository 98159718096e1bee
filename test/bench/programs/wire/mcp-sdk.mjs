// The MCP SDK: its client and server, over the transports that it has for pipes.
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { ReadBuffer, serializeMessage } from '@modelcontextprotocol/sdk/shared/stdio.js'
import { z } from 'zod'

const Anything = z.looseObject({})
const about = { name: 'bench', version: '1.0.0' }

/** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child */
export async function callChild(child) {
  const client = new Client(about, { capabilities: {} })
  await client.connect(transportTo(child))
  return (/** @type {string} */ method, /** @type {any} */ params) =>
    client.request({ method: `bench/${method}`, params }, Anything)
}

/** @param {Record<string, (params: any) => any>} handlers */
export async function serve(handlers) {
  const server = new Server(about, { capabilities: {} })
  for (const [method, handler] of Object.entries(handlers)) {
    const request = z.object({ method: z.literal(`bench/${method}`), params: Anything })
    server.setRequestHandler(request, (/** @type {any} */ { params }) => handler(params))
  }
  await server.connect(new StdioServerTransport())
}

/**
 * What the SDK's own transport for clients does, with a child that was started already.
 *
 * @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child
 * @returns {any}
 */
function transportTo(child) {
  const buffer = new ReadBuffer()
  /** @type {any} */
  const transport = {
    async start() {
      child.stdout.on('data', (chunk) => {
        buffer.append(chunk)
        for (let message = buffer.readMessage(); message !== null; message = buffer.readMessage())
          transport.onmessage?.(message)
      })
    },
    /** @param {any} message */
    async send(message) {
      child.stdin.write(serializeMessage(message))
    },
    async close() {},
  }
  return transport
}
