import { describe, expect, it, vi } from 'vitest'
import { lazyRegistry, settle } from './support/modules.ts'

const nothing = { execute() {} }

describe('on', () => {
  it('tells until it is stopped', async () => {
    const registry = lazyRegistry({ a: nothing, b: nothing })
    const heard = vi.fn()
    const stop = registry.on('register', heard)
    await registry.get('a')
    stop()
    stop()
    await registry.get('b')
    expect(heard.mock.calls).toEqual([[{ id: 'a', instance: nothing }]])
  })

  it('tells those who were listening when it happened', async () => {
    const registry = lazyRegistry({ a: nothing })
    const late = vi.fn()
    registry.on('register', () => registry.on('register', late))
    await registry.get('a')
    expect(late).not.toHaveBeenCalled()
  })

  it('tells of the instance of an override too', async () => {
    const registry = lazyRegistry({ a: nothing })
    const heard = vi.fn()
    registry.on('register', heard)
    await registry.get('a')
    registry.override('a', { execute: () => 'new' })
    await registry.get('a')
    expect(heard).toHaveBeenCalledTimes(2)
  })
})

describe('a listener that fails', () => {
  const error = new Error('bad listener')
  const failing = {
    throws: () => {
      throw error
    },
    rejects: async () => {
      throw error
    },
  }

  it.each(Object.entries(failing))(
    '%s: disturbs nobody, and the error listeners hear',
    async (_, listener) => {
      const registry = lazyRegistry({ a: nothing })
      const heard = vi.fn()
      const next = vi.fn()
      registry.on('error', heard)
      registry.on('register', listener)
      registry.on('register', next)
      expect(await registry.get('a')).toBe(nothing)
      await settle()
      expect(next).toHaveBeenCalledTimes(1)
      expect(heard.mock.calls).toEqual([[{ id: 'a', error }]])
    },
  )

  it.each(Object.entries(failing))('%s: is shown on the console when nobody listens', async (_, listener) => {
    const shown = vi.spyOn(console, 'error').mockImplementation(() => {})
    const registry = lazyRegistry({ a: nothing })
    registry.on('register', listener)
    await registry.get('a')
    await settle()
    expect(shown.mock.calls).toEqual([[error]])
    shown.mockRestore()
  })

  it.each(Object.entries(failing))('%s: is dropped where it listens to errors', async (_, listener) => {
    const registry = lazyRegistry({ a: nothing })
    const heard = vi.fn()
    registry.on('error', listener)
    registry.on('error', heard)
    registry.on('register', () => {
      throw new Error('first')
    })
    expect(await registry.get('a')).toBe(nothing)
    await settle()
    expect(heard).toHaveBeenCalledTimes(1)
  })
})
