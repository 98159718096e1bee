import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMcpServer, type McpServerOptions, type ReportProgress } from '../../src/mcp.ts'
import { type CatalogEntry, type Context, createRegistry, type Registry } from '../../src/runtime.ts'

import { FakeServer } from '../runtime/support/hot.ts'
import { eventually } from './support/eventually.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

/** A real client, connected to a server over a registry. */
async function connect(registry: Registry, options?: McpServerOptions) {
  const server = await createMcpServer(registry, options)
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'test', version: '1' })
  let changes = 0
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
    changes++
  })
  await Promise.all([server.connect(ours), client.connect(theirs)])
  closers.push(() => client.close())
  return { server, client, changes: () => changes }
}

type Result = { content: { type: string; text: string }[]; structuredContent?: unknown; isError?: boolean }

async function call(client: Client, name: string, args?: Record<string, unknown>): Promise<Result> {
  return (await client.callTool({ name, ...(args && { arguments: args }) })) as Result
}

const numbers = {
  ...{ type: 'object', required: ['a', 'b'], additionalProperties: false },
  properties: { a: { type: 'number' }, b: { type: 'number', minimum: 0 } },
}
const sum = { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] }

const entry = (id: string, more: object = {}): CatalogEntry => ({
  ...{ kind: 'module', id, className: 'M', exportName: 'M', file: `${id}.ts`, scope: 'project' },
  ...{ origin: 'extensions', load: 'lazy' },
  ...more,
})

/** A registry whose modules come from files, and what was loaded. */
function fromFiles() {
  const loaded: string[] = []
  const add = entry('math.add', {
    ...{ description: 'Adds.', inputSchema: numbers, outputSchema: sum, annotations: { readonly: true } },
  })
  const catalog = [add, entry('ping'), entry('odd', { inputSchema: { type: 'string' } })]
  const load = (file: string, M: object) => ({
    [file]: () => {
      loaded.push(file)
      return { M }
    },
  })
  const registry = createRegistry(catalog, {
    ...load('math.add.ts', { execute: ({ a, b }: { a: number; b: number }) => ({ sum: a + b }) }),
    ...load('ping.ts', { execute: () => 'pong' }),
  })
  return { registry, loaded }
}

describe('tools/list', () => {
  it('comes from the catalog, and loads nothing', async () => {
    const { registry, loaded } = fromFiles()
    const problems: string[] = []
    const { client } = await connect(registry, {
      ...{ name: 'numbers', version: '1.2.3', instructions: 'Ask it.' },
      onProblem: ({ message }) => problems.push(message),
    })
    const { tools } = await client.listTools()
    await client.listTools()
    expect(tools).toEqual([
      {
        ...{ name: 'math-add', description: 'Adds.', inputSchema: numbers, outputSchema: sum },
        annotations: { readOnlyHint: true },
      },
      { name: 'ping', inputSchema: { type: 'object', properties: {} } },
    ])
    expect(loaded).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain('"odd"')
    expect(client.getServerVersion()).toMatchObject({ name: 'numbers', version: '1.2.3' })
    expect(client.getInstructions()).toBe('Ask it.')
  })

  it('has what a filter lets through', async () => {
    const { client } = await connect(fromFiles().registry, { filter: { prefix: 'math' } })
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['math-add'])
    await expect(call(client, 'ping')).rejects.toThrow('There is no tool "ping"')
  })
})

