import { expect, test } from 'vitest'
import { InterceptorError, KernelArgumentError, runChain, stopChain } from '../../src/kernel.ts'
import { failure, snapshotOf } from './support.ts'

type Run = (value: number, context: object) => unknown

function chainOf(...payloads: (Run | { module: string })[]) {
  const given = payloads.map((payload, priority) => ({
    kind: 'interceptor',
    id: 'before',
    source: { scope: 'project', pluginId: `p${priority}` },
    priority,
    payload: typeof payload === 'function' ? { run: payload } : payload,
  }))
  return snapshotOf(given, { points: ['before'] })
}

test('each interceptor gets what the one before it returned, and the context', async () => {
  const context = { factor: 3 }
  const snapshot = await chainOf(
    (value) => value + 1,
    async (value, given) => value * (given as typeof context).factor,
    () => undefined,
  )
  expect(await runChain(snapshot, 'before', 1, context)).toBe(6)
  expect(await runChain(snapshot.interceptorChain('before'), 'before', 2, context)).toBe(9)
})

test('an empty chain gives the value back', async () => {
  const value = {}
  expect(await runChain(await chainOf(), 'before', value)).toBe(value)
})

test('an interceptor can end the chain with a result', async () => {
  const never = () => {
    throw new Error('ran')
  }
  expect(await runChain(await chainOf((value) => stopChain(value + 10), never), 'before', 1)).toBe(11)
  expect(await runChain(await chainOf(async () => stopChain(undefined), never), 'before', 1)).toBeUndefined()
})

test('a failure names the interceptor', async () => {
  const cause = new Error('boom')
  const snapshot = await chainOf(
    (value) => value,
    () => {
      throw cause
    },
  )
  const error = await failure(runChain(snapshot, 'before', 1), InterceptorError)
  expect(error.code).toBe('INTERCEPTOR_FAILED')
  expect(error.message).toBe('The interceptor of p1, test (project) failed at "before": boom')
  expect(error.cause).toBe(cause)
  expect(error.details).toEqual({
    point: 'before',
    source: { scope: 'project', pluginId: 'p1', origin: 'test' },
    order: 1,
  })
})

test("a module's execute is the step where the payload names one", async () => {
  const snapshot = await chainOf({ module: 'math.double' })
  const registry = {
    async call(id: string, inputs: unknown, context: object) {
      expect([id, context]).toEqual(['math.double', { registry }])
      return (inputs as number) * 2
    },
  }
  expect(await runChain(snapshot, 'before', 4, { registry })).toBe(8)
  const error = await failure(runChain(snapshot, 'before', 4), InterceptorError)
  expect(error.message).toContain('no registry to call the module "math.double" with')
})

test('the signal of the context stops the chain between two steps', async () => {
  const controller = new AbortController()
  const reason = new Error('stop')
  const snapshot = await chainOf(
    () => controller.abort(reason),
    () => {
      throw new Error('ran')
    },
  )
  await expect(runChain(snapshot, 'before', 1, { signal: controller.signal })).rejects.toBe(reason)
})

test('a point that is not declared is an error', async () => {
  await failure(runChain(await chainOf(), 'befor', 1), KernelArgumentError)
})
