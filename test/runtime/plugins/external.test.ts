import { beforeEach, describe, expect, it, vi } from 'vitest'
import { updatePlugins } from '../../../src/runtime/plugins/hot.ts'
import {
  createRegistry,
  overridePlugin,
  type Plugin,
  type PluginEntry,
  PluginUnavailableError,
  pluginHost,
  pluginTools,
  type Registry,
} from '../../../src/runtime.ts'
import { deferred } from '../support/modules.ts'
import { hearErrors, pluginEntry, reasonOf, recording, statuses } from '../support/plugins.ts'
import { StandIn } from '../support/stand-in.ts'

let made: StandIn[]
beforeEach(() => {
  made = []
})

const external = {
  child: async () => (entry: PluginEntry, options: { pluginRoot: string }) => {
    const one = new StandIn(entry, options)
    made.push(one)
    return one
  },
  mcp: async () => (entry: PluginEntry, options: { pluginRoot: string }) => {
    const one = new StandIn(entry, options)
    made.push(one)
    return one
  },
}

const billing = processEntry('service:billing', ['total', 'getRate'])

function processEntry(id: string, tools: string[], more: Partial<PluginEntry> = {}): PluginEntry {
  const { file, exportName, ...entry } = pluginEntry(id, { runtime: 'process' })
  const { folder, name } = entry
  return {
    ...entry,
    manifest: `${folder}/dagstack.toml`,
    tools: tools.map((tool) => ({
      ...{ id: tool, name: tool, sha256: '0' },
      module: `${name}.${tool.toLowerCase()}`,
    })),
    ...more,
  }
}

/** A registry as a generated module makes it. */
function registryOf(entries: readonly PluginEntry[], runs: object = external): Registry {
  const withTools = entries.filter(({ tools }) => tools !== undefined)
  const catalog = withTools.flatMap(({ manifest: file = '', tools = [] }) =>
    tools.map(({ id: exportName, module: id }) => ({
      ...{ kind: 'module', id, exportName, className: exportName, file },
      ...({ scope: 'project', origin: 'plugins', load: 'lazy' } as const),
    })),
  )
  const loaders = Object.fromEntries(
    withTools.map(({ manifest, folder }) => [manifest, () => pluginTools(registry, folder)]),
  )
  const registry: Registry = createRegistry(catalog, loaders, { plugins: pluginHost(entries, {}, runs) })
  return registry
}

