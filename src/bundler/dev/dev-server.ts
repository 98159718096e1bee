import { relative, resolve } from 'pathe'
import type { DevEnvironment, EnvironmentModuleNode, HotUpdateOptions, ViteDevServer } from 'vite'
import type { Compilation } from '../../compiler/compile.ts'
import { CATALOG_ID, REGISTRY_ID } from '../../compiler/emit.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostic } from '../../diagnostics/format-text.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { hasErrors, type Session } from '../session.ts'
import { ChangeQueue, type FileEvent } from './changes.ts'
import { findAffected, invalidate } from './hot-modules.ts'
import { ErrorDisplay } from './overlay.ts'
import { EnvironmentState, HELLO, UPDATE } from './environment-state.ts'
import { rootUrls } from './root-urls.ts'

/** Updates follow each other no faster than this, in milliseconds. */
const PAUSE = 50

/** How long a file may be there twice until it is taken for two files, in milliseconds: watchers hold deletes back. */
const MOVE = 200

/** Paths whose coming and going can change an answer, wherever they are. */
const RELEVANT = /\.(?:[cm]?[jt]sx?|json)$/

/**
 * The registry in a Vite dev server: follows the files, tells every environment what changed, and keeps the last
 * registry without errors while something is wrong.
 */
export class DevServer {
  readonly #session: Session
  readonly #server: ViteDevServer
  readonly #display: ErrorDisplay
  readonly #changes = new ChangeQueue()
  readonly #environments = new Map<string, EnvironmentState>()
  readonly #moduleFiles = new Set<string>()
  /** Module files whose new text the pages have not got yet. */
  readonly #touched = new Set<string>()
  /** The last compilation, and the last one that pages may see. */
  #latest: Compilation | undefined
  #published: Compilation | undefined
  #catalog = ''
  #revision = 0
  #unhealthy = false
  #running: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #lastRun = 0
  #waitedForMove = false

