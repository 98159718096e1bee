import { relative, resolve } from 'pathe'
import type { DevEnvironment, EnvironmentModuleNode, HotUpdateOptions, ViteDevServer } from 'vite'
import type { Compilation } from '../../compiler/compile.ts'
import { CATALOG_ID, REGISTRY_ID } from '../../compiler/emit.ts'
import { formatDiagnostic } from '../../diagnostics/format-text.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { hasErrors, type Session } from '../session.ts'
import { fileSpecifier } from '../virtual-ids.ts'
import { ChangeQueue, type FileEvent } from './change-queue.ts'
import { EnvironmentState } from './environment-state.ts'
import { ErrorDisplay } from './error-display.ts'
import { findAffected, invalidate } from './hot-modules.ts'
import { rootUrls } from './root-urls.ts'
import { RunQueue } from './run-queue.ts'

/** The events between a dev server and running registries; `runtime/hot-registry.ts` is the other end. */
const UPDATE = 'module-registry:update'
const HELLO = 'module-registry:hello'

/** How long a file may be there twice until it counts as two files, in milliseconds: watchers hold deletes back. */
const MOVE_TIME = 200

/** Files that can change an answer by coming or going, wherever they are. */
const RELEVANT = /\.(?:[cm]?[jt]sx?|json)$/

/**
 * The registry in a Vite dev server: follows the files, tells every environment what is new, and keeps the last registry
 * without errors while something is wrong.
 */
export class DevServer {
  readonly #session: Session
  readonly #server: ViteDevServer
  readonly #display: ErrorDisplay
  readonly #changes = new ChangeQueue()
  readonly #runs = new RunQueue(() => this.#update())
  readonly #states = new Map<string, EnvironmentState>()
  /** Files that hold or held modules: their project-relative names by absolute path. */
  readonly #moduleFiles = new Map<string, string>()
  /** What pages see, and the text of its catalog. */
  #published: Compilation | undefined
  #catalog = '[]'
  #revision = 0
  #broken: ReadonlySet<string | undefined> | undefined
  #holdUntil = 0