describe('a plugin in a process of its own', () => {
  it('is started with the others, told where its folder is, and stopped with its runtime set', async () => {
    const registry = registryOf([billing])
    const set = await registry.activate({ pluginRoot: '/srv/app' })
    expect(made.map(({ log }) => log)).toEqual([['setup /srv/app/plugins/service/billing']])
    expect(statuses(registry)).toEqual({ billing: 'ready' })
    await set.close()
    expect(made[0]!.log.at(-1)).toBe('teardown')
  })

  it('leaves the working folder to what runs it, and keeps a folder that was said', async () => {
    const registry = registryOf([billing])
    await registry.setupAll()
    await registry.teardownAll()
    await (await registry.activate({ pluginRoot: '/srv' })).close()
    await registry.setupAll()
    expect(made.map(({ log }) => log[0])).toEqual([
      'setup /plugins/service/billing',
      'setup /srv/plugins/service/billing',
      'setup /srv/plugins/service/billing',
    ])
  })

  it('waits for what it depends on', async () => {
    const log: string[] = []
    const first = pluginEntry('tool:first')
    const entries = [first, { ...billing, dependsOn: ['tool:first'] }]
    const Sample = recording(log, 'first', { setup: () => expect(made).toHaveLength(0) })
    const registry = createRegistry(
      [],
      {},
      {
        plugins: pluginHost(entries, { [first.file!]: () => ({ Sample }) }, external),
      },
    )
    await registry.setupAll()
    expect(statuses(registry)).toEqual({ first: 'ready', billing: 'ready' })
  })

  it('is called by the IDs of its tools, with the signal and the context of the call', async () => {
    const registry = registryOf([billing])
    await registry.setupAll()
    const { signal } = new AbortController()
    const answer = await registry.call('billing.getrate', { of: 'EUR' }, { signal, user: 'ada' })
    expect(answer).toEqual({ tool: 'getRate', inputs: { of: 'EUR' } })
    const { options } = made[0]!.calls[0]!
    expect(options?.signal).toBe(signal)
    expect(options?.context).toMatchObject({ user: 'ada', id: 'billing.getrate', registry })
  })

  it('is called through its instance, and through the instance of a module', async () => {
    const registry = registryOf([billing])
    await registry.setupAll()
    const { instance } = registry.getPlugin('service', 'billing')
    expect(await instance.call('total', 1)).toEqual({ tool: 'total', inputs: 1 })
    const module = await registry.get('billing.total')
    expect(await module.execute(2, undefined as never)).toEqual({ tool: 'total', inputs: 2 })
  })

  it('cannot be called before it is set up, nor afterwards, and says why', async () => {
    const registry = registryOf([billing])
    const error = await registry.call('billing.total', {}).catch((error) => error)
    expect(error).toBeInstanceOf(PluginUnavailableError)
    expect(error.code).toBe('PLUGIN_UNAVAILABLE')
    expect(error.details).toEqual({
      ...{ kind: 'service', name: 'billing', status: 'registered', retryable: true },
      reason: 'it is not set up; `activate` or `setupAll` of the registry does that',
    })
    expect(error.message).toBe(
      '"total" cannot be called: the plugin "billing" of kind "service" is not ready: it is not set up; `activate` or `setupAll` of the registry does that',
    )
    await registry.setupAll()
    await registry.teardownAll()
    await expect(registry.call('billing.total', {})).rejects.toMatchObject({
      details: { status: 'torn-down', retryable: true },
    })
  })

  it('needs a server', async () => {
    const registry = registryOf([billing, { ...processEntry('mcp:git', []), runtime: 'mcp_stdio' }], {})
    await registry.setupAll()
    expect(reasonOf(registry, 'service:billing')).toBe('it needs a server')
    expect(reasonOf(registry, 'mcp:git')).toBe('it needs a server')
    await expect(registry.call('billing.total', {})).rejects.toMatchObject({
      details: { status: 'unavailable', reason: 'it needs a server', retryable: false },
    })
  })

  it('is unavailable when it cannot be started, and when what runs it cannot be loaded', async () => {
    const failing = registryOf([billing], {
      child: async () => (entry: PluginEntry) =>
        Object.assign(new StandIn(entry, { pluginRoot: '' }), {
          setup: () => Promise.reject(new Error('the program is not there')),
        }),
    })
    const heard = hearErrors(failing)
    await failing.setupAll()
    expect(reasonOf(failing, 'service:billing')).toBe('the program is not there')
    expect(heard).toHaveLength(1)
    await expect(failing.call('billing.total', {})).rejects.toMatchObject({
      details: { reason: 'the program is not there', retryable: true },
    })
    const missing = registryOf([billing], { child: () => Promise.reject(new Error('no such package')) })
    hearErrors(missing)
    await missing.setupAll()
    expect(reasonOf(missing, 'service:billing')).toBe('no such package')
  })

  it('is unavailable while it cannot be called, and comes back by itself', async () => {
    const registry = registryOf([billing])
    const events: string[] = []
    await registry.setupAll()
    registry.on('plugin', ({ status, reason }) => void events.push(`${status} ${reason ?? ''}`))
    const [child] = made
    child!.fail('its circuit is open')
    child!.fail('its circuit is open')
    const handle = registry.getPlugin('service', 'billing')
    expect(handle).toMatchObject({
      status: 'unavailable',
      reason: 'its circuit is open',
      instance: undefined,
    })
    await expect(registry.call('billing.total', {})).rejects.toMatchObject({
      details: { reason: 'its circuit is open', retryable: true },
    })
    child!.fail(undefined)
    expect(handle).toMatchObject({ status: 'ready', reason: undefined, instance: child })
    expect(events).toEqual(['unavailable its circuit is open', 'ready '])
    child!.fail('gone')
    await registry.teardownAll()
    expect(handle.status).toBe('torn-down')
    child!.fail(undefined)
    expect(handle.status).toBe('torn-down')
  })

  it('is started anew by the next set-up when it cannot be called any more', async () => {
    const registry = registryOf([billing])
    const set = await registry.activate()
    made[0]!.fail('it is quarantined')
    const next = await registry.activate()
    expect(made.map(({ log }) => log.at(-1))).toEqual(['teardown', 'setup /plugins/service/billing'])
    expect(statuses(registry)).toEqual({ billing: 'ready' })
    await set.close()
    expect(statuses(registry)).toEqual({ billing: 'ready' })
    await next.close()
    expect(statuses(registry)).toEqual({ billing: 'torn-down' })
  })

  it('ends its running calls as it sees fit before what comes after it', async () => {
    const slow = deferred<string>()
    const registry = registryOf([billing])
    await registry.setupAll()
    made[0]!.answer = () => slow.promise
    const call = registry.call('billing.total', {})
    made[0]!.drain = () => call
    await vi.waitFor(() => expect(made[0]!.calls).toHaveLength(1))
    const done = registry.teardownAll()
    await vi.waitFor(() => expect(statuses(registry)).toEqual({ billing: 'tearing-down' }))
    await expect(registry.call('billing.total', {})).rejects.toMatchObject({
      details: { status: 'tearing-down' },
    })
    slow.resolve('done')
    expect(await call).toBe('done')
    await done
  })

  it('gives way to one that is set up by hand, whose tools are then called', async () => {
    const registry = registryOf([billing])
    await registry.setupAll()
    const double = { call: async (tool: string) => `double of ${tool}` }
    await overridePlugin(registry, 'service', 'billing', double as Plugin)
    expect(made[0]!.log.at(-1)).toBe('teardown')
    expect(await registry.call('billing.total', {})).toBe('double of total')
    await overridePlugin(registry, 'service', 'billing', {})
    await expect(registry.call('billing.total', {})).rejects.toMatchObject({
      details: { reason: 'it has no method `call`', retryable: false },
    })
  })

  it('has a process of its own in each of two registries that were merged', async () => {
    const one = registryOf([billing])
    const two = createRegistry()
    two.merge(one)
    await two.setupAll()
    expect(await two.call('billing.total', 1)).toEqual({ tool: 'total', inputs: 1 })
    await expect(one.call('billing.total', 1)).rejects.toThrow('is not ready')
    await one.setupAll()
    expect(made).toHaveLength(2)
  })
})

