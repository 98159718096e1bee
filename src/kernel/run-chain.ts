import { errorText } from '../util/error-text.ts'
import { throwIfAborted } from './abort.ts'
import type { CatalogContribution } from './contribution.ts'
import { InterceptorError } from './errors.ts'
import { interceptorStep } from './interceptors.ts'
import type { RuntimeSnapshot } from './snapshot.ts'

/** What a chain itself uses of the context; the rest is the interceptors' own. */
export interface ChainContext {
  /** Runs the step of an interceptor whose payload is `{ module: id }`; a registry of the runtime is one. */
  readonly registry?: { call(id: string, inputs: unknown, context: object): unknown }
  /** Stops the chain before its next step. */
  readonly signal?: AbortSignal
}

/** What an interceptor returns to end the chain; {@link stopChain} makes it. */
export interface ChainStop<T = unknown> {
  readonly [STOP]: true
  readonly value: T
}

// A registered symbol is the same in every copy of this package that a program may hold.
const STOP: unique symbol = Symbol.for('unplugin-module-registry.stop-chain') as never

/**
 * Ends a chain: `return stopChain(value)` in an interceptor makes `value` the result, and no later one runs.
 *
 * @param value the result of the whole chain
 */
export function stopChain<T>(value: T): ChainStop<T> {
  return Object.freeze({ [STOP]: true as const, value })
}

/**
 * Runs the interceptors of a point one after another, each with what the one before it returned.
 *
 * An interceptor that returns `undefined` leaves the value as it is; one that returns {@link stopChain} ends the chain.
 *
 * @param chain a snapshot, or the interceptors in running order
 * @param point the point they are hooked to
 * @param value what the first one gets
 * @param context handed to each; see {@link ChainContext} for what the chain itself uses of it
 * @returns the value after the last interceptor
 * @throws InterceptorError, naming the interceptor, when one throws or cannot run
 * @throws KernelArgumentError when a snapshot does not declare the point
 * @throws the signal's reason when the context's signal is aborted between two steps
 */
export async function runChain<T>(
  chain: RuntimeSnapshot | readonly CatalogContribution[],
  point: string,
  value: T,
  context: object = {},
): Promise<T> {
  const interceptors = 'interceptorChain' in chain ? chain.interceptorChain(point) : chain
  const { registry, signal } = context as ChainContext
  let current: unknown = value
  for (const interceptor of interceptors) {
    if (signal !== undefined) throwIfAborted(signal)
    const result = await runStep(interceptor, point, current, context, registry)
    if (isStop(result)) return result.value as T
    if (result !== undefined) current = result
  }
  return current as T
}

async function runStep(
  interceptor: CatalogContribution,
  point: string,
  value: unknown,
  context: object,
  registry: ChainContext['registry'],
): Promise<unknown> {
  const step = interceptorStep(interceptor)
  if (step === undefined) throw new InterceptorError(point, interceptor, 'its payload has no step')
  if ('module' in step && registry === undefined) {
    const reason = `the context has no registry to call the module "${step.module}" with`
    throw new InterceptorError(point, interceptor, reason)
  }
  try {
    return await ('run' in step ? step.run(value, context) : registry!.call(step.module, value, context))
  } catch (error) {
    throw new InterceptorError(point, interceptor, errorText(error), error)
  }
}

function isStop(result: unknown): result is ChainStop {
  return result !== null && typeof result === 'object' && (result as Partial<ChainStop>)[STOP] === true
}
