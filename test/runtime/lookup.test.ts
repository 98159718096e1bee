import { describe, expect, it } from 'vitest'
import {
  createRegistry,
  defineCatalog,
  IdTooLongError,
  InvalidSegmentError,
  ModuleIdConflictError,
  ModuleNotFoundError,
  ModuleRegistryError,
  Registry,
  ReservedWordError,
} from '../../src/runtime.ts'
import { entry, lazyRegistry } from './support/modules.ts'

const nothing = { execute() {} }

describe('ids, has, list, describe', () => {
  const registry = createRegistry([
    entry('maths.pi'),
    entry('math', { tags: ['pure'] }),
    entry('math.add', { tags: ['pure', 'fast'], description: 'Adds.' }),
  ])

  it('sorts the IDs', () => {
    expect(registry.ids()).toEqual(['math', 'math.add', 'maths.pi'])
  })

  it('takes whole segments as prefix', () => {
    expect(registry.list({ prefix: 'math' }).map(({ id }) => id)).toEqual(['math', 'math.add'])
    expect(registry.list({ prefix: 'math.a' })).toEqual([])
    expect(registry.list()).toHaveLength(3)
  })

  it('filters by tag and kind, all conditions together', () => {
    expect(registry.list({ tag: 'pure' }).map(({ id }) => id)).toEqual(['math', 'math.add'])
    expect(registry.list({ tag: 'fast', prefix: 'maths' })).toEqual([])
    expect(registry.list({ kind: 'tool' })).toEqual([])
  })

  it('describes one module', () => {
    expect(registry.describe('math.add').description).toBe('Adds.')
    expect(registry.has('math.add')).toBe(true)
    expect(registry.has('math.ad')).toBe(false)
  })

  it('names the nearest IDs when there is none', () => {
    expect(() => registry.describe('math.ad')).toThrow(ModuleNotFoundError)
    try {
      registry.describe('maths.pie')
    } catch (error) {
      expect(error).toBeInstanceOf(ModuleRegistryError)
      expect(error).toMatchObject({
        name: 'ModuleNotFoundError',
        code: 'MODULE_NOT_FOUND',
        message: 'No module has the ID "maths.pie". Did you mean "maths.pi"?',
        details: { id: 'maths.pie', closest: ['maths.pi'] },
      })
    }
  })

  it('is empty without arguments', async () => {
    expect(createRegistry().ids()).toEqual([])
    expect(new Registry().list()).toEqual([])
    expect(createRegistry()).toBeInstanceOf(Registry)
    await expect(createRegistry().get('a')).rejects.toThrow('No module has the ID "a".')
  })
})

describe('a frozen catalog', () => {
  const json = JSON.stringify([
    { ...entry('math.add'), tags: ['pure'], inputSchema: { properties: { a: { type: 'number' } } } },
  ])

  it('cannot be changed, at no depth, by no reader', () => {
    // biome-ignore lint/suspicious/noExplicitAny: what the types forbid is what is tried
    const catalog = defineCatalog(json) as any
    expect(() => catalog.push({})).toThrow(TypeError)
    expect(() => {
      catalog[0].id = 'x'
    }).toThrow(TypeError)
    expect(() => {
      catalog[0].inputSchema.properties.a = {}
    }).toThrow(TypeError)
  })

  it('is what the registry shows, in frozen lists', () => {
    const catalog = defineCatalog(json)
    const registry = createRegistry(catalog)
    expect(registry.describe('math.add')).toBe(catalog[0])
    expect(registry.list()[0]).toBe(catalog[0])
    expect(() => (registry.list() as unknown[]).push({})).toThrow(TypeError)
  })

  it('is frozen by the registry when the application has not', () => {
    const mine = [entry('a', { tags: ['x'] })]
    expect(Object.isFrozen(createRegistry(mine).describe('a').tags)).toBe(true)
  })

  it('takes keys such as __proto__ for what they are', () => {
    const [first] = defineCatalog('[{"id":"a","metadata":{"__proto__":{"polluted":true},"constructor":1}}]')
    const { metadata } = first as unknown as { metadata: object }
    expect(Object.keys(metadata)).toEqual(['__proto__', 'constructor'])
    expect('polluted' in metadata).toBe(false)
    expect(Object.isFrozen(Object.getOwnPropertyDescriptor(metadata, '__proto__')?.value)).toBe(true)
  })

  it('says when it is not JSON', () => {
    expect(() => defineCatalog('[')).toThrow(SyntaxError)
  })
})

describe('IDs that are members of every object', () => {
  const ids = ['constructor', 'then', 'to_string', 'value_of.has_own_property']
  const registry = lazyRegistry(Object.fromEntries(ids.map((id) => [id, { execute: () => id }])))

  it.each(ids)('%s is an ordinary module', async (id) => {
    expect(registry.has(id)).toBe(true)
    expect(await registry.call(id, {})).toBe(id)
  })

  it.each(['__proto__', 'toString', 'hasOwnProperty', 'valueOf', ''])('%s is no module', async (id) => {
    expect(registry.has(id)).toBe(false)
    await expect(registry.load(id)).rejects.toThrow(ModuleNotFoundError)
    await expect(registry.get(id)).rejects.toThrow(ModuleNotFoundError)
    await expect(registry.unregister(id)).rejects.toThrow(ModuleNotFoundError)
  })

  it('does not make the registry a promise', async () => {
    expect('then' in registry).toBe(false)
    expect(await registry).toBe(registry)
  })
})

