import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { beforeAll, expect, it } from 'vitest'
import { bundleProgram } from './support/bundle.ts'

let program: string

beforeAll(async () => {
  program = await bundleProgram(`
    import { createRegistry } from './runtime.ts'
    import { serveStdio } from './mcp.ts'

    async function main() {
      const server = await serveStdio(async () => {
        console.log('made the registry')
        const registry = createRegistry()
        registry.register('greet', {
          description: 'Greets.',
          inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
          execute({ name }) {
            console.log('greeting ' + name)
            process.stdout.write('with no end of line')
            return 'Hello, ' + name + ' — é 🎉'
          },
        })
        return registry
      })
      await server.done
      console.log('ended')
    }
    main()`)
})

it('serves a real client over standard input and output, which carry nothing but the protocol', async () => {
  const transport = new StdioClientTransport({ command: process.execPath, args: [program], stderr: 'pipe' })
  let printed = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    printed += chunk
  })
  const client = new Client({ name: 'test', version: '1' })
  const errors: Error[] = []
  client.onerror = (error) => errors.push(error)
  await client.connect(transport)
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['greet'])
  const { content } = await client.callTool({ name: 'greet', arguments: { name: 'Ann' } })
  expect(content).toEqual([{ type: 'text', text: 'Hello, Ann — é 🎉' }])
  await client.close()
  expect(errors).toEqual([])
  expect(printed).toMatch(/^made the registry\ngreeting Ann\nwith no end of line/)
})

it('ends by itself when its input ends, and keeps standard output to itself', async () => {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'pipe'] })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr.resume()
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
  await once(child.stdout, 'data')
  child.stdin.end()
  const [code] = await once(child, 'close')
  expect(code).toBe(0)
  expect(JSON.parse(output)).toEqual({ jsonrpc: '2.0', id: 1, result: {} })
})
