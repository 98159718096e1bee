import { inspect } from 'node:util'
import type { DevEnvironment } from 'vite'
import { REGISTRY_ID } from '../../../compiler/emit.ts'
import { findLiveValue } from '../../../compiler/plain-data.ts'
import type { CallAnswer } from '../../../inspector/state.ts'
import { errorText } from '../../../util/error-text.ts'

/** How long a call may take, in milliseconds, and how long its result may be, in characters. */
const CALL_LIMITS: CallLimits = { time: 30_000, result: 256_000 }

/** What a call may cost. */
export interface CallLimits {
  readonly time: number
  readonly result: number
}

/** As much of the registry as is needed. */
interface CallableRegistry {
  call(id: string, inputs: unknown, context: { readonly signal: AbortSignal }): Promise<unknown>
}

/** What a page asks for. */
export interface CallRequest {
  readonly id: string
  /** Any JSON. */
  readonly inputs: unknown
}

/**
 * Calls a module where the dev server runs server code, with the very registry that this code has. Plugins are not set up for
 * it: that is the application's to do, and a tool of one that is not up says so.
 *
 * @param signal aborted when nobody waits for the result any more
 * @param hidePaths takes the paths of the machine out of a text
 */
export async function callModule(
  environment: DevEnvironment | undefined,
  request: CallRequest,
  signal: AbortSignal,
  hidePaths: (text: string) => string,
  limits: CallLimits = CALL_LIMITS,
): Promise<CallAnswer> {
  const start = performance.now()
  const spent = (): number => Math.round((performance.now() - start) * 10) / 10
  const { time } = limits
  const limit = AbortSignal.timeout(time)
  try {
    const registry = await registryOf(environment)
    const either = AbortSignal.any([signal, limit])
    const result = await unlessAborted(
      registry.call(request.id, request.inputs, { signal: either }),
      either,
      () => new Error(limit.aborted ? `it took longer than ${time / 1000} seconds` : 'nobody waits for it'),
    )
    return { ok: true, ...printResult(result, limits.result, hidePaths), ms: spent() }
  } catch (error) {
    return { ok: false, error: hidePaths(describeError(error)), ms: spent() }
  }
}

async function registryOf(environment: DevEnvironment | undefined): Promise<CallableRegistry> {
  const { runner } = (environment ?? {}) as { runner?: { import(id: string): Promise<unknown> } }
  if (runner === undefined)
    throw new Error('the dev server has no environment `ssr` in which it can run modules')
  const { registry } = (await runner.import(REGISTRY_ID)) as { registry: CallableRegistry }
  return registry
}

function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal, why: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(why())
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** @throws when the text is too long to be shown */
function printResult(
  result: unknown,
  limit: number,
  hidePaths: (text: string) => string,
): { readonly result: string; readonly json: boolean } {
  const json = result !== undefined && findLiveValue(result, 'result') === undefined
  const text = json ? JSON.stringify(result, undefined, 2) : hidePaths(printLive(result))
  if (text.length > limit) {
    throw new RangeError(`the result has ${text.length} characters; up to ${limit} are shown`)
  }
  return { result: text, json }
}

/** Prints what is no JSON, without running any code of it. */
function printLive(value: unknown): string {
  return inspect(value, {
    ...{ depth: 6, maxArrayLength: 100, maxStringLength: 10_000, breakLength: 100 },
    ...{ customInspect: false, getters: false, showProxy: true },
  })
}

/** Says what was thrown and what was the cause of it, without stacks. */
function describeError(thrown: unknown): string {
  const lines: string[] = []
  for (let error = thrown; error !== undefined && lines.length < 5; error = causeOf(error)) {
    const { name, code } = (typeof error === 'object' ? (error ?? {}) : {}) as Record<string, unknown>
    const label = typeof name === 'string' ? name : 'thrown'
    lines.push(`${label}${typeof code === 'string' ? ` [${code}]` : ''}: ${errorText(error)}`)
  }
  return lines.join('\ncaused by ').slice(0, 10_000)
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined
}
