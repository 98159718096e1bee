import { describe, expect, it, vi } from 'vitest'
import { type Context, createRegistry } from '../../src/runtime.ts'
import { lazyRegistry } from './support/modules.ts'

/** A registry with a module that gives back the context it got. */
function echo() {
  const registry = createRegistry()
  registry.register('echo', { execute: (_: unknown, context: Context) => context })
  return registry
}

describe('the context of a call', () => {
  it('is made when none is given', async () => {
    const registry = echo()
    const context = (await registry.call('echo', {})) as Context
    expect(context).toEqual({ id: 'echo', registry, signal: expect.any(AbortSignal) })
    expect(context.registry).toBe(registry)
    expect(context.signal.aborted).toBe(false)
  })

  it('is filled in without changing the one that is given', async () => {
    const registry = echo()
    const { signal } = new AbortController()
    const given = Object.freeze({ id: 'caller', user: 'ada', signal, [Symbol.for('trace')]: 7 })
    const context = await registry.call('echo', {}, given)
    expect(context).toEqual({ id: 'echo', registry, user: 'ada', signal, [Symbol.for('trace')]: 7 })
    expect(given.id).toBe('caller')
    expect(await registry.call('echo', {}, { signal: undefined as never })).toHaveProperty(
      'signal.aborted',
      false,
    )
  })

  it('keeps its class', async () => {
    class Request {
      readonly #secret = 'unused'
      readonly path: string
      constructor(path: string) {
        this.path = path
      }
      get upper() {
        return this.path.toUpperCase()
      }
      get id() {
        return `request ${this.path}`
      }
      peek(): string {
        return this.#secret
      }
    }
    const context = (await echo().call('echo', {}, new Request('/a'))) as Context & Request
    expect(context).toBeInstanceOf(Request)
    expect(context.upper).toBe('/A')
    expect(context.id).toBe('echo')
  })

  it('takes keys such as __proto__ for what they are', async () => {
    const context = (await echo().call('echo', {}, JSON.parse('{"__proto__":{"admin":true}}'))) as Context
    expect(context.admin).toBeUndefined()
    expect(Object.keys(context)).toContain('__proto__')
  })
})

describe('call', () => {
  it('passes inputs on as they are, and the module as `this`', async () => {
    class Sample {
      factor = 2
      execute(n: number) {
        return this.factor * n
      }
    }
    expect(await lazyRegistry({ a: Sample }).call('a', 21)).toBe(42)
  })

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken')
      },
    ],
    [
      'rejects',
      async () => {
        throw new Error('broken')
      },
    ],
  ])('gives on what execute %s, and the module stays', async (_, execute) => {
    const unloaded = vi.fn()
    const registry = lazyRegistry({ a: { execute, onUnload: unloaded } })
    const heard = vi.fn()
    registry.on('error', heard)
    await expect(registry.call('a', {})).rejects.toThrow('broken')
    expect(heard).not.toHaveBeenCalled()
    expect(await registry.unregister('a')).toBe(true)
    expect(unloaded).toHaveBeenCalledTimes(1)
  })
})
