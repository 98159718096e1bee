import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { homedir } from 'node:os'
import { resolve } from 'pathe'
import type { HtmlTagDescriptor, ViteDevServer } from 'vite'
import { realPathIfThere } from '../../../compiler/host.ts'
import { nodeHost } from '../../../compiler/node-host.ts'
import type { Diagnostic } from '../../../diagnostics/diagnostic.ts'
import { inspectorState } from '../../../inspector/build-state.ts'
import { pathHider } from '../../../inspector/hide-paths.ts'
import { problemKeys } from '../../../inspector/problem-keys.ts'
import type { InspectorState } from '../../../inspector/state.ts'
import type { Session } from '../../session.ts'
import { type Answer, jsonAnswer, prepare, refuse, send } from './answer.ts'
import { callModule } from './call-module.ts'
import { hiddenFolders } from './hidden-folders.ts'
import { knownFiles } from './known-files.ts'
import { OVERLAY_SCRIPT } from './overlay-script.ts'
import { pageFile, readPage } from './page-files.ts'
import { printUrl } from './print-url.ts'
import { BodyError, readJson } from './read-json.ts'
import { isLocalHost, refusal } from './request-check.ts'

/** Where it is, below the base of the dev server. */
const NAME = '__module-registry'

/** What pages listen for. */
const EVENT = 'module-registry:inspector'

/** The header that requests which do something carry. */
const TOKEN_HEADER = 'x-module-registry-token'

/** How often pages hear of something new at most, in milliseconds. */
const PACE = 50

const OVERLAY: Answer = {
  status: 200,
  headers: { 'Content-Type': 'text/javascript; charset=utf-8' },
  body: OVERLAY_SCRIPT,
}

/** How long the body of a request may be, in bytes. */
const BODY_LIMIT = 1_000_000

/** The registry of a dev server as a page that developers look at. See `src/inspector/README.md` for what it answers. */
export class Inspector {
  readonly #session: Session
  readonly #server: ViteDevServer
  readonly #start: () => Promise<void>
  readonly #token = randomBytes(32).toString('base64url')
  /** Tells the states of this server from those of another. */
  readonly #run = randomBytes(6).toString('hex')
  #generation = 1
  /** Whether somebody has what is newest, and hears of what is newer. */
  #isWatched = false
  #state: { readonly text: string; readonly value: InspectorState } | undefined
  #hider: ((text: string) => string) | undefined
  #timer: NodeJS.Timeout | undefined
  #sentAt = 0

  /** @param start resolves when there is something to look at */
  constructor(session: Session, server: ViteDevServer, start: () => Promise<void>) {
    this.#session = session
    this.#server = server
    this.#start = start
    printUrl(server, this.#path)
    // Before the dev server answers for us which origins may ask.
    server.middlewares.stack.unshift({
      route: '',
      handle: (request: IncomingMessage, response: ServerResponse, next: () => void) => {
        if (request.method !== 'OPTIONS' || this.#nameIn(request.url ?? '') === undefined) return next()
        send(request, response, refuse(403, 'other origins are not answered'))
      },
    })
    server.middlewares.use((request, response, next) => {
      const name = this.#nameIn(request.url ?? '')
      if (name === undefined) return next()
      this.#handle(name, request, response).catch((error: unknown) => {
        server.config.logger.error(`module registry: ${(error as Error).stack}`, { timestamp: true })
        send(request, response, refuse(500, 'the inspector has failed; the log of the server says how'))
      })
    })
  }

