import type { HttpParams, HttpResult } from '../protocol/methods.ts'
import type { CallFrame, ProcessCallOptions } from './call-child.ts'
import type { ProcessRoute } from './descriptor.ts'

/** A request for a route of a module. */
export interface ProcessRequest extends ProcessCallOptions {
  readonly pathParams?: Readonly<Record<string, string>> | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Bytes; of a text its UTF-8. */
  readonly body?: Uint8Array | string | undefined
}

/** What a module answers to a request. A tree of `ui.node.v1` is passed on unread: it is for the application to check. */
export type ProcessResponse = HttpResult

/** Makes the parameters of `module.http`. @param requestId the host's own name for the call */
export function httpParams(
  route: ProcessRoute,
  requestId: string,
  { pathParams, query, headers, body }: ProcessRequest,
  { caller, deadline_unix_ms }: CallFrame,
): HttpParams {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const filled = (name: string, value: Readonly<Record<string, string>> | undefined) =>
    value !== undefined && Object.keys(value).length > 0 ? { [name]: value } : {}
  return {
    request_id: requestId,
    route_id: route.id,
    method: route.method,
    ...filled('path_params', pathParams),
    ...filled('query', query),
    ...filled('headers', headers),
    ...(bytes !== undefined && bytes.length > 0 ? { body_b64: Buffer.from(bytes).toString('base64') } : {}),
    caller,
    deadline_unix_ms,
  }
}

/** Reads what a module answers. @returns nothing for what is no answer to a request */
export function readHttpResult(value: unknown): ProcessResponse | undefined {
  const { status, headers, body } = record(value)
  if (!Number.isSafeInteger(status) || (status as number) < 100 || (status as number) > 599) return undefined
  const kind = KINDS.find((one) => one === record(body).kind)
  if (kind === undefined) return undefined
  const entries = Object.entries(record(headers))
  if (!entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')) return undefined
  return {
    status: status as number,
    headers: Object.fromEntries(entries),
    body: { kind, value: record(body).value ?? null },
  }
}

const KINDS = ['json', 'text', 'ui.node.v1'] as const

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
