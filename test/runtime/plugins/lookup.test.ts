import { describe, expect, it } from 'vitest'
import {
  AmbiguousPluginError,
  createRegistry,
  definePlugins,
  KindUnknownError,
  PluginNotFoundError,
} from '../../../src/runtime.ts'
import { pluginRegistry } from '../support/plugins.ts'

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

describe('plugins', () => {
  const samples = {
    'tool:p_a': { priority: 5 },
    'tool:p_b': { priority: 5 },
    'tool:p_c': { priority: 10, dependsOn: ['tool:p_b'] },
    'tool:p_d': {},
    'sink:posts': { priority: -1, metadata: { description: 'Writes posts.' } },
  }

  it('lists them in plan order, all or those of a kind', () => {
    const registry = pluginRegistry(samples)
    expect(registry.plugins().map(({ name }) => name)).toEqual(['p_a', 'p_b', 'p_c', 'p_d', 'posts'])
    expect(registry.plugins('sink').map(({ name }) => name)).toEqual(['posts'])
    expect(registry.plugins('sin')).toEqual([])
    expect(Object.isFrozen(registry.plugins())).toBe(true)
  })

  it('does not depend on the order of the entries', () => {
    const reversed = Object.fromEntries(Object.entries(samples).reverse())
    const names = pluginRegistry(reversed)
      .plugins()
      .map(({ name }) => name)
    expect(names).toEqual(['p_a', 'p_b', 'p_c', 'p_d', 'posts'])
  })

  it('gives handles that show what is known before anything is loaded', () => {
    const handle = pluginRegistry(samples).getPlugin('sink', 'posts')
    expect({ ...handle }).toEqual({
      kind: 'sink',
      name: 'posts',
      metadata: { description: 'Writes posts.' },
      status: 'registered',
    })
    expect(Object.isFrozen(handle)).toBe(true)
    expect(Object.isFrozen(handle.metadata)).toBe(true)
  })
})

describe('getPlugin', () => {
  it('gives the one with the highest priority when no name is asked for', () => {
    const registry = pluginRegistry({ 'llm:a': {}, 'llm:b': { priority: 1 }, 'tool:c': { priority: 9 } })
    expect(registry.getPlugin('llm').name).toBe('b')
  })

  it('keeps to the choice whatever the status', async () => {
    const registry = pluginRegistry({ 'llm:a': {}, 'llm:b': { priority: 1, required: ['key'] } })
    await registry.setupAll()
    expect(registry.getPlugin('llm')).toMatchObject({ name: 'b', status: 'unavailable' })
  })

  it('refuses to choose between equal priorities', () => {
    const registry = pluginRegistry({ 'llm:b': { priority: 5 }, 'llm:a': { priority: 5 }, 'llm:c': {} })
    const error = thrownBy(() => registry.getPlugin('llm'))
    expect(error).toBeInstanceOf(AmbiguousPluginError)
    expect(error).toMatchObject({
      code: 'AMBIGUOUS_PLUGIN',
      message: expect.stringContaining('"a", "b"'),
      details: { kind: 'llm', names: ['a', 'b'], paths: ['plugins/llm/a', 'plugins/llm/b'] },
    })
    expect(registry.getPlugin('llm', 'b').name).toBe('b')
  })

  it('names what is near an unknown kind or name', () => {
    const registry = pluginRegistry({ 'tool:Search': {}, 'tool:search': {} })
    const kind = thrownBy(() => registry.getPlugin('tol'))
    expect(kind).toBeInstanceOf(KindUnknownError)
    expect(kind).toMatchObject({
      code: 'KIND_UNKNOWN',
      message: 'No plugin has the kind "tol". Did you mean "tool"?',
      details: { kind: 'tol', closest: ['tool'] },
    })
    const name = thrownBy(() => registry.getPlugin('tool', 'serch'))
    expect(name).toBeInstanceOf(PluginNotFoundError)
    expect(name).toMatchObject({
      code: 'PLUGIN_NOT_FOUND',
      message: 'No plugin of kind "tool" has the name "serch". Did you mean "Search" or "search"?',
      details: { kind: 'tool', name: 'serch', closest: ['Search', 'search'] },
    })
  })

  it.each(['constructor', '__proto__', 'toString'])('takes "%s" for a name like any other', (name) => {
    const registry = pluginRegistry({ [`${name}:${name}`]: {} })
    expect(registry.getPlugin(name, name).name).toBe(name)
    expect(() => pluginRegistry({ 'tool:a': {} }).getPlugin(name)).toThrow(KindUnknownError)
    expect(() => pluginRegistry({ 'tool:a': {} }).getPlugin('tool', name)).toThrow(PluginNotFoundError)
  })

  it('tells names apart that differ in case', () => {
    const registry = pluginRegistry({ 'tool:Search': {}, 'tool:search': {} })
    expect(registry.getPlugin('tool', 'Search').name).toBe('Search')
    expect(registry.getPlugin('tool', 'search').name).toBe('search')
  })
})

describe('a registry without plugins', () => {
  it('has none, and does nothing with them', async () => {
    const registry = createRegistry()
    expect(registry.plugins()).toEqual([])
    expect(() => registry.getPlugin('llm')).toThrow(KindUnknownError)
    await registry.setupAll({ config: {} })
    await registry.teardownAll()
    const set = await registry.activate()
    expect(set).toMatchObject({ generation: 0, size: 0 })
    expect(await set.closeIfGeneration(1)).toBe(false)
    expect(await set.closeIfGeneration(0)).toBe(true)
    await set.close()
  })
})

describe('definePlugins', () => {
  it('freezes what it parses, and takes no key for a prototype', () => {
    const [entry] = definePlugins('[{"metadata":{"__proto__":{"polluted":true}}}]')
    expect(Object.hasOwn(entry!.metadata, '__proto__')).toBe(true)
    expect(Object.isFrozen(entry!.metadata)).toBe(true)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
