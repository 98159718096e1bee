/** Calls one method of the host; what a peer offers. */
export type CallHost = (method: string, params: unknown, options: HostCallOptions) => Promise<unknown>

/** How a call to the host is made. */
export interface HostCallOptions {
  /** Gives the call up. Default: the signal of the call that is being served. */
  signal?: AbortSignal
}

/** What to read: the host's own query language, passed on as it is. */
export interface HostQuery {
  entity: string
  select?: unknown
  filter?: unknown
  sort?: unknown
  limit?: number
  offset?: number
}

/** What to write. Create and update take a payload, update and delete the IDs or a filter. */
export interface HostMutation {
  entity: string
  payload?: unknown
  filter?: unknown
  ids?: readonly string[]
}

/** What a mutation has changed. */
export interface HostMutationResult {
  affected?: number
  rows?: unknown
}

/**
 * The host, as a module sees it. Every call is made in the name of the caller of the running call: the handle for that
 * goes along by itself. What the host refuses rejects with its error: code -32096 means that a grant is missing.
 */
export interface ModuleHost {
  /** `host.entity.query`, needs `<entity>:read`. */
  query<Row = unknown>(query: HostQuery, options?: HostCallOptions): Promise<{ rows: Row[]; total?: number }>
  /** `host.entity.create`, needs `<entity>:write`. */
  create(mutation: HostMutation, options?: HostCallOptions): Promise<HostMutationResult>
  /** `host.entity.update`, needs `<entity>:write`. */
  update(mutation: HostMutation, options?: HostCallOptions): Promise<HostMutationResult>
  /** `host.entity.delete`, needs `<entity>:delete`. */
  delete(mutation: HostMutation, options?: HostCallOptions): Promise<HostMutationResult>
  /** `host.search.query`, needs `search:query`. */
  search<Result = unknown>(
    search: { query: string; filter?: unknown; limit?: number },
    options?: HostCallOptions,
  ): Promise<{ results: Result[]; total?: number }>
  /** `host.event.emit`, needs `<topic>:emit`. */
  emit(event: { topic: string; payload: unknown }, options?: HostCallOptions): Promise<void>
  /**
   * Any other method.
   *
   * @param params an object gets the caller's handle as `caller`, unless it has a `caller`; others are sent as they are
   */
  call<Result = unknown>(method: string, params?: unknown, options?: HostCallOptions): Promise<Result>
}

/**
 * The host for one call.
 *
 * @param delegation the handle of the call; empty for calls that are made for nobody
 * @param signal gives up what is still asked of the host when the call is over
 */
export function createModuleHost(call: CallHost, delegation: string, signal?: AbortSignal): ModuleHost {
  const caller = delegation === '' ? {} : { delegation }
  const send = async <Result>(
    method: string,
    params: object,
    options: HostCallOptions = {},
  ): Promise<Result> => (await call(method, params, { ...(signal && { signal }), ...options })) as Result
  const withCaller = (params: object): object => ({ ...params, caller })
  return {
    query: (query, options) => send('host.entity.query', withCaller(query), options),
    create: (mutation, options) => send('host.entity.create', withCaller(mutation), options),
    update: (mutation, options) => send('host.entity.update', withCaller(mutation), options),
    delete: (mutation, options) => send('host.entity.delete', withCaller(mutation), options),
    search: (search, options) => send('host.search.query', withCaller(search), options),
    emit: async (event, options) => {
      await send('host.event.emit', withCaller(event), options)
    },
    call: (method, params = {}, options) => {
      const isObject = typeof params === 'object' && params !== null && !Array.isArray(params)
      const complete = isObject && !Object.hasOwn(params, 'caller') ? withCaller(params) : params
      return send(method, complete as object, options)
    },
  }
}
