import { beforeEach, describe, expect, it } from 'vitest'
import {
  AmbiguousPluginError,
  createRegistry,
  ModuleIdConflictError,
  overridePlugin,
  PluginNotFoundError,
  registerPlugin,
  unregisterPlugin,
} from '../../../src/runtime.ts'
import { pluginRegistry, reasonOf, recording, statuses } from '../support/plugins.ts'

let log: string[]
beforeEach(() => {
  log = []
})

describe('registerPlugin', () => {
  it('adds to a registry that has none', async () => {
    const registry = createRegistry()
    registerPlugin(registry, 'llm', 'local', recording(log, 'local'), {
      ...{ priority: 2, metadata: { license: 'MIT' }, resources: { required: ['key'] } },
    })
    await registry.setupAll()
    expect(reasonOf(registry, 'llm:local')).toBe('the context lacks the resource "key"')
    await registry.setupAll({ key: 1 })
    expect(registry.getPlugin('llm')).toMatchObject({ status: 'ready', metadata: { license: 'MIT' } })
  })

  it('finds its place in the plan: after what it needs, before what the build left to it', async () => {
    const registry = pluginRegistry(
      { 'app:page': { priority: 5, dependsOn: ['http_client'] }, 'app:log': {} },
      log,
    )
    registerPlugin(registry, 'net', 'http_client', recording(log, 'http'), { dependsOn: ['log'] })
    expect(registry.plugins().map(({ name }) => name)).toEqual(['log', 'http_client', 'page'])
    await registry.setupAll()
    expect(log).toEqual(['+log', '+http', '+page'])
  })

  it('never replaces', () => {
    const registry = pluginRegistry({ 'tool:search': {} })
    registry.register('search', { execute() {} })
    expect(() => registerPlugin(registry, 'tool', 'search', {})).toThrow(AmbiguousPluginError)
    expect(() => registerPlugin(registry, 'tool', 'search', {})).toThrow(
      'There is a plugin "search" of kind "tool" already.',
    )
    registerPlugin(registry, 'sink', 'search', {})
    expect(registry.has('search')).toBe(true)
    expect(registry.plugins()).toHaveLength(2)
  })

  it.each([
    ['', 'a', {}],
    ['a', '', {}],
    ['a:b', 'c', {}],
    ['a', 'b', 7 as never],
  ])('refuses %j, %j, %j', (kind, name, plugin) => {
    expect(() => registerPlugin(createRegistry(), kind, name, plugin)).toThrow(TypeError)
  })

  it('lets a plugin be unavailable whose dependencies are not there, not clear, or go round', async () => {
    const registry = createRegistry()
    registerPlugin(registry, 'a', 'lost', {}, { dependsOn: ['nowhere'] })
    registerPlugin(registry, 'a', 'same', {})
    registerPlugin(registry, 'b', 'same', {})
    registerPlugin(registry, 'a', 'torn', {}, { dependsOn: ['same'] })
    registerPlugin(registry, 'a', 'x', {}, { dependsOn: ['a:y'] })
    registerPlugin(registry, 'a', 'y', {}, { dependsOn: ['x'] })
    registerPlugin(registry, 'a', 'on_x', {}, { dependsOn: ['x'], priority: 9 })
    await registry.setupAll()
    expect(reasonOf(registry, 'a:lost')).toBe('it depends on "nowhere", which is not registered')
    expect(reasonOf(registry, 'a:torn')).toBe('it depends on "same", which may be "a:same" or "b:same"')
    expect(reasonOf(registry, 'a:x')).toBe('it depends on itself: a:x -> a:y -> a:x')
    expect(reasonOf(registry, 'a:y')).toBe('it depends on itself: a:y -> a:x -> a:y')
    expect(reasonOf(registry, 'a:on_x')).toContain('it depends on "a:x"')
    expect(registry.getPlugin('a', 'same').status).toBe('ready')
  })
})

describe('overridePlugin', () => {
  it('replaces before anything is set up, and keeps what is not said anew', async () => {
    const registry = pluginRegistry({ 'llm:a': { priority: 3, metadata: { by: 'file' } } }, log)
    const handle = registry.getPlugin('llm', 'a')
    await overridePlugin(registry, 'llm', 'a', recording(log, 'mock'), { metadata: { by: 'hand' } })
    expect(handle.metadata).toEqual({ by: 'hand' })
    await registry.setupAll()
    expect(log).toEqual(['+mock'])
    expect(handle.status).toBe('ready')
  })

  it('tears down and sets up anew what it concerns, in the order of the plan', async () => {
    const registry = pluginRegistry({ 'a:base': {}, 'a:top': { dependsOn: ['a:base'] }, 'a:other': {} }, log)
    const set = await registry.activate({ context: { config: 1 } })
    const handle = registry.getPlugin('a', 'base')
    log.length = 0
    await overridePlugin(registry, 'a', 'base', recording(log, 'mock'))
    expect(log).toEqual(['-top', '-base', '+mock', '+top'])
    expect(handle.status).toBe('ready')
    log.length = 0
    await set.close()
    expect([...log].sort()).toEqual(['-mock', '-other', '-top'])
    expect(log.indexOf('-top')).toBeLessThan(log.indexOf('-mock'))
  })

  it('names what is near a name that does not exist', async () => {
    const registry = pluginRegistry({ 'tool:search': {} })
    await expect(overridePlugin(registry, 'tool', 'serch', {})).rejects.toThrow(PluginNotFoundError)
    await expect(overridePlugin(registry, 'tool', 'serch', {})).rejects.toThrow('Did you mean "search"?')
  })
})

describe('unregisterPlugin', () => {
  it('takes a plugin away, and down what depends on it', async () => {
    const registry = pluginRegistry({ 'a:base': {}, 'a:top': { dependsOn: ['a:base'] }, 'b:other': {} }, log)
    const handle = registry.getPlugin('a', 'base')
    await registry.setupAll()
    log.length = 0
    const gone = unregisterPlugin(registry, 'a', 'base')
    expect(() => registry.getPlugin('a', 'base')).toThrow(PluginNotFoundError)
    await gone
    expect(log).toEqual(['-top', '-base'])
    expect(handle.status).toBe('removed')
    expect(statuses(registry)).toEqual({ other: 'ready', top: 'unavailable' })
    expect(reasonOf(registry, 'a:top')).toBe('it depends on "a:base", which is not registered')
  })
})

describe('merge', () => {
  it('joins plugins as it joins modules, each registry with instances of its own', async () => {
    const one = createRegistry()
    const two = pluginRegistry({ 'a:b': {} }, log)
    two.register('mod', { execute() {} })
    one.merge(two)
    await Promise.all([one.setupAll(), two.setupAll()])
    expect(one.has('mod')).toBe(true)
    expect(one.getPlugin('a').instance).not.toBe(two.getPlugin('a').instance)
    expect(log).toEqual(['+b', '+b'])
  })

  it('changes nothing when there is a duplicate of either sort', () => {
    const one = pluginRegistry({ 'a:b': {} })
    const two = pluginRegistry({ 'a:c': {}, 'a:b': {} })
    two.register('mod', { execute() {} })
    expect(() => one.merge(two)).toThrow(AmbiguousPluginError)
    expect([one.ids(), one.plugins().length]).toEqual([[], 1])
    const three = pluginRegistry({ 'x:y': {} })
    three.register('mod', { execute() {} })
    expect(() => two.merge(three)).toThrow(ModuleIdConflictError)
    expect(two.plugins()).toHaveLength(2)
    expect(() => one.merge(one)).toThrow(AmbiguousPluginError)
  })
})
