import { Type } from '@sinclair/typebox'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type CatalogEntry, createRegistry, readMetadata, toTools } from '../../src/runtime.ts'

const entry: CatalogEntry = {
  ...{ kind: 'module', id: 'list.items', className: 'Items', exportName: 'Items', file: 'items.ts' },
  ...{ scope: 'project', origin: 'extensions', load: 'lazy' },
}

const unresolved = (...fields: string[]) => ({
  unresolved: Object.fromEntries(
    fields.map((field) => [field, { reason: 'a call', file: 'items.ts', line: 1, column: 1 }]),
  ),
})

/** A registry of one module, and how often it was loaded and constructed. */
function registryOf(Items: new () => object, catalogEntry: object = entry) {
  const counts = { loaded: 0, made: 0 }
  const loaders = {
    'items.ts': async () => {
      counts.loaded++
      return { Items }
    },
  }
  const instantiate = (Class: new () => object) => {
    counts.made++
    return new Class()
  }
  const registry = createRegistry([catalogEntry as CatalogEntry], loaders, {
    instantiate,
    metadata: readMetadata,
  })
  return { registry, counts }
}

describe('resolveMetadata', () => {
  it('reads static members and those of the instance, and converts schemas, each from its own side', async () => {
    const query = z.object({ q: z.string().describe('Query'), limit: z.number().default(10) })
    class Items {
      static readonly tags = ['a']
      description = `Lists ${this.what()}.`
      inputSchema = query
      outputSchema = query
      what() {
        return 'items'
      }
      execute() {}
    }
    const { registry, counts } = registryOf(Items, {
      ...entry,
      ...unresolved('description', 'inputSchema', 'outputSchema'),
    })
    const before = registry.describe('list.items')
    const resolved: object = await registry.resolveMetadata('list.items')
    const properties = {
      q: { type: 'string', description: 'Query' },
      limit: { type: 'number', default: 10 },
    }
    expect(resolved).toEqual({
      ...entry,
      description: 'Lists items.',
      tags: ['a'],
      inputSchema: { type: 'object', properties, required: ['q'] },
      outputSchema: { type: 'object', properties, required: ['q', 'limit'], additionalProperties: false },
    })
    expect(Object.isFrozen(resolved)).toBe(true)
    expect(registry.describe('list.items')).toBe(before)
    expect(counts).toEqual({ loaded: 1, made: 1 })
    expect(await registry.get('list.items')).toBeInstanceOf(Items)
    expect(counts).toEqual({ loaded: 1, made: 1 })
  })

  it('leaves what the build knows, and says still what nobody knows', async () => {
    class Items {
      description = 'from the instance'
      inputSchema = z.object({ at: z.date() })
      outputSchema = Type.Object({ n: Type.Number() })
      get examples(): never {
        throw new Error('not yet')
      }
      execute() {}
    }
    const known = { ...entry, description: 'from the build', ...unresolved('inputSchema', 'outputSchema') }
    const { registry } = registryOf(Items, known)
    expect(await registry.resolveMetadata('list.items')).toEqual({
      ...entry,
      description: 'from the build',
      outputSchema: { type: 'object', required: ['n'], properties: { n: { type: 'number' } } },
      ...unresolved('inputSchema'),
    })
  })

  it('takes the converters of libraries that it does not know', async () => {
    const standard = {
      '~standard': { jsonSchema: { input: ({ target }: { target: string }) => ({ $comment: target }) } },
    }
    const arktype = Object.assign(() => {}, { toJsonSchema: () => ({ type: 'string' }) })
    class Items {
      inputSchema = standard
      outputSchema = arktype
      execute() {}
    }
    expect(await registryOf(Items).registry.resolveMetadata('list.items')).toEqual({
      ...entry,
      inputSchema: { $comment: 'draft-2020-12' },
      outputSchema: { type: 'string' },
    })
  })

  it('makes a tool of what the build could not tell', async () => {
    class Items {
      inputSchema = z.object({ q: z.string() })
      execute() {}
    }
    const { registry } = registryOf(Items, { ...entry, ...unresolved('inputSchema') })
    const names: string[] = []
    toTools(registry.list(), 'mcp', { onProblem: ({ id }) => names.push(id) })
    expect(names).toEqual(['list.items'])
    expect(toTools([await registry.resolveMetadata('list.items')], 'mcp')[0]!.inputSchema.required).toEqual([
      'q',
    ])
  })

  it('loads nothing where the registry was not told how to read', async () => {
    const registry = createRegistry([entry], {})
    expect(await registry.resolveMetadata('list.items')).toBe(registry.describe('list.items'))
    await expect(registry.resolveMetadata('none')).rejects.toMatchObject({ code: 'MODULE_NOT_FOUND' })
  })

  it('rejects when the module cannot be had', async () => {
    class Items {
      constructor() {
        throw new Error('no database')
      }
    }
    await expect(registryOf(Items).registry.resolveMetadata('list.items')).rejects.toThrow('no database')
  })
})

describe('a module that is registered by hand', () => {
  it('says of itself what its class or object says in plain data', () => {
    const described = {
      ...{ description: 'd', documentation: 'D', tags: ['t'], version: '1', metadata: { a: 1 } },
      ...{ annotations: { readonly: true }, examples: [{ inputs: {} }], inputSchema: Type.Object({}) },
    }
    const registry = createRegistry()
    const module = { ...described, outputSchema: { type: 'object' }, execute() {}, secret: 's' }
    registry.register('object', module)
    const { kind, id, className, exportName, file, scope, origin, load, ...shown } =
      registry.describe('object')
    const inputSchema = { type: 'object', properties: {} }
    expect(shown).toEqual({ ...described, inputSchema, outputSchema: { type: 'object' } })

    class Base {
      static readonly inputSchema = { type: 'object' }
      execute() {}
    }
    registry.register('statics', class extends Base {})
    expect(registry.describe('statics')).toMatchObject({ inputSchema: { type: 'object' } })
  })

  it('does not show schema objects of libraries', () => {
    const registry = createRegistry()
    const valibot = { kind: 'schema', type: 'object', entries: {}, '~standard': { version: 1 } }
    registry.register('m', { inputSchema: z.object({}), outputSchema: valibot, execute() {} })
    expect(Object.keys(registry.describe('m'))).not.toContain('inputSchema')
    expect(Object.keys(registry.describe('m'))).not.toContain('outputSchema')
  })
})
