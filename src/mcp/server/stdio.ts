import { Writable } from 'node:stream'
import type { Registry } from '../../runtime/api.ts'
import { loadServerSdk } from '../sdk.ts'
import { createMcpServer, type McpServer, type McpServerOptions } from './create-server.ts'

/**
 * Serves a registry to the client that started this process, over standard input and output. Standard output carries
 * nothing but the protocol, until the process ends: what modules print there goes to standard error. Ends when the input
 * ends.
 *
 * @param registry the registry, or a function that gives it; what that prints goes to standard error already
 * @returns when the server is ready; its `done` says when it has ended
 * @throws what `createMcpServer` throws, and what the function throws, through the promise
 */
export async function serveStdio(
  registry: Registry | (() => Registry | Promise<Registry>),
  options?: McpServerOptions,
): Promise<McpServer> {
  const { stream, giveBack } = takeStdout()
  try {
    const { StdioServerTransport } = await loadServerSdk()
    const server = await createMcpServer(
      typeof registry === 'function' ? await registry() : registry,
      options,
    )
    const end = () => void server.close()
    process.stdin.once('end', end)
    process.stdin.once('close', end)
    process.stdout.on('error', end)
    void server.done.then(() => {
      process.stdin.off('end', end)
      process.stdin.off('close', end)
      process.stdin.pause()
    })
    await server.connect(new StdioServerTransport(process.stdin, stream))
    return server
  } catch (error) {
    giveBack()
    throw error
  }
}

/** Keeps standard output for one stream, and sends what everybody else writes there to standard error. */
function takeStdout(): { stream: Writable; giveBack: () => void } {
  const { stdout, stderr } = process
  const own = Object.getOwnPropertyDescriptor(stdout, 'write')
  const write = stdout.write.bind(stdout) as (chunk: Buffer, done: (error?: Error | null) => void) => boolean
  stdout.write = stderr.write.bind(stderr) as typeof stdout.write
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      write(chunk, done)
    },
  })
  const giveBack = () => {
    if (own === undefined) delete (stdout as { write?: unknown }).write
    else Object.defineProperty(stdout, 'write', own)
  }
  return { stream, giveBack }
}
