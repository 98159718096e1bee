import { readCaller } from './caller.ts'
import type { CallContext, ModuleDefinition } from './definition.ts'
import { type CallHost, createModuleHost } from './module-host.ts'
import { readRouteRequest, toWireAnswer, unknownRoute } from './routes.ts'
import type { Outcome, RunningCalls } from './running-calls.ts'
import { listTools } from './tool-list.ts'

/** What a module needs of its surroundings to answer. */
export interface Surroundings {
  readonly calls: RunningCalls
  readonly callHost: CallHost
  /** Writes a line to stderr. */
  log(message: string): void
  /** Ends the process after what was written has left it. */
  fail(message: string): void
  /** Takes the limits of the host, as far as they are sensible. */
  limitFrames(bytes: number): void
}

/** A method as the peer calls it. */
export type Method = (params: unknown, call: { readonly signal: AbortSignal }) => Promise<Outcome<unknown>>

/** The versions of the protocol that this package speaks. */
const PROTO = { min: 1, max: 1 }

/**
 * The methods of a module: those of the protocol, and the module's own.
 *
 * @param definition a checked definition
 */
export function createMethods(
  definition: ModuleDefinition,
  surroundings: Surroundings,
): Record<string, Method> {
  const { calls, callHost, log } = surroundings
  const tools = new Map(Object.entries(definition.tools ?? {}))
  const routes = new Map(Object.entries(definition.routes ?? {}))
  const toolList = { tools: listTools(definition) }
  const state = { ready: false, draining: false, grants: [] as readonly string[] }
  let starting: Promise<void> | undefined

  /** Runs `onReady` once. A module that cannot start ends, so the promise never rejects. */
  const start = (): Promise<void> => {
    starting ??= (async () => {
      const never = new AbortController().signal
      const host = createModuleHost(callHost, '')
      await definition.onReady?.({ signal: never, host, log, grants: state.grants })
      state.ready = true
    })().catch((error: unknown) => {
      surroundings.fail(`onReady failed. ${errorText(error)}`)
      return new Promise<void>(() => {})
    })
    return starting
  }

  /** A method that does somebody's work: bound to its deadline, and to the caller it is made for. */
  const work =
    (run: (params: Record<string, unknown>, context: CallContext, raw: unknown) => unknown): Method =>
    (params, { signal }) => {
      const given = recordOf(params)
      const caller = readCaller(given)
      const requestId = typeof given.request_id === 'string' ? given.request_id : undefined
      if (state.draining) throw new Error(`module ${definition.name} is draining`)
      return calls.run({ signal, requestId, deadlineUnixMs: given.deadline_unix_ms }, async (ending) => {
        await start()
        const host = createModuleHost(callHost, caller.delegation, ending)
        const { subject, tenant } = caller
        return run(given, { signal: ending, caller: { subject, tenant }, host, log }, params)
      })
    }

  const methods: Record<string, Method> = {
    'module.handshake': async (params) => {
      const given = recordOf(params)
      const expected = recordOf(given.expected)
      for (const field of ['name', 'version'] as const) {
        if (expected[field] !== undefined && expected[field] !== definition[field]) {
          log(`the host expects ${field} ${JSON.stringify(expected[field])}, this is ${definition[field]}`)
        }
      }
      const bytes = recordOf(given.limits).frame_bytes
      if (typeof bytes === 'number' && bytes > 0) surroundings.limitFrames(bytes)
      if (Array.isArray(given.grants)) state.grants = Object.freeze(given.grants.filter(isText))
      void start()
      return {
        result: {
          proto: PROTO,
          identity: {
            name: definition.name,
            version: definition.version,
            instance_id: isText(expected.instance_id) ? expected.instance_id : '',
            desired_generation: expected.desired_generation ?? 0,
          },
          surface_sha256: isText(expected.surface_sha256) ? expected.surface_sha256 : '',
          features: [...(definition.features ?? [])],
          ready: state.ready,
        },
      }
    },
    'module.ready': async () => {
      void start()
      return { result: state.ready ? { ready: true } : { ready: false, detail: 'starting' } }
    },
    'module.health': async () => ({ result: { ok: true, inflight: calls.size } }),
    'module.tool.list': async () => ({ result: toolList }),
    'module.tool.call': work(async (params, context) => {
      const id = String(params.tool_id)
      const tool = tools.get(id)
      if (!tool) throw new Error(`unknown tool ${JSON.stringify(id)}`)
      return { result: (await tool.run(params.arguments as never, context)) ?? null }
    }),
    'module.http': work(async (params, context) => {
      const id = String(params.route_id)
      const route = routes.get(id)
      if (!route) return unknownRoute(id)
      const request = readRouteRequest(params, context.caller)
      return toWireAnswer(id, await route.run(request, context))
    }),
    'module.drain': async (params, { signal }) => {
      state.draining = true
      const given = recordOf(params)
      const deadlineMs = typeof given.deadline_ms === 'number' ? given.deadline_ms : 0
      const reason = isText(given.reason) ? given.reason : ''
      const winding = (async () => definition.onDrain?.({ reason, deadlineMs }))().catch((error: unknown) => {
        log(`onDrain failed. ${errorText(error)}`)
      })
      const end = performance.now() + deadlineMs
      await calls.idle(deadlineMs, signal)
      await settledWithin(winding, end - performance.now(), signal)
      return { result: { inflight: calls.size } }
    },
  }
  for (const [name, handler] of Object.entries(definition.handlers ?? {})) {
    methods[name] = work((_, context, params) => handler(params, context))
  }
  return methods
}

/** Waits for work that never rejects, but not longer than allowed. */
function settledWithin(work: Promise<void>, timeoutMs: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(timeoutMs, 0))
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
    work.then(done)
  })
}

function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