  constructor(session: Session, server: ViteDevServer) {
    this.#session = session
    this.#server = server
    this.#display = new ErrorDisplay(server, session.root)
    for (const environment of this.#environments) {
      environment.hot.on(HELLO, (message?: { readonly revision?: unknown }) => {
        if (message?.revision === this.#revision) return
        this.#state(environment).catalogIsDue = true
        this.#tell(environment)
      })
    }
  }

  /** Compiles for the first time. The registry holds what is healthy, whatever is wrong. */
  async start(): Promise<void> {
    await this.#session.start()
    this.#published = this.#session.compilation
    this.#settle()
    const served = this.#server.config.root
    for (const { root } of this.#session.options?.extensions ?? []) {
      const folder = resolve(this.#session.root, root)
      if (relative(served, folder).startsWith('..')) this.#server.watcher.add(folder)
    }
  }

  /** Ends what is still waiting. */
  close(): void {
    this.#runs.close()
  }

  /** The source of one of the virtual modules, as an environment needs it. */
  load(id: string, environment: DevEnvironment): string {
    const { config } = this.#server
    if (this.#published === undefined) return NO_REGISTRY
    if (id === CATALOG_ID) return this.#published.emit.devCatalogModule()
    const inBrowser = environment.config.consumer === 'client'
    const roots = this.#session.options?.extensions ?? []
    return this.#published.emit.devRegistryModule({
      revision: this.#revision,
      stamps: this.#state(environment).stamps,
      roots: rootUrls(roots, this.#session.root, config.root, inBrowser ? config.base : '/'),
      encode: inBrowser,
      specifier: fileSpecifier,
    })
  }

  /** Takes a file event. Unless other changes keep it waiting, its effect is there when this returns. */
  async watchChange(path: string, event: FileEvent): Promise<void> {
    if (this.#session.isOutput(path)) {
      if (this.#broken === undefined) this.#session.write()
      return
    }
    if (!RELEVANT.test(path)) return
    this.#changes.add(path, event)
    if (event === 'delete') this.#holdUntil = 0
    await this.#runs.ask()
  }

  /**
   * Answers Vite, which asks which modules a change concerns.
   *
   * @returns none where only the registry has to hear of it; `undefined` to leave it to Vite
   */
  hotUpdate(
    environment: DevEnvironment,
    { modules, timestamp }: Pick<HotUpdateOptions, 'modules' | 'timestamp'>,
  ): EnvironmentModuleNode[] | undefined {
    const { files, foreign, ends } = findAffected(modules, (path) => this.#moduleFiles.has(path))
    if (files.size === 0) return undefined
    if (!foreign) return []
    for (const end of ends) end.isSelfAccepting = true
    for (const path of files) this.#state(environment).touch(this.#moduleFiles.get(path)!, timestamp)
    // Vite forgets what it knew of these modules first.
    setTimeout(() => this.#tell(environment), 0)
    return undefined
  }

  get #environments(): readonly DevEnvironment[] {
    return Object.values(this.#server.environments)
  }

  #state(environment: DevEnvironment): EnvironmentState {
    const known = this.#states.get(environment.name)
    if (known !== undefined) return known
    const state = new EnvironmentState()
    this.#states.set(environment.name, state)
    return state
  }

  async #update(): Promise<void> {
    const changes = this.#changes.take()
    const { untouched, copied } = await this.#session.update(changes)
    for (const path of changes.edited) if (!untouched.has(path)) this.#touch(path)
    if (copied) this.#holdUntil = Date.now() + MOVE_TIME
    const rest = this.#holdUntil - Date.now()
    if (rest <= 0) return this.#settle()
    // A file that is there twice is most likely on its way: nobody hears of it before it has arrived.
    this.#changes.addStructure()
    this.#runs.askIn(rest)
  }

  /** Notes which modules a changed file concerns, where nothing but the registry depends on it. */
  #touch(path: string): void {
    const stamp = Date.now()
    for (const environment of this.#environments) {
      const nodes = environment.moduleGraph.getModulesByFile(path)
      if (nodes === undefined) continue
      const { files, foreign } = findAffected(nodes, (file) => this.#moduleFiles.has(file))
      if (files.size === 0 || foreign) continue
      invalidate(environment, nodes, stamp)
      for (const file of files) this.#state(environment).touch(this.#moduleFiles.get(file)!, stamp)
    }
  }

  /** Makes the newest compilation what pages see, if nothing is wrong with it, and tells everybody. */
  #settle(): void {
    const { compilation, diagnostics } = this.#session
    const wasBroken = this.#broken !== undefined
    this.#broken = hasErrors(diagnostics) ? new Set(diagnostics.map(({ file }) => file)) : undefined
    for (const { file } of compilation?.catalog ?? []) {
      const path = compilation?.paths.get(file)
      if (path !== undefined) this.#moduleFiles.set(path, file)
    }
    if (this.#broken === undefined) this.#publish(compilation)
    this.#display.show(diagnostics)
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity === 'warning') {
        this.#server.config.logger.warnOnce(`module registry: ${formatDiagnostic(diagnostic)}`)
      }
    }
    for (const environment of this.#environments)
      this.#tell(environment, wasBroken && this.#broken === undefined)
  }

  #publish(compilation: Compilation | undefined): void {
    if (compilation === this.#published && this.#catalog !== '[]') return
    this.#published = compilation
    const catalog = canonicalJson(compilation?.catalog ?? [])
    if (catalog === this.#catalog) return
    this.#catalog = catalog
    for (const environment of this.#environments) this.#state(environment).catalogIsDue = true
  }

  /** Tells an environment what is new to it; files with errors wait until they are mended. */
  #tell(environment: DevEnvironment, healed = false): void {
    const state = this.#state(environment)
    const reload = state.takeReload(this.#broken ?? new Set())
    if (!state.catalogIsDue && reload.length === 0 && !healed) return
    const catalog = state.catalogIsDue ? { catalog: this.#published?.catalog ?? [] } : {}
    state.catalogIsDue = false
    this.#revision++
    const nodes = [REGISTRY_ID, CATALOG_ID].flatMap(
      (id) => environment.moduleGraph.getModuleById(`\0${id}`) ?? [],
    )
    for (const node of nodes) environment.moduleGraph.invalidateModule(node)
    if (nodes.length === 0) return
    const data = {
      revision: this.#revision,
      ...catalog,
      stamps: state.stamps,
      reload,
      healthy: this.#broken === undefined,
    }
    // A copy: in-process environments get the very object.
    environment.hot.send({ type: 'custom', event: UPDATE, data: JSON.parse(JSON.stringify(data)) })
  }
}

/** Stands in while wrong options leave nothing to compile. */
const NO_REGISTRY = `import { createRegistry } from 'unplugin-module-registry/runtime'
export const catalog = Object.freeze([])
export const registry = createRegistry(catalog)
export default registry
`
