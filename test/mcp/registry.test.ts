import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createMcpPlugin, createMcpServer, type ReportProgress } from '../../src/mcp.ts'
import { type CallContext, createRegistry, pluginHost, toTools } from '../../src/runtime.ts'
import { bundleProgram } from './support/bundle.ts'
import { eventually } from './support/eventually.ts'
import { entryOf, isAlive, roughPlugin } from './support/plugin.ts'

const mcp = async () => createMcpPlugin

/** A registry with one server as a plugin. */
function registryOf(command: readonly string[]) {
  const entries = [entryOf({ command, teardownTimeoutSec: 4 })]
  const registry = createRegistry([], {}, { plugins: pluginHost(entries, {}, { mcp }) })
  onTestFinished(() => registry.teardownAll())
  return registry
}

/** The command of the rough server, and what it notes. */
function rough(mode = 'good') {
  const { file, pids } = roughPlugin(mode)
  const script = new URL('./support/rough-server.mjs', import.meta.url).pathname
  return { command: [process.execPath, script, mode, file], pids }
}

const toolsOf = (registry: ReturnType<typeof registryOf>) =>
  registry.list({ kind: 'tool' }).map(({ id }) => id)

it('has the tools of a server while it is up', async () => {
  const { command, pids } = rough()
  const registry = registryOf(command)
  expect(toolsOf(registry)).toEqual([])
  const set = await registry.activate()
  expect(registry.getPlugin('tools', 'rough').status).toBe('ready')
  expect(toolsOf(registry)).toEqual(['mcp__rough__echo'])
  expect(await registry.call('mcp__rough__echo', { text: 'hi' })).toEqual([{ type: 'text', text: 'hi' }])
  expect(registry.ids()).toEqual([])
  await registry.call('mcp__rough__echo', {})
  await set.close()
  expect(toolsOf(registry)).toEqual([])
  await expect(registry.call('mcp__rough__echo', {})).rejects.toThrow('mcp__rough__echo')
  await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
})

it('goes on without a server that cannot be started', async () => {
  const registry = registryOf(rough('crash-at-start').command)
  const errors: unknown[] = []
  registry.on('error', ({ error }) => errors.push(error))
  await registry.activate()
  const { status, reason } = registry.getPlugin('tools', 'rough')
  expect(status).toBe('unavailable')
  expect(reason).toContain('its process ended with code 3')
  expect(errors).toHaveLength(1)
})

it('ends a server that takes too long to start', async () => {
  const { command, pids } = rough('mute')
  const entries = [entryOf({ command, startupTimeoutSec: 0.5, teardownTimeoutSec: 2 })]
  const registry = createRegistry([], {}, { plugins: pluginHost(entries, {}, { mcp }) })
  registry.on('error', () => {})
  await registry.activate()
  expect(registry.getPlugin('tools', 'rough').status).toBe('unavailable')
  await eventually(() => expect(pids().filter(isAlive)).toEqual([]))
})

let served: string

beforeAll(async () => {
  served = await bundleProgram(`
    import { createRegistry } from './runtime.ts'
    import { serveStdio } from './mcp.ts'
    const registry = createRegistry()
    registry.register('math.sum', {
      description: 'Adds.',
      annotations: { readonly: true },
      inputSchema: { type: 'object', properties: { of: { type: 'array', items: { type: 'number' } } }, required: ['of'] },
      outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
      execute({ of }, { progress }) {
        progress({ progress: 1, total: 1 })
        return { sum: of.reduce((a, b) => a + b, 0) }
      },
    })
    serveStdio(registry)`)
})

it('calls a registry that another process serves as if it were its own', async () => {
  const registry = registryOf([process.execPath, served])
  await registry.activate()
  const [tool] = registry.list({ kind: 'tool' })
  expect(tool).toMatchObject({ id: 'mcp__rough__math-sum' })
  const progress = vi.fn()
  const context: CallContext = { progress: progress satisfies ReportProgress }
  expect(await registry.call('mcp__rough__math-sum', { of: [1, 2, 3] }, context)).toEqual({ sum: 6 })
  expect(progress).toHaveBeenCalledWith({ progress: 1, total: 1 })
  const error = await registry.call('mcp__rough__math-sum', { of: ['x'] }).catch((error) => error)
  expect(error).toMatchObject({ code: 'MCP_TOOL_FAILED' })
  expect(error.message).toContain('"of.0" must be number')
})

it('serves modules that call such tools', async () => {
  const registry = registryOf([process.execPath, served])
  await registry.activate()
  registry.register('double', {
    execute: async (_inputs, context) => {
      const { sum } = (await context.registry.call('mcp__rough__math-sum', { of: [2, 2] }, context)) as {
        sum: number
      }
      return String(sum)
    },
  })
  const server = await createMcpServer(registry)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  await Promise.all([server.connect(ours), client.connect(theirs)])
  expect(await client.callTool({ name: 'double' })).toEqual({ content: [{ type: 'text', text: '4' }] })
  await client.close()
  expect(toTools(registry.list(), 'openai')).toHaveLength(1)
})
