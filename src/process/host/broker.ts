import type {
  EntityMutationParams,
  EntityMutationResult,
  EntityQueryParams,
  EventEmitParams,
  SearchQueryParams,
} from '../protocol/methods.ts'
import { ERROR_CODES } from '../wire/codes.ts'
import { WireError } from '../wire/errors.ts'
import type { Peer } from '../wire/peer.ts'
import type { Delegations, ProcessCaller } from './delegations.ts'
import { covers } from './grants.ts'

/** What a handler of the application knows of a call that a module makes. */
export interface HostCallContext {
  /** The name of the module. */
  readonly module: string
  /** In whose name it calls: that of the call it serves; nobody, for what it does on its own account. */
  readonly caller: ProcessCaller | undefined
  /** Fires when the module gives the call up, and when the call that it serves has ended. */
  readonly signal: AbortSignal
}

/** A method of the application's own that modules may call. */
export interface HostMethod {
  /** The grant that is needed, as `resource:verb`; or made from the parameters, which come from the module. */
  readonly permission: string | ((params: unknown) => string)
  handle(params: unknown, context: HostCallContext): unknown
}

/** What modules can ask of the application. What is absent is refused. */
export interface BrokerHandlers {
  /** Needs `<entity>:read`. */
  query?(params: EntityQueryParams, context: HostCallContext): Answer<{ rows: unknown; total?: number }>
  /** Needs `<entity>:write`. */
  create?(params: EntityMutationParams, context: HostCallContext): Answer<EntityMutationResult>
  /** Needs `<entity>:write`. */
  update?(params: EntityMutationParams, context: HostCallContext): Answer<EntityMutationResult>
  /** Needs `<entity>:delete`. */
  delete?(params: EntityMutationParams, context: HostCallContext): Answer<EntityMutationResult>
  /** Needs `search:query`. */
  search?(params: SearchQueryParams, context: HostCallContext): Answer<{ results: unknown; total?: number }>
  /** Needs `<topic>:emit`. */
  emit?(params: EventEmitParams, context: HostCallContext): Answer<unknown>
  /** Further methods, by name. */
  readonly methods?: Readonly<Record<string, HostMethod>> | undefined
}

type Answer<Result> = Result | Promise<Result>

/** What is needed to judge the calls of one process. */
export interface BrokerSetting {
  readonly module: string
  /** The grants that it really has. */
  readonly grants: readonly string[]
  readonly delegations: Delegations
  readonly handlers: BrokerHandlers
}

/**
 * Serves what a module asks of the application: each call needs a grant, and is made in the name of the call that the
 * module serves, by the handle that came with that. What the module says of subject and tenant is not believed.
 */
export function installBroker(peer: Peer, setting: BrokerSetting): void {
  const { handlers } = setting
  const entity = (verb: string) => (params: unknown) => `${textOf(params, 'entity')}:${verb}`
  const known: Record<string, HostMethod | undefined> = {
    'host.entity.query': methodOf(handlers.query?.bind(handlers), entity('read')),
    'host.entity.create': methodOf(handlers.create?.bind(handlers), entity('write')),
    'host.entity.update': methodOf(handlers.update?.bind(handlers), entity('write')),
    'host.entity.delete': methodOf(handlers.delete?.bind(handlers), entity('delete')),
    'host.search.query': methodOf(handlers.search?.bind(handlers), (params) => {
      textOf(params, 'query')
      return 'search:query'
    }),
    'host.event.emit': methodOf(handlers.emit?.bind(handlers), (params) => `${textOf(params, 'topic')}:emit`),
    ...handlers.methods,
  }
  for (const [name, method] of Object.entries(known)) {
    peer.handle(name, async (params, call) => {
      if (method === undefined) {
        throw new WireError(ERROR_CODES.internal, `moduleproto: reverse call denied by NopBroker: ${name}`)
      }
      return serve(method, params, call.signal, setting)
    })
  }
}

async function serve(
  method: HostMethod,
  params: unknown,
  signal: AbortSignal,
  { module, grants, delegations }: BrokerSetting,
): Promise<unknown> {
  const needed = typeof method.permission === 'string' ? method.permission : method.permission(params)
  const colon = needed.lastIndexOf(':')
  const [resource, verb] = [needed.slice(0, colon), needed.slice(colon + 1)]
  if (!grants.some((grant) => covers(grant, resource, verb))) {
    throw refusal(`module grant does not satisfy ${JSON.stringify(needed)}`)
  }
  const handle = handleOf(params)
  const delegation = handle === '' ? undefined : delegations.find(handle)
  if (handle !== '' && delegation === undefined)
    throw refusal('the delegation is unknown, or its call has ended')
  const signals = delegation === undefined ? [signal] : [signal, delegation.signal]
  const context: HostCallContext = { module, caller: delegation?.caller, signal: AbortSignal.any(signals) }
  if (delegation === undefined) return method.handle(params, context)
  // A module that has got no answer by the end of its call must get none later: Go would break the connection off.
  return endingWith(delegation.signal, async () => method.handle(params, context))
}

async function endingWith<T>(signal: AbortSignal, run: () => Promise<T>): Promise<T> {
  let end: () => void = () => {}
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(refusal('the call has ended'))
    signal.addEventListener('abort', end, { once: true })
  })
  try {
    return await Promise.race([run(), ended])
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function methodOf(
  handle: ((params: never, context: HostCallContext) => unknown) | undefined,
  permission: (params: unknown) => string,
): HostMethod | undefined {
  if (handle === undefined) return undefined
  return { permission, handle: (params, context) => handle(params as never, context) }
}

function refusal(reason: string): WireError {
  return new WireError(ERROR_CODES.capabilityDenied, `moduleproto broker: ${reason}`)
}

/** @throws WireError for parameters that lack it */
function textOf(params: unknown, name: string): string {
  const value = (params as Record<string, unknown> | null | undefined)?.[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WireError(ERROR_CODES.invalidParams, `invalid params: "${name}" is a text`)
}

function handleOf(params: unknown): string {
  const caller = (params as { caller?: { delegation?: unknown } | null } | null | undefined)?.caller
  return typeof caller?.delegation === 'string' ? caller.delegation : ''
}
