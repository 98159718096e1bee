import type { ModuleCaller } from './caller.ts'

/** An HTTP request, as the host hands it over. */
export interface RouteRequest {
  /** The host's own name of the request. */
  readonly requestId: string
  readonly routeId: string
  /** Upper case. */
  readonly method: string
  readonly pathParams: Readonly<Record<string, string>>
  /** Of a key that came more than once, what the host chose. */
  readonly query: Readonly<Record<string, string>>
  /** The headers that the host lets through. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it came; empty when there is none. */
  readonly body: Uint8Array
  readonly caller: ModuleCaller
  /** The body as UTF-8 text. */
  text(): string
  /** The body as JSON. @throws SyntaxError when it is none */
  json(): unknown
}

/** What a route answers. */
export type RouteAnswer = {
  /** 100 to 599. Default 200. */
  status?: number
  headers?: Readonly<Record<string, string>>
} & RouteBody

type RouteBody =
  | { /** Any JSON. */ json: unknown; text?: never; ui?: never }
  | { /** Plain text. */ text: string; json?: never; ui?: never }
  | {
      /** A tree of `ui.node.v1`, which the host checks and renders. */ ui: unknown
      json?: never
      text?: never
    }

/** The result of `module.http`, in the order of keys that the wire has. */
export interface WireAnswer {
  status: number
  headers?: Record<string, string>
  body: { kind: 'json' | 'text' | 'ui.node.v1'; value: unknown }
}

/** Reads the params of `module.http`. Whatever is missing or of another type is empty. */
export function readRouteRequest(params: Record<string, unknown>, caller: ModuleCaller): RouteRequest {
  const body = Buffer.from(textOf(params.body_b64), 'base64')
  return {
    requestId: textOf(params.request_id),
    routeId: textOf(params.route_id),
    method: textOf(params.method),
    pathParams: textsOf(params.path_params),
    query: textsOf(params.query),
    headers: textsOf(params.headers),
    body,
    caller,
    text: () => body.toString('utf8'),
    json: () => JSON.parse(body.toString('utf8')) as unknown,
  }
}

/**
 * Puts an answer into the form of the wire.
 *
 * @throws TypeError, in words for the author of the route, when it is no answer
 */
export function toWireAnswer(routeId: string, answer: RouteAnswer): WireAnswer {
  const given = typeof answer === 'object' && answer !== null ? answer : undefined
  const status = given?.status ?? 200
  if (!Number.isInteger(status) || status < 100 || status > 599) {
    throw new TypeError(`route ${routeId}: ${String(status)} is no HTTP status`)
  }
  const headers = Object.entries(given?.headers ?? {}).map(([name, value]) => [name, String(value)])
  return {
    status,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) as Record<string, string> }),
    body: wireBody(routeId, given),
  }
}

function wireBody(routeId: string, answer: RouteAnswer | undefined): WireAnswer['body'] {
  if (answer && 'text' in answer && typeof answer.text === 'string')
    return { kind: 'text', value: answer.text }
  if (answer && 'ui' in answer && answer.ui !== undefined) return { kind: 'ui.node.v1', value: answer.ui }
  if (answer && 'json' in answer) return { kind: 'json', value: answer.json ?? null }
  throw new TypeError(`route ${routeId}: return one of { json }, { text } and { ui }`)
}

/** What the reference child says of a route that it does not have: an ordinary answer. */
export function unknownRoute(routeId: string): WireAnswer {
  return { status: 404, body: { kind: 'json', value: { error: `unknown route ${routeId}` } } }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A copy without a prototype, so that no name finds anything that was not sent. */
function textsOf(value: unknown): Record<string, string> {
  const texts: Record<string, string> = Object.create(null)
  if (typeof value !== 'object' || value === null) return texts
  for (const [name, text] of Object.entries(value)) if (typeof text === 'string') texts[name] = text
  return texts
}
