import { expect, it, vi } from 'vitest'
import { RunQueue } from '../../src/bundler/dev/run-queue.ts'
import { deferred } from '../runtime/support/modules.ts'

it('runs once at a time, and once more for all that is asked for meanwhile', async () => {
  const gate = deferred()
  let running = 0
  const run = vi.fn(async () => {
    expect(++running).toBe(1)
    await gate.promise
    running--
  })
  const queue = new RunQueue(run)
  const first = queue.ask()
  for (let count = 0; count < 500; count++) await queue.ask()
  expect([run.mock.calls.length, queue.isBusy]).toEqual([1, true])
  gate.resolve()
  await first
  await vi.waitFor(() => expect(queue.isBusy).toBe(false))
  expect(run).toHaveBeenCalledTimes(2)
})

it('runs no more when it is closed, and leaves no timer', async () => {
  const gate = deferred()
  const run = vi.fn(() => gate.promise)
  const queue = new RunQueue(run)
  const first = queue.ask()
  await queue.ask()
  queue.close()
  gate.resolve()
  await first
  queue.askIn(0)
  expect(queue.isBusy).toBe(false)
  await queue.ask()
  expect(run).toHaveBeenCalledOnce()
})
