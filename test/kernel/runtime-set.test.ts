import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CloseError, KernelArgumentError, RuntimeSet } from '../../src/kernel.ts'
import { failure } from './support.ts'

function recorder() {
  const closed: string[] = []
  const closer = (name: string, error?: unknown) => ({
    async close() {
      closed.push(name)
      await Promise.resolve()
      if (error !== undefined) throw error
    },
  })
  return { closed, closer }
}

test('closes in reverse order, once, however often it is asked', async () => {
  const { closed, closer } = recorder()
  const set = new RuntimeSet(1)
  set.add(closer('a'), closer('b'))
  set.add(closer('c'))
  expect([set.size, set.closed]).toEqual([3, false])
  const first = set.close()
  expect(set.closed).toBe(true)
  await Promise.all([first, set.close(), set.closeIfGeneration(1)])
  await set.close()
  expect(closed).toEqual(['c', 'b', 'a'])
  expect(set.size).toBe(0)
})

test('goes on after errors and reports all of them at the end, to every caller', async () => {
  const { closed, closer } = recorder()
  const set = new RuntimeSet(4)
  const thrown = {
    close() {
      throw new Error('at once')
    },
  }
  set.add(closer('a', 'late'), thrown, closer('b'))
  const [one, two] = await Promise.all([failure(set.close(), CloseError), failure(set.close(), CloseError)])
  expect(two).toBe(one)
  expect(closed).toEqual(['b', 'a'])
  expect(one.code).toBe('CLOSE_FAILED')
  expect(one.errors).toEqual([new Error('at once'), 'late'])
  expect(one.details).toEqual({ generation: 4, messages: ['at once', 'late'] })
})

test('only its own generation closes it', async () => {
  const { closed, closer } = recorder()
  const set = new RuntimeSet(2)
  set.add(closer('a'))
  expect(await set.closeIfGeneration(1)).toBe(false)
  expect([set.closed, closed.length]).toEqual([false, 0])
  expect(await set.closeIfGeneration(2)).toBe(true)
  expect(closed).toEqual(['a'])
})

test('a newcomer to a closed set is closed at once', async () => {
  const { closed, closer } = recorder()
  const set = new RuntimeSet(0)
  await set.close()
  const added = set.add(closer('a'), closer('b'))
  expect(closed).toEqual(['b'])
  await added
  expect(closed).toEqual(['b', 'a'])
  expect(set.size).toBe(0)
  await failure(set.add(closer('c', new Error('no'))), CloseError)
})

test('what moves to the next set survives the closing of the old one', async () => {
  const { closed, closer } = recorder()
  const [kept, dropped] = [closer('kept'), closer('dropped')]
  const [old, next] = [new RuntimeSet(1), new RuntimeSet(2)]
  old.add(kept, dropped)
  if (old.release(kept)) next.add(kept)
  await old.closeIfGeneration(1)
  expect(closed).toEqual(['dropped'])
  expect(next.size).toBe(1)
  expect(old.release(dropped)).toBe(false)
})

test('what is released while the set closes is spared', async () => {
  const { closed, closer } = recorder()
  const set = new RuntimeSet(1)
  const first = closer('first')
  set.add(first, { close: () => void set.release(first) })
  await set.close()
  expect(closed).toEqual([])
})

test('one resource is owned once', async () => {
  const { closed, closer } = recorder()
  const set = new RuntimeSet(1)
  const one = closer('a')
  set.add(one, one)
  await set.close()
  expect(closed).toEqual(['a'])
})

test('refuses what cannot be closed, and takes none of the others', () => {
  const set = new RuntimeSet(1)
  expect(() => set.add({ close() {} }, {} as never)).toThrow('closers[1]: has no close method')
  expect(set.size).toBe(0)
  expect(() => new RuntimeSet(-1)).toThrow(KernelArgumentError)
})

test('each resource is closed exactly once under any mix of concurrent calls', async () => {
  const step = fc.constantFrom('add', 'close', 'closeIf', 'closeIfOther', 'tick')
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const counts: number[] = []
      const set = new RuntimeSet(1)
      const pending: Promise<unknown>[] = []
      for (const each of steps) {
        if (each === 'close') pending.push(set.close())
        else if (each === 'closeIf') pending.push(set.closeIfGeneration(1))
        else if (each === 'closeIfOther') pending.push(set.closeIfGeneration(2))
        else if (each === 'tick') await Promise.resolve()
        else {
          const index = counts.push(0) - 1
          pending.push(set.add({ close: async () => void counts[index]!++ }))
        }
      }
      await Promise.all([...pending, set.close()])
      expect(counts.every((count) => count === 1)).toBe(true)
    }),
    { numRuns: 100 },
  )
})