describe('an update', () => {
  const update = (registry: Registry, entries: readonly PluginEntry[]) =>
    updatePlugins(registry, { entries, loaders: {}, reload: [] })

  it('starts a process anew whose plugin changed, and leaves the others alone', async () => {
    const other = processEntry('service:mail', ['send'])
    const registry = registryOf([billing, other])
    await registry.activate({ pluginRoot: '/srv' })
    const [first, mail] = made
    await update(registry, [{ ...billing, artifact: { path: 'server.mjs', sha256: '1' } }, other])
    expect(first!.log.at(-1)).toBe('teardown')
    expect(made).toHaveLength(3)
    expect(made[2]!.log).toEqual(['setup /srv/plugins/service/billing'])
    expect(mail!.log).toEqual(['setup /srv/plugins/service/mail'])
    expect(await registry.call('billing.total', 1)).toEqual({ tool: 'total', inputs: 1 })
  })

  it('leaves a process alone when only its rank or its time limits change', async () => {
    const registry = registryOf([billing])
    await registry.activate()
    await update(registry, [{ ...billing, priority: 3, startupTimeoutSec: 5 }])
    expect(made.map(({ log }) => log.length)).toEqual([1])
  })
})

describe('tools that are known only while their plugin runs', () => {
  const git: PluginEntry = { ...processEntry('mcp:git', []), runtime: 'mcp_stdio' }
  const log = {
    id: 'mcp__git__log',
    tool: 'log',
    description: 'Lists commits',
    inputSchema: { type: 'object' },
  }

  it('are called, listed and described while it is up', async () => {
    const registry = registryOf([git])
    expect(registry.has(log.id)).toBe(false)
    await registry.setupAll()
    made[0]!.setTools([log])
    expect(registry.has(log.id)).toBe(true)
    const { tool, ...said } = log
    expect(registry.list({ kind: 'tool' })).toEqual([
      expect.objectContaining({ ...said, kind: 'tool', exportName: tool }),
    ])
    expect(registry.list({ kind: 'tool', prefix: 'mcp' })).toEqual([])
    expect(registry.describe(log.id)).toBe(registry.list({ kind: 'tool' })[0])
    expect(registry.describe(log.id)).toSatisfy(Object.isFrozen)
    expect(await registry.call(log.id, { n: 1 }, { user: 'ada' })).toEqual({ tool: 'log', inputs: { n: 1 } })
    expect(made[0]!.calls[0]!.options?.context).toMatchObject({ id: log.id, user: 'ada', registry })
    expect(registry.ids()).toEqual([])
    expect(registry.list()).toEqual([])
  })

  it('come and go with it, and as it says', async () => {
    const registry = registryOf([git])
    await registry.setupAll()
    const events: string[] = []
    registry.on('plugin', ({ status }) => void events.push(status))
    made[0]!.setTools([log, { ...log, id: 'mcp__git__show', tool: 'show' }])
    expect(registry.list({ kind: 'tool' }).map(({ id }) => id)).toEqual(['mcp__git__log', 'mcp__git__show'])
    made[0]!.setTools([log])
    expect(registry.list({ kind: 'tool' }).map(({ id }) => id)).toEqual(['mcp__git__log'])
    expect(events).toEqual(['ready', 'ready'])
    made[0]!.fail('the server has ended')
    expect(registry.has(log.id)).toBe(false)
    expect(registry.list({ kind: 'tool' })).toEqual([])
    await expect(registry.call(log.id, {})).rejects.toMatchObject({
      code: 'PLUGIN_UNAVAILABLE',
      details: { reason: 'the server has ended' },
    })
    made[0]!.fail(undefined)
    expect(registry.has(log.id)).toBe(true)
    await registry.teardownAll()
    await expect(registry.call(log.id, {})).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' })
  })

  it('belong to the first of two plugins that offer one ID', async () => {
    const other = { ...processEntry('mcp:other', []), runtime: 'mcp_http' } as const
    const registry = registryOf([git, other])
    const heard = hearErrors(registry)
    await registry.setupAll()
    made[0]!.setTools([log])
    made[1]!.setTools([{ ...log, description: 'mine' }])
    expect(registry.describe(log.id).description).toBe('Lists commits')
    expect(heard).toEqual([
      { id: 'mcp:other', error: expect.objectContaining({ code: 'MODULE_ID_CONFLICT' }) },
    ])
  })
})

describe('the list of plugins', () => {
  it('gives the entries, sorted by ID', () => {
    const registry = registryOf([billing, processEntry('mail:smtp', [])])
    expect(registry.list({ kind: 'plugin' }).map(({ id }) => id)).toEqual(['mail:smtp', 'service:billing'])
    expect(registry.list({ kind: 'plugin' })[1]).toBe(billing)
    expect(registry.list({ kind: 'plugin', prefix: 'mail:smtp' })).toHaveLength(1)
    expect(createRegistry().list({ kind: 'plugin' })).toEqual([])
  })
})
