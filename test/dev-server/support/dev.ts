import { utimesSync } from 'node:fs'
import { createServer, type InlineConfig, mergeConfig, type ViteDevServer } from 'vite'
import { expect, onTestFinished, vi } from 'vitest'
import { type CatalogEntry, compile, type Options } from '../../../src/index.ts'
import type { Registry } from '../../../src/runtime.ts'
import moduleRegistry from '../../../src/vite.ts'
import { createProject, type Files, type Project } from '../../bundlers/support/project.ts'
import { connect, type PageSocket } from './socket.ts'

/** What a dev server says to its pages. */
export interface Message {
  readonly type: 'custom' | 'error' | 'update' | 'full-reload' | 'connected' | 'prune' | 'ping'
  readonly event?: string
  readonly data?: {
    readonly revision: number
    readonly catalog?: readonly CatalogEntry[]
    readonly changed?: readonly CatalogEntry[]
    readonly gone?: readonly string[]
    readonly reload: readonly string[]
    readonly stamps: Readonly<Record<string, number>>
    readonly healthy: boolean
  }
  readonly err?: {
    readonly message: string
    readonly frame?: string
    readonly loc?: object
    readonly stack: string
  }
  readonly updates?: readonly { readonly path: string }[]
}

/** A page as the server sees it: it has asked for the registry, and hears what is sent. */
export interface Page {
  /** With the whole catalog, where that is told by what changed. */
  readonly messages: Message[]
  /** How many entries each update of the registry named. */
  readonly named: number[]
  /** The updates of the registry among them. */
  readonly updates: NonNullable<Message['data']>[]
  readonly socket: PageSocket
}

/** Setup of {@link startDev}. */
export interface DevSetup {
  readonly options?: Options
  readonly config?: InlineConfig
  /** The folder of the project that is served. Default: all of it. */
  readonly served?: string
  /** Changes the project before the server starts. */
  readonly before?: (project: Project) => void
}

export const UPDATE = 'module-registry:update'

/** The file that {@link Dev.step} edits to know that everything before has been dealt with. */
const SENTINEL = 'extensions/zz_sentinel.ts'

/** A dev server on a project of its own; both are gone when the test has finished. */
export class Dev {
  readonly project: Project
  readonly server: ViteDevServer
  readonly printed: string[]
  readonly options: Options
  readonly #events = new Set<string>()
  /** How long a step waits for more, in milliseconds. */
  pause = 120
  #steps = 0