  constructor(session: Session, server: ViteDevServer) {
    this.#session = session
    this.#server = server
    this.#display = new ErrorDisplay(server, session.root)
    for (const environment of Object.values(server.environments)) this.#listen(environment)
    server.httpServer?.once('close', () => clearTimeout(this.#timer))
  }

  /** Compiles for the first time. The registry holds what is healthy, whatever is wrong. */
  async start(): Promise<void> {
    const { compilation, diagnostics } = await this.#session.start()
    this.#accept(compilation, diagnostics)
    this.#published = compilation
    this.#catalog = catalogText(compilation)
    for (const root of this.#session.options?.extensions ?? []) {
      const folder = resolve(this.#session.root, root.root)
      if (relative(this.#server.config.root, folder).startsWith('..')) this.#server.watcher.add(folder)
    }
  }

  /** The source of one of the virtual modules. */
  load(id: string, environment: DevEnvironment): string {
    const compilation = this.#published
    if (compilation === undefined) return 'export const catalog = Object.freeze([])\nexport const registry = undefined'
    if (id === CATALOG_ID) return compilation.emit.devCatalogModule()
    const { root, base } = this.#server.config
    const inBrowser = environment.config.consumer === 'client'
    return compilation.emit.devRegistryModule({
      revision: this.#revision,
      stamps: this.#state(environment).stamps,
      roots: rootUrls(this.#session, root, inBrowser ? base : '/'),
      encode: inBrowser,
    })
  }

  /** Takes a file event; when nothing keeps it waiting, its effect is known when this returns. */
  async watchChange(path: string, event: FileEvent): Promise<void> {
    if (this.#isOutput(path)) {
      if (this.#published !== undefined && !this.#unhealthy) this.#session.write(this.#published)
      return
    }
    if (!RELEVANT.test(path)) return
    this.#changes.add(path, event)
    await this.#schedule()
  }

  /**
   * Answers Vite, which asks which modules a change concerns.
   *
   * @returns none when only the registry has to hear of it, `undefined` for Vite's own answer
   */
  hotUpdate(environment: DevEnvironment, { modules, timestamp }: HotUpdateOptions): EnvironmentModuleNode[] | undefined {
    const { files, foreign, ends } = findAffected(modules, (path) => this.#moduleFiles.has(path))
    if (files.size === 0) return undefined
    if (!foreign) return []
    for (const end of ends) end.isSelfAccepting = true
    const state = this.#state(environment)
    for (const file of files) this.#stamp(state, file, timestamp)
    // After Vite has forgotten what it knew of these modules.
    setTimeout(() => this.#publish([environment]), 0)
    return undefined
  }

  #listen(environment: DevEnvironment): void {
    environment.hot.on(HELLO, (message: { readonly revision?: unknown } | undefined) => {
      if (message?.revision === this.#revision) return
      this.#state(environment).resync = true
      this.#publish([environment])
    })
  }

  #state(environment: DevEnvironment): EnvironmentState {
    const known = this.#environments.get(environment.name)
    if (known !== undefined) return known
    const state = new EnvironmentState()
    this.#environments.set(environment.name, state)
    return state
  }

  /** Runs at once when nothing ran lately, else in a while; there is never more than one run, and one waiting. */
  #schedule(delay = 0): Promise<void> {
    const wait = Math.max(delay, this.#lastRun + PAUSE - Date.now())
    if (this.#running === undefined && wait <= 0 && this.#timer === undefined) return this.#run()
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void (this.#running ?? Promise.resolve()).then(() => this.#run())
    }, wait)
    return Promise.resolve()
  }

  #run(): Promise<void> {
    this.#running = this.#update().finally(() => {
      this.#lastRun = Date.now()
      this.#running = undefined
    })
    return this.#running
  }

  async #update(): Promise<void> {
    const changes = this.#changes.take()
    const generation = (this.#latest?.snapshot.generation ?? 0) + 1
    const result = await this.#session.update(changes, generation)
    if (result === undefined) return
    for (const path of changes.files) if (!result.untouched.has(path)) this.#touch(path)
    if (result.copied && !this.#waitedForMove) {
      this.#waitedForMove = true
      this.#hold(result.compilation, result.diagnostics)
      return
    }
    this.#waitedForMove = false
    if (result.compilation !== undefined) this.#accept(result.compilation, result.diagnostics)
    else if (this.#held !== undefined) this.#accept(this.#held.compilation, this.#held.diagnostics)
    this.#held = undefined
    this.#publish(Object.values(this.#server.environments))
  }

  #held: { readonly compilation: Compilation | undefined; readonly diagnostics: readonly Diagnostic[] } | undefined

  /** A file that is there twice is probably on its way: looks again before anybody hears of it. */
  #hold(compilation: Compilation | undefined, diagnostics: readonly Diagnostic[]): void {
    this.#held = { compilation: compilation ?? this.#latest, diagnostics }
    this.#changes.add(resolve(this.#session.root, 'package.json'), 'create')
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void (this.#running ?? Promise.resolve()).then(() => this.#run())
    }, MOVE)
  }

  #accept(compilation: Compilation | undefined, diagnostics: readonly Diagnostic[]): void {
    if (compilation !== undefined) this.#latest = compilation
    this.#unhealthy = hasErrors(diagnostics)
    for (const path of moduleFiles(compilation)) this.#moduleFiles.add(path)
    this.#display.show(diagnostics)
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity === 'warning') {
        this.#server.config.logger.warnOnce(`module registry: ${formatDiagnostic(diagnostic)}`)
      }
    }
  }

  /** Marks the module files that a changed file concerns, where nothing but the registry depends on it. */
  #touch(path: string): void {
    const stamp = Date.now()
    for (const environment of Object.values(this.#server.environments)) {
      const nodes = environment.moduleGraph.getModulesByFile(path)
      if (nodes === undefined) continue
      const { files, foreign } = findAffected(nodes, (file) => this.#moduleFiles.has(file))
      if (files.size === 0 || foreign) continue
      invalidate(environment, nodes, stamp)
      for (const file of files) this.#stamp(this.#state(environment), file, stamp)
    }
  }

  #stamp(state: EnvironmentState, path: string, stamp: number): void {
    const paths = [...(this.#latest?.paths ?? []), ...(this.#published?.paths ?? [])]
    const file = paths.find(([, one]) => one === path)?.[0]
    if (file !== undefined) state.touch(file, stamp)
  }

  /** Tells environments what is new to them. While errors stand, that is only new text of files that are sound. */
  #publish(environments: readonly DevEnvironment[]): void {
    const next = this.#unhealthy ? this.#published : this.#latest
    const catalog = next === this.#published ? this.#catalog : catalogText(next)
    const isNew = catalog !== this.#catalog
    const broken = new Set(this.#unhealthy ? this.#latest?.diagnostics.map(({ file }) => file) : [])
    if (!this.#unhealthy) this.#published = next
    if (isNew) {
      this.#catalog = catalog
      for (const state of this.#environments.values()) state.stale = true
      for (const environment of Object.values(this.#server.environments)) this.#state(environment).stale = true
    }
    const healed = this.#wasUnhealthy && !this.#unhealthy
    this.#wasUnhealthy = this.#unhealthy
    const pending = isNew || healed ? Object.values(this.#server.environments) : environments
    for (const environment of pending) this.#send(environment, catalog, broken, healed)
  }

  #wasUnhealthy = false

  #send(environment: DevEnvironment, catalog: string, broken: ReadonlySet<string | undefined>, healed: boolean): void {
    const state = this.#state(environment)
    const reload = state.takeReload(broken)
    if (!state.stale && !state.resync && reload.length === 0 && !healed) return
    this.#revision++
    const withCatalog = state.stale || state.resync
    state.stale = false
    state.resync = false
    if (!this.#forget(environment)) return
    environment.hot.send({
      type: 'custom',
      event: UPDATE,
      data: {
        revision: this.#revision,
        ...(withCatalog ? { catalog: JSON.parse(catalog) } : {}),
        stamps: { ...state.stamps },
        reload,
        healthy: !this.#unhealthy,
      },
    })
  }

  /** Makes an environment ask for the virtual modules again. @returns whether it ever has */
  #forget(environment: DevEnvironment): boolean {
    const nodes = [REGISTRY_ID, CATALOG_ID].flatMap((id) => environment.moduleGraph.getModuleById(`\0${id}`) ?? [])
    for (const node of nodes) environment.moduleGraph.invalidateModule(node)
    return nodes.length > 0
  }

  #isOutput(path: string): boolean {
    return this.#published?.emit.files().some((file) => resolve(this.#session.root, file.path) === path) ?? false
  }
}

function moduleFiles(compilation: Compilation | undefined): string[] {
  return (compilation?.catalog ?? []).flatMap(({ file }) => compilation?.paths.get(file) ?? [])
}

function catalogText(compilation: Compilation | undefined): string {
  return compilation === undefined ? '[]' : canonicalJson(compilation.catalog)
}