  /** Takes note that there may be something new. Costs nothing while nobody looks. */
  note(): void {
    this.#generation++
    this.#state = undefined
    if (!this.#isWatched || this.#timer !== undefined) return
    this.#timer = setTimeout(() => this.#tell(), Math.max(0, this.#sentAt + PACE - Date.now()))
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /**
   * Where a problem is shown.
   *
   * @param problems all that stand, in their order
   */
  problemUrl(problem: Diagnostic, problems: readonly Diagnostic[]): string {
    const { local = [], network = [] } = this.#server.resolvedUrls ?? {}
    const key = problemKeys(problems)[problems.indexOf(problem)]
    const path = `${this.#path}#/problems/${key}`
    const url = local[0] ?? network[0]
    return url === undefined ? path : new URL(path, url).href
  }

  /** What pages of the application need for links to the inspector in error overlays. */
  get tags(): HtmlTagDescriptor[] {
    return [{ tag: 'script', attrs: { type: 'module', src: `${this.#path}overlay.js` }, injectTo: 'head' }]
  }

  get #path(): string {
    return `${this.#server.config.base}${NAME}/`
  }

  /** What is behind our name and its slash in a URL; `null` without a slash, `undefined` where our name is not. */
  #nameIn(url: string): string | null | undefined {
    const { base, server } = this.#server.config
    const path = url.replace(/[?#].*$/s, '')
    // A server around this one may have taken the base off.
    const bases = server.middlewareMode ? [base, '/'] : [base]
    for (const start of bases.map((one) => one + NAME)) {
      if (path === start) return null
      if (path.startsWith(`${start}/`)) return path.slice(start.length + 1)
    }
    return undefined
  }

  async #handle(name: string | null, request: IncomingMessage, response: ServerResponse): Promise<void> {
    // It says nothing of the project, and pages load it wherever they are looked at.
    if (name === 'overlay.js') return send(request, response, OVERLAY)
    const refused = this.#refusal(request)
    if (refused !== undefined) return send(request, response, refuse(403, refused))
    if (request.method === 'POST') return this.#handlePost(name, request, response)
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return send(request, response, { status: 405, headers: { Allow: 'GET, HEAD, POST' } })
    }
    send(request, response, (await this.#find(name, request)) ?? refuse(404, 'there is no such page'))
  }

  #refusal(request: IncomingMessage): string | undefined {
    const { headers, socket, method = '' } = request
    const { host, allowedHosts, origin, hmr, ws } = this.#server.config.server
    const named = [
      ...(Array.isArray(allowedHosts) ? allowedHosts : []),
      ...(typeof host === 'string' ? [host] : []),
      ...(origin !== undefined && URL.canParse(origin) ? [new URL(origin).hostname] : []),
      ...[hmr, ws].flatMap((one) => (typeof one === 'object' ? (one.host ?? []) : [])),
    ]
    const text = (header: string | string[] | undefined): string | undefined => header?.toString()
    return refusal(
      {
        method,
        host: headers.host ?? text(headers[':authority']),
        origin: text(headers.origin),
        site: text(headers['sec-fetch-site']),
        mode: text(headers['sec-fetch-mode']),
        address: socket.remoteAddress,
      },
      {
        hosts: named.map((one) => one.toLowerCase()),
        isShared: host === true || (typeof host === 'string' && !isLocalHost(host)),
      },
    )
  }

  async #find(name: string | null, request: IncomingMessage): Promise<Answer | undefined> {
    if (name === null) return { status: 302, headers: { Location: `./${NAME}/` } }
    if (name === 'state.json') return this.#stateAnswer(request)
    const file = pageFile(name)
    const content = file === undefined ? undefined : readPage(file, this.#token)
    if (content === undefined) return undefined
    return { status: 200, headers: { 'Content-Type': content.type }, body: content.body }
  }

  async #stateAnswer(request: IncomingMessage): Promise<Answer> {
    await this.#start()
    this.#isWatched = true
    const tag = `"${this.#run}-${this.#generation}"`
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, ''))
    if (known?.includes(tag)) return { status: 304, headers: { ETag: tag } }
    const answer = jsonAnswer(200, this.#look().text)
    return { ...answer, headers: { ...answer.headers, ETag: tag } }
  }

  #look(): { readonly text: string; readonly value: InspectorState } {
    const { compilation, diagnostics, scanned, tools, options } = this.#session
    if (this.#state === undefined) {
      const inspected = { compilation, diagnostics, scanned, tools, options: options! }
      const value = inspectorState(inspected, this.#generation, this.#hidePaths)
      this.#state = { value, text: JSON.stringify(value) }
    }
    return this.#state
  }

  /** Takes the folders of the machine out of texts. */
  get #hidePaths(): (text: string) => string {
    const { root } = this.#session
    const { root: served } = this.#server.config
    this.#hider ??= pathHider([
      ...[root, realPathIfThere(root, nodeHost)].map((path) => ({ path, shown: '.' })),
      ...[served, process.cwd()].flatMap((path) => hiddenFolders(root, path)),
      ...hiddenFolders(root, homedir(), '~'),
    ])
    return this.#hider
  }

  #tell(): void {
    this.#timer = undefined
    this.#sentAt = Date.now()
    this.#isWatched = false
    const data = { generation: this.#generation }
    this.#server.environments.client.hot.send({ type: 'custom', event: EVENT, data })
  }

  async #handlePost(name: string | null, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const does = name === 'open' ? this.#open : name === 'call' ? this.#call : undefined
    if (does === undefined) return send(request, response, refuse(404, 'there is nothing of this name'))
    if (!this.#isOurs(request.headers[TOKEN_HEADER])) return send(request, response, refuse(403, 'token'))
    try {
      const body = (await readJson(request, BODY_LIMIT)) as Readonly<Record<string, unknown>> | null
      await this.#start()
      await does.call(this, body ?? {}, request, response)
    } catch (error) {
      if (!(error instanceof BodyError)) throw error
      send(request, response, refuse(error.status, error.message))
    }
  }

  #isOurs(token: string | string[] | undefined): boolean {
    const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
    return typeof token === 'string' && timingSafeEqual(digest(token), digest(this.#token))
  }

  /** Hands on to Vite's own way into the editor. */
  async #open(
    { file, line, column }: Readonly<Record<string, unknown>>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const { root, compilation } = this.#session
    const { stack } = this.#server.middlewares
    const editor = stack.find(({ route }) => route === '/__open-in-editor')?.handle
    if (typeof file !== 'string' || !knownFiles(this.#look().value).has(file)) {
      return send(request, response, refuse(404, 'the registry knows no such file'))
    }
    if (typeof editor !== 'function')
      return send(request, response, refuse(501, 'the dev server opens no editor'))
    const at = [line, column].flatMap((one) => (Number.isSafeInteger(one) ? `:${one}` : []))
    const path = compilation?.paths.get(file) ?? resolve(root, file)
    request.url = `/?file=${encodeURIComponent(path + at.join(''))}`
    prepare(response)
    response.statusCode = 204
    ;(editor as (request: IncomingMessage, response: ServerResponse) => void)(request, response)
  }

  async #call(
    { id, inputs }: Readonly<Record<string, unknown>>,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    if (this.#session.options?.inspector?.calls !== true) {
      return send(request, response, refuse(403, 'calls are off; `inspector: { calls: true }` allows them'))
    }
    if (typeof id !== 'string') return send(request, response, refuse(400, '`id` has to be a text'))
    const controller = new AbortController()
    response.on('close', () => controller.abort())
    const { ssr } = this.#server.environments
    const answer = await callModule(ssr, { id, inputs }, controller.signal, this.#hidePaths)
    send(request, response, jsonAnswer(200, answer))
  }
}