describe('register', () => {
  it('shows the module in the catalog, with no place', () => {
    const registry = createRegistry()
    class Greeter {
      static description = 'Greets.'
      static tags = ['nice']
      execute() {}
    }
    registry.register('ephemeral.greet', Greeter)
    const described = registry.describe('ephemeral.greet')
    expect(described).toEqual({
      kind: 'module',
      id: 'ephemeral.greet',
      className: '',
      exportName: '',
      file: '',
      scope: 'project',
      origin: '',
      load: 'eager',
      description: 'Greets.',
      tags: ['nice'],
    })
    expect(registry.list({ tag: 'nice' })).toEqual([described])
    expect(Object.isFrozen(described.tags)).toBe(true)
    expect(Object.isFrozen(Greeter.tags)).toBe(false)
  })

  it('never replaces', () => {
    const registry = lazyRegistry({ search: nothing })
    expect(() => registry.register('search', nothing)).toThrow(ModuleIdConflictError)
    registry.register('mine', nothing)
    expect(() => registry.register('mine', nothing)).toThrow(
      expect.objectContaining({ code: 'MODULE_ID_CONFLICT', details: { moduleId: 'mine' } }),
    )
  })

  it('holds the ID to the grammar', () => {
    const registry = createRegistry([], {}, { reservedWords: ['secret'] })
    expect(() => registry.register('Math.add', nothing)).toThrow(InvalidSegmentError)
    expect(() => registry.register('a__b', nothing)).toThrow(InvalidSegmentError)
    expect(() => registry.register('__proto__', nothing)).toThrow(InvalidSegmentError)
    expect(() => registry.register('a'.repeat(193), nothing)).toThrow(IdTooLongError)
    expect(() => registry.register('secret.a', nothing)).toThrow(ReservedWordError)
    registry.register('system.a', nothing)
    expect(() => createRegistry().register('system.a', nothing)).toThrow(ReservedWordError)
    expect(registry.ids()).toEqual(['system.a'])
  })

  it('refuses what is no module', () => {
    expect(() => createRegistry().register('a', undefined as never)).toThrow(TypeError)
    expect(() => createRegistry().register('a', 'text' as never)).toThrow(TypeError)
  })
})

describe('override', () => {
  it('replaces, and keeps what the new module does not describe', async () => {
    const registry = createRegistry([entry('search', { description: 'Finds.', version: '1.0.0' })])
    registry.override('search', { version: '2.0.0', execute: () => 'mine' })
    expect(registry.describe('search')).toMatchObject({ description: 'Finds.', version: '2.0.0', file: '' })
    expect(await registry.call('search', {})).toBe('mine')
  })

  it('refuses an ID that does not exist, with the nearest', () => {
    const registry = lazyRegistry({ search: nothing })
    expect(() => registry.override('serch', nothing)).toThrow(
      expect.objectContaining({ code: 'MODULE_NOT_FOUND', details: { id: 'serch', closest: ['search'] } }),
    )
  })
})

describe('merge', () => {
  it('adds everything the other has', async () => {
    const registry = lazyRegistry({ a: { execute: () => 'a' } })
    const other = lazyRegistry({ b: { execute: () => 'b' } })
    other.register('c', { execute: () => 'c' })
    registry.merge(other)
    expect(registry.ids()).toEqual(['a', 'b', 'c'])
    expect(await Promise.all(registry.ids().map((id) => registry.call(id, {})))).toEqual(['a', 'b', 'c'])
    expect(other.ids()).toEqual(['b', 'c'])
  })

  it('changes nothing when one ID is taken', () => {
    const registry = lazyRegistry({ b: nothing })
    expect(() => registry.merge(lazyRegistry({ a: nothing, b: nothing, c: nothing }))).toThrow(
      ModuleIdConflictError,
    )
    expect(registry.ids()).toEqual(['b'])
  })

  it('leaves each registry its own instance', async () => {
    class Counter {
      execute() {}
    }
    const other = lazyRegistry({ a: Counter })
    const registry = createRegistry()
    registry.merge(other)
    expect(await registry.get('a')).not.toBe(await other.get('a'))
    await other.unregister('a')
    expect(registry.has('a')).toBe(true)
    expect(await registry.get('a')).toBeInstanceOf(Counter)
  })
})

describe('discoverMultiClass', () => {
  it('is the function of the same name', () => {
    const classes = [
      { name: 'Addition', implementsModule: true, multiClass: true },
      { name: 'HTTPSender', implementsModule: true },
    ]
    expect(createRegistry().discoverMultiClass('lib/math/ops.ts', classes, 'lib')).toEqual([
      { moduleId: 'math.ops.addition', className: 'Addition' },
      { moduleId: 'math.ops.http_sender', className: 'HTTPSender' },
    ])
    expect(createRegistry().discoverMultiClass('extensions/a.ts', classes.slice(1))).toEqual([
      { moduleId: 'a', className: 'HTTPSender' },
    ])
  })
})