  constructor(project: Project, server: ViteDevServer, printed: string[], options: Options) {
    this.project = project
    this.server = server
    this.printed = printed
    this.options = options
    server.watcher.on('all', (event, path) => this.#events.add(`${event} ${path}`))
  }

  /** Waits until the watcher notices what happens to a file, which may be a while after it is ready. */
  async awaken(file: string): Promise<void> {
    const path = this.project.path(file)
    await vi.waitFor(() => {
      utimesSync(path, new Date(), new Date())
      expect([...this.#events]).toContain(`change ${path}`)
    }, PATIENCE)
    await this.settled()
  }

  get url(): string {
    return this.server.resolvedUrls!.local[0]!
  }

  /** Opens a page that has asked for the registry, with the modules given, as far as the server can tell. */
  async open(...urls: readonly string[]): Promise<Page> {
    const messages: Message[] = []
    const { config } = this.server
    const page = { messages, named: [] as number[], updates: [] as NonNullable<Message['data']>[] }
    let catalog = await this.catalogInPage()
    const socket = await connect(this.url, config.webSocketToken, (raw: Message) => {
      const message = withCatalog(raw, catalog)
      const { catalog: all, changed = [], gone = [] } = raw.data ?? {}
      if (raw.event === UPDATE) page.named.push(all?.length ?? changed.length + gone.length)
      catalog = message.data?.catalog ?? catalog
      messages.push(message)
      if (message.event === UPDATE) page.updates.push(message.data!)
    })
    for (const url of ['virtual:module-registry', 'virtual:module-registry/catalog', ...urls]) {
      await this.server.environments.client.transformRequest(url)
    }
    await vi.waitFor(() => expect(messages[0]).toMatchObject({ type: 'connected' }), PATIENCE)
    return { ...page, socket }
  }

  /** The running registry of the server side, which follows updates. */
  async ssr(): Promise<{ readonly registry: Registry; readonly catalog: readonly CatalogEntry[] }> {
    return this.runner.import('virtual:module-registry')
  }

  get runner(): { import(url: string): Promise<never> } {
    return (this.server.environments.ssr as unknown as { runner: { import(url: string): Promise<never> } })
      .runner
  }

  /** The catalog as a page gets it that is opened now. */
  async catalogInPage(): Promise<readonly CatalogEntry[]> {
    const { code } = (await this.server.environments.client.transformRequest(
      'virtual:module-registry/catalog',
    ))!
    const literal = /catalog = \S*defineCatalog\S*?\((?<literal>.*?)\)\n/s.exec(code)!.groups!.literal!
    return JSON.parse(new Function(`return ${literal}`)() as string) as CatalogEntry[]
  }

  /** Waits until the watcher has told of something, such as `unlink extensions/a.ts`. */
  async seen(...events: readonly string[]): Promise<void> {
    const absolute = events.map((event) => event.replace(' ', ` ${this.project.root}/`))
    await vi.waitFor(() => expect([...this.#events]).toEqual(expect.arrayContaining(absolute)), PATIENCE)
  }

  /** Makes a change, and gives it time to be dealt with. */
  async changed(change: () => void, ...events: readonly string[]): Promise<void> {
    this.#events.clear()
    change()
    await this.seen(...events)
    await this.settled()
  }

  /** Lets what has begun come to its end. */
  settled(): Promise<void> {
    return new Promise((resolve) => setTimeout(resolve, this.pause))
  }

  /**
   * Makes a change and waits until it has been dealt with, however long that takes.
   *
   * @param change made at once
   * @param events what the watcher tells of it
   * @returns what the page hears of it
   */
  async step(page: Page, change: () => void, ...events: readonly string[]): Promise<Message[]> {
    const start = page.messages.length
    await this.changed(change, ...events)
    const end = page.messages.length
    const sentinel = `step ${++this.#steps}`
    this.project.write({ [SENTINEL]: moduleText('Sentinel', { description: sentinel }) })
    const isSentinel = ({ catalog }: { readonly catalog?: readonly CatalogEntry[] }): boolean =>
      catalog?.some(({ description }) => description === sentinel) ?? false
    await vi.waitFor(() => expect(page.updates.some(isSentinel)).toBe(true), PATIENCE)
    await this.settled()
    const late = page.messages.slice(end).filter(({ data }) => data === undefined || !isSentinel(data))
    return [...page.messages.slice(start, end), ...late]
  }

  /** Expects every environment to see what a fresh compilation of the project gives. */
  async expectAgreement(): Promise<void> {
    const { catalog } = await compile({ root: this.project.root, ...this.options })
    const expected = JSON.stringify(catalog)
    const { registry, catalog: inProcess } = await this.ssr()
    await vi.waitFor(async () => {
      expect(JSON.stringify(await this.catalogInPage())).toBe(expected)
      expect(JSON.stringify(registry.list())).toBe(expected)
    }, PATIENCE)
    expect(JSON.stringify((await this.ssr()).catalog)).toBe(expected)
    expect(inProcess.length).toBeGreaterThanOrEqual(0)
  }
}

/** Limits that are never reached on a machine that is not overloaded beyond use. */
export const PATIENCE = { timeout: 15_000, interval: 10 }

/** Starts a dev server that listens, on a project with these files. */
export async function startDev(files: Files, setup: DevSetup = {}): Promise<Dev> {
  const { options = {}, config = {}, served = '.', before } = setup
  const project = await createProject({ [SENTINEL]: moduleText('Sentinel'), ...files })
  if (served !== '.') project.write({ [`${served}/package.json`]: '{ "type": "module" }' })
  before?.(project)
  const printed: string[] = []
  const print = (text: string) => void printed.push(text)
  const server = await createServer(
    mergeConfig(
      {
        root: project.path(served),
        configFile: false,
        server: { host: '127.0.0.1', port: 0 },
        optimizeDeps: { noDiscovery: true },
        customLogger: {
          ...{ info: print, warn: print, warnOnce: print, error: print, clearScreen: () => {} },
          ...{ hasErrorLogged: () => false, hasWarned: false },
        },
        plugins: [moduleRegistry(options)],
      } satisfies InlineConfig,
      config,
    ),
  )
  onTestFinished(() => server.close())
  if (server.httpServer !== null) await server.listen()
  const dev = new Dev(project, server, printed, options)
  if (server.config.server.watch === null) return dev
  await dev.awaken(served === '.' ? SENTINEL : `${served}/package.json`)
  return dev
}

/** A message as a registry understands it that has a catalog: with all of the next one, if there is one. */
function withCatalog(message: Message, known: readonly CatalogEntry[]): Message {
  const { changed = [], gone = [], ...data } = message.data ?? ({} as NonNullable<Message['data']>)
  if (changed.length + gone.length === 0) return message
  const kept = known.filter(({ id }) => !gone.includes(id))
  const catalog = [...kept, ...changed].sort((a, b) => (a.id < b.id ? -1 : 1))
  return { ...message, data: { ...data, catalog } }
}

/** The text of an extension file with one module. */
export function moduleText(
  name: string,
  { description, body = '' }: { readonly description?: string; readonly body?: string } = {},
): string {
  return `import type { Module } from 'unplugin-module-registry/runtime'
export class ${name} implements Module {
${description === undefined ? '' : `  readonly description = ${JSON.stringify(description)}\n`}  execute() {
    ${body}
  }
}
`
}

/** The only message there is, which is an update of the registry. */
export function theUpdate(messages: readonly Message[]): NonNullable<Message['data']> {
  expect(messages.map(({ type, event }) => event ?? type)).toEqual([UPDATE])
  return messages[0]!.data!
}

/** The IDs in an update, as far as tests care. */
export function idsIn({ catalog }: NonNullable<Message['data']>): string[] | undefined {
  return catalog?.map(({ id }) => id).filter((id) => id !== 'zz_sentinel')
}