describe('tools/call', () => {
  it('loads the one module, and gives what it gives', async () => {
    const { registry, loaded } = fromFiles()
    const { client } = await connect(registry, { onProblem: () => {} })
    expect(await call(client, 'math-add', { a: 1, b: 2 })).toEqual({
      content: [{ type: 'text', text: '{"sum":3}' }],
      structuredContent: { sum: 3 },
    })
    expect(loaded).toEqual(['math.add.ts'])
    expect(await call(client, 'ping')).toEqual({ content: [{ type: 'text', text: 'pong' }] })
  })

  it('refuses what does not fit before anything is loaded, in words for a model', async () => {
    const { registry, loaded } = fromFiles()
    const { client } = await connect(registry, { onProblem: () => {} })
    const { content, isError } = await call(client, 'math-add', { a: '1', b: -1, c: true })
    expect(isError).toBe(true)
    expect(content[0]!.text).toBe(
      'The arguments do not fit the tool "math-add": the arguments must not have "c"; "a" must be number; "b" must be >= 0.',
    )
    const missing = await call(client, 'math-add')
    expect(missing.content[0]!.text).toContain('must have required property "a"')
    expect(loaded).toEqual([])
  })

  it('names the nearest tools for one that does not exist', async () => {
    const { client } = await connect(fromFiles().registry, { onProblem: () => {} })
    await expect(call(client, 'math-ad')).rejects.toThrow(
      'There is no tool "math-ad". Did you mean "math-add"?',
    )
    await expect(call(client, 'odd')).rejects.toThrow('There is no tool "odd"')
    await expect(call(client, 'constructor')).rejects.toThrow('There is no tool')
  })

  it('tells a model what went wrong in a module, and goes on', async () => {
    const registry = createRegistry([entry('gone')], {
      'gone.ts': () => Promise.reject(new Error('the disk is full')),
    })
    registry.register('fails', {
      execute: () => {
        throw new Error('no such account')
      },
    })
    registry.register('lies', { outputSchema: sum, execute: () => ({ sum: 'three' }) })
    registry.register('silent', { outputSchema: sum, execute: () => undefined })
    registry.register('circle', {
      execute: () => {
        const circle: Record<string, unknown> = {}
        circle.self = circle
        return circle
      },
    })
    registry.register('broken', {
      inputSchema: { type: 'object', properties: { a: { type: 'strin' } } },
      execute() {},
    })
    const { client } = await connect(registry)
    const textOf = async (name: string) => {
      const { content, isError } = await call(client, name, {})
      expect(isError).toBe(true)
      return content[0]!.text
    }
    expect(await textOf('fails')).toBe('no such account')
    expect(await textOf('gone')).toBe(
      'The module "gone" could not be loaded: the disk is full (MODULE_LOAD_FAILED)',
    )
    expect(await textOf('lies')).toContain('"sum" must be number')
    expect(await textOf('silent')).toContain('output schema')
    expect(await textOf('circle')).toContain('circular')
    expect(await textOf('broken')).toContain('its input schema is broken')
  })

  it('leaves content blocks as they are, and prints other values', async () => {
    const image = { content: [{ type: 'image', data: 'AAAA', mimeType: 'image/png' }] }
    const values: Record<string, unknown> = {
      image,
      none: undefined,
      list: [1],
      zero: 0,
      odd: { content: [1] },
    }
    const registry = createRegistry()
    for (const [id, value] of Object.entries(values)) registry.register(id, { execute: () => value })
    const { client } = await connect(registry)
    expect(await call(client, 'image')).toEqual(image)
    expect(await call(client, 'none')).toEqual({ content: [] })
    expect((await call(client, 'list')).content).toEqual([{ type: 'text', text: '[1]' }])
    expect((await call(client, 'zero')).content).toEqual([{ type: 'text', text: '0' }])
    expect((await call(client, 'odd')).content).toEqual([{ type: 'text', text: '{"content":[1]}' }])
  })

  it('passes cancellation, progress and the context of the application on', async () => {
    const aborted = vi.fn()
    const registry = createRegistry()
    registry.register('slow', {
      async execute(_inputs: unknown, context: Context & { progress: ReportProgress; user: string }) {
        context.progress(1)
        context.progress({ progress: 2, total: 3, message: `for ${context.user}` })
        await new Promise((resolve) => context.signal.addEventListener('abort', resolve))
        aborted()
      },
    })
    const { client } = await connect(registry, { context: { user: 'ann' } })
    const heard: unknown[] = []
    const controller = new AbortController()
    const options = { signal: controller.signal, onprogress: (progress: unknown) => heard.push(progress) }
    const pending = client.callTool({ name: 'slow' }, undefined, options)
    await eventually(() =>
      expect(heard).toEqual([{ progress: 1 }, { progress: 2, total: 3, message: 'for ann' }]),
    )
    controller.abort('enough')
    await expect(pending).rejects.toThrow('enough')
    await eventually(() => expect(aborted).toHaveBeenCalledOnce())
  })
})

describe('a change of the registry', () => {
  it('is announced when the list is another one, and only then', async () => {
    const registry = createRegistry()
    registry.register('one', { execute: () => 1 })
    const { client, changes } = await connect(registry)
    const names = async () => (await client.listTools()).tools.map(({ name }) => name)
    expect(await names()).toEqual(['one'])
    registry.register('two', { execute: () => 2 })
    await eventually(() => expect(changes()).toBe(1))
    expect(await names()).toEqual(['one', 'two'])
    expect((await call(client, 'two')).content[0]!.text).toBe('2')
    await registry.unregister('one')
    await eventually(() => expect(changes()).toBe(2))
    expect(await names()).toEqual(['two'])
    registry.override('two', { execute: () => 3 })
    expect((await call(client, 'two')).content[0]!.text).toBe('3')
    registry.override('two', { description: 'Two.', execute: () => 3 })
    await eventually(() => expect(changes()).toBe(3))
    expect(() => registry.register('two', {} as never)).toThrow('taken')
    expect(changes()).toBe(3)
  })

  it('is announced when a dev server brings it', async () => {
    const dev = new FakeServer({ one: { execute: () => 1 } })
    const { client, changes } = await connect(dev.evaluate())
    const [one] = dev.catalog
    dev.reload({ one: { execute: () => 2 } })
    expect((await call(client, 'one')).content[0]!.text).toBe('2')
    dev.tell(dev.message([], [{ ...one!, description: 'The first.' }]))
    await eventually(() => expect(changes()).toBe(1))
    expect((await client.listTools()).tools[0]!.description).toBe('The first.')
  })

  it('reaches every server over one registry, until it is closed', async () => {
    const registry = createRegistry()
    const [one, other] = [await connect(registry), await connect(registry)]
    await other.server.close()
    await other.server.done
    registry.register('m', { execute() {} })
    await eventually(() => expect(one.changes()).toBe(1))
    expect(other.changes()).toBe(0)
  })
})

it('tells a name that is too long before anybody connects', async () => {
  const registry = createRegistry()
  registry.register(`a.${'b'.repeat(130)}`, { execute() {} })
  await expect(createMcpServer(registry)).rejects.toMatchObject({ code: 'TOOL_NAME_TOO_LONG' })
})
