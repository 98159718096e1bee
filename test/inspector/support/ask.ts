import { request } from 'node:http'
import type { InspectorState } from '../../../src/inspector/state.ts'
import { type Dev, type DevSetup, startDev } from '../../dev-server/support/dev.ts'

/** What came back. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** How a request differs from what a program sends that gives no headers. */
export interface Ask {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Below the URL of the inspector. */
  readonly path?: string
}

/** Sends a request exactly as it is given, which `fetch` would not do. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body, path = '' }: Ask = {},
): Promise<Reply> {
  const { hostname, port, pathname } = new URL(url)
  return new Promise((resolve, reject) => {
    const asking = request(
      { hostname, port, path: pathname + path, method, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        )
      },
    )
    asking.on('error', reject)
    asking.end(body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body))
  })
}

/** A dev server with its inspector. */
export interface Inspected {
  readonly dev: Dev
  /** Of the inspector. */
  readonly url: string
  ask(path: string, given?: Ask): Promise<Reply>
  state(): Promise<InspectorState>
  /** Asks as the page does, with its token. */
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Reply>
}

/** Starts a dev server on a project with these files. */
export async function inspect(
  files: Readonly<Record<string, string>>,
  setup: DevSetup = {},
): Promise<Inspected> {
  const dev = await startDev(files, setup)
  const url = new URL('__module-registry/', dev.url).href
  const inspected: Inspected = {
    dev,
    url,
    ask: (path, given) => ask(url, { path, ...given }),
    state: async () => JSON.parse((await inspected.ask('state.json')).text) as InspectorState,
    post: async (path, body, headers = {}) => {
      const own = { origin: new URL(url).origin, 'content-type': 'application/json' }
      const token = { 'x-module-registry-token': tokenIn((await inspected.ask('')).text) }
      return inspected.ask(path, { method: 'POST', body, headers: { ...own, ...token, ...headers } })
    },
  }
  return inspected
}

/** The token that the page is given. */
export function tokenIn(html: string): string {
  return /<head[^>]*><meta name="module-registry-token" content="(?<token>[\w-]{20,})">/.exec(html)!.groups!
    .token!
}
