import type { IncomingMessage, ServerResponse } from 'node:http'

/** What every answer says, so that nothing of the inspector works in or for another site. */
const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self' ws: wss:",
    "worker-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** What is sent. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** An answer that holds JSON. */
export function jsonAnswer(status: number, value: unknown): Answer {
  const body = typeof value === 'string' ? value : JSON.stringify(value)
  return { status, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body }
}

/** Says why something is refused. */
export function refuse(status: number, error: string): Answer {
  return jsonAnswer(status, { error })
}

/** Puts the headers of all answers into one, and takes out what the dev server lets other origins do. */
export function prepare(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) {
    if (name.startsWith('access-control-')) response.removeHeader(name)
  }
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
}

/** Sends an answer; for `HEAD`, without its body. */
export function send(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { status, headers = {}, body = '' } = answer
  if (response.writableEnded || response.destroyed) return
  prepare(response)
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
  if (body !== '') response.setHeader('Content-Length', Buffer.byteLength(body))
  response.statusCode = status
  response.end(request.method === 'HEAD' ? undefined : body)
}
