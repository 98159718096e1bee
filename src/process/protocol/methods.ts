import type { ProtoRange } from './version.ts'

/** In whose name a call is made. On the way to the host only `delegation` counts. */
export interface Caller {
  readonly subject?: string
  readonly tenant?: string
  /** The handle with which a child calls back in the name of the call that it serves. */
  readonly delegation?: string
}

/** What a host expects of a child, which the child gives back unchanged. */
export interface Expected {
  readonly name: string
  readonly version: string
  /** Lower-case hex. The child does not give it back. */
  readonly artifact_sha256: string
  /** Lower-case hex. */
  readonly surface_sha256: string
  readonly desired_generation: number
  /** Made anew for each start. */
  readonly instance_id: string
}

/** What a child may use at most. */
export interface WireLimits {
  readonly frame_bytes: number
  readonly deadline_ms: number
  readonly inflight: number
}

export interface HandshakeParams {
  readonly expected: Expected
  readonly grants: readonly string[]
  readonly limits: WireLimits
  readonly features?: readonly string[]
  readonly critical?: readonly string[]
  readonly proto: ProtoRange
}

export interface HandshakeResult {
  readonly proto: ProtoRange
  readonly identity: {
    readonly name: string
    readonly version: string
    readonly instance_id: string
    readonly desired_generation: number
  }
  readonly surface_sha256: string
  /** A Go child without features says `null`. */
  readonly features: readonly string[] | null
  readonly ready: boolean
}

export interface HttpParams {
  /** The host's name for the call, other than its frame's ID. */
  readonly request_id: string
  readonly route_id: string
  readonly method: string
  readonly path_params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body_b64?: string
  readonly caller: Caller
  readonly deadline_unix_ms: number
}

export interface HttpResult {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: { readonly kind: 'json' | 'text' | 'ui.node.v1'; readonly value: unknown }
}

/** One tool, as a child lists it. */
export interface WireTool {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly input_schema?: unknown
}

export interface EntityQueryParams {
  readonly entity: string
  readonly select?: unknown
  readonly filter?: unknown
  readonly sort?: unknown
  readonly limit?: number
  readonly offset?: number
  readonly caller: Caller
}

export interface EntityMutationParams {
  readonly entity: string
  readonly payload?: unknown
  readonly filter?: unknown
  readonly ids?: readonly string[]
  readonly caller: Caller
}

export interface EntityMutationResult {
  readonly affected?: number
  readonly rows?: unknown
}

export interface SearchQueryParams {
  readonly query: string
  readonly filter?: unknown
  readonly limit?: number
  readonly caller: Caller
}

export interface EventEmitParams {
  readonly topic: string
  readonly payload: unknown
  readonly caller: Caller
}

/** The methods of the protocol that a host calls, with what goes in and what comes out. */
export interface ModuleMethods {
  'module.handshake': { params: HandshakeParams; result: HandshakeResult }
  'module.ready': { params: object; result: { readonly ready: boolean; readonly detail?: string } }
  'module.health': { params: object; result: { readonly ok: boolean; readonly inflight: number } }
  'module.http': { params: HttpParams; result: HttpResult }
  'module.drain': {
    params: { readonly reason: 'disable' | 'upgrade' | 'shutdown'; readonly deadline_ms: number }
    result: { readonly inflight: number }
  }
  'module.tool.list': { params: undefined; result: { readonly tools: readonly WireTool[] } }
  'module.tool.call': {
    params: {
      readonly tool_id: string
      readonly arguments?: unknown
      readonly caller: Caller
      readonly deadline_unix_ms: number
    }
    result: { readonly result: unknown }
  }
}

/** The methods of the protocol that a child calls, with what goes in and what comes out. */
export interface HostMethods {
  'host.entity.query': {
    params: EntityQueryParams
    result: { readonly rows: unknown; readonly total?: number }
  }
  'host.entity.create': { params: EntityMutationParams; result: EntityMutationResult }
  'host.entity.update': { params: EntityMutationParams; result: EntityMutationResult }
  'host.entity.delete': { params: EntityMutationParams; result: EntityMutationResult }
  'host.search.query': {
    params: SearchQueryParams
    result: { readonly results: unknown; readonly total?: number }
  }
  'host.event.emit': { params: EventEmitParams; result: object }
}
