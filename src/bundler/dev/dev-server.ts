import { extname, resolve } from 'pathe'
import type {
  DevEnvironment,
  EnvironmentModuleNode,
  HotUpdateOptions,
  HtmlTagDescriptor,
  ViteDevServer,
} from 'vite'
import type { Compilation } from '../../compiler/compile.ts'
import { CATALOG_ID } from '../../compiler/emit.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatDiagnostic } from '../../diagnostics/format-text.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { hasErrors, type Session } from '../session.ts'
import { fileSpecifier } from '../virtual-ids.ts'
import { ChangeQueue, type FileEvent } from './change-queue.ts'
import { compareEntries, saysTheSame } from './entry-changes.ts'
import { ErrorDisplay } from './error-display.ts'
import { HotEnvironment, type News } from './hot-environment.ts'
import { Inspector } from './inspector/inspector.ts'
import { loadedRoots, rootUrls } from './root-urls.ts'
import { RunQueue } from './run-queue.ts'
import { SecondLook } from './second-look.ts'
import { WatchedPaths } from './watched-paths.ts'

/** How long half a change may wait for its other half, in milliseconds: watchers hold deletes back. */
const SETTLE_TIME = 200

/** Files that can change an answer by coming or going, wherever they are. */
const RELEVANT = /\.(?:[cm]?[jt]sx?|json|toml)$/

/** Files that decide how generated files look. */
const CONFIG = /(?:^|\/)[jt]sconfig[^/]*\.json$/

/**
 * The registry in a Vite dev server: follows the files, tells every environment what is new, and keeps the last registry
 * without errors while something is wrong.
 */
export class DevServer {
  readonly #session: Session
  readonly #server: ViteDevServer
  readonly #display: ErrorDisplay
  readonly #inspector: Inspector | undefined
  readonly #paths: WatchedPaths
  readonly #changes = new ChangeQueue()
  readonly #runs = new RunQueue(() => this.#update())
  readonly #again = new SecondLook((name) => this.#server.watcher.emit('change', name))
  readonly #environments = new Map<DevEnvironment, HotEnvironment>()
  readonly #moduleFiles = new Map<string, string>()
  #starting: Promise<void> | undefined
  /** What was looked at last, and what registries see: the last one without errors. */
  #seen: Compilation | undefined
  #published: Compilation | undefined
  /** How many entries of the published registry a file has, relative to the project. */
  readonly #entriesIn = new Map<string, number>()
  /** Whether there ever were plugins. */
  #hasPlugins = false
  #broken = false
  /** Paths of files that look like half a change, and until when they may. */
  readonly #halves = new Set<string>()
  #settlesAt = 0
  #closed = false

  constructor(session: Session, server: ViteDevServer) {
    this.#session = session
    this.#server = server
    this.#inspector = session.options?.inspector && new Inspector(session, server, () => this.start())
    this.#display = new ErrorDisplay(server, session.root, this.#inspector)
    this.#paths = new WatchedPaths(server, session.root)
    for (const environment of Object.values(server.environments)) {
      this.#environments.set(environment, new HotEnvironment(environment, () => this.#news))
    }
  }

  /** Compiles for the first time. The registry holds what is healthy, whatever is wrong. */
  start(): Promise<void> {
    this.#starting ??= this.#session.start().then(() => {
      this.#take()
      this.#publish(this.#session.compilation)
      for (const environment of this.#environments.values()) environment.begin()
    })
    return this.#starting
  }

  /** Ends what is still waiting, and listens no more. */
  close(): void {
    this.#closed = true
    this.#runs.close()
    this.#again.close()
    this.#display.close()
    this.#inspector?.close()
    for (const environment of this.#environments.values()) environment.close()
  }

  /** What the pages of the application get besides their own elements. */
  get htmlTags(): HtmlTagDescriptor[] {
    return this.#inspector?.tags ?? []
  }

  /** The source of one of the virtual modules, as an environment needs it. */
  async load(id: string, environment: DevEnvironment): Promise<string> {
    await this.start()
    const state = this.#environments.get(environment)
    const { revision = 0, stamps = {} } = state ?? {}
    const published = this.#published
    if (published === undefined) return NO_REGISTRY
    state?.hand()
    if (id === CATALOG_ID) return published.emit.devCatalogModule({ revision })
    const { config } = this.#server
    const inBrowser = environment.config.consumer === 'client'
    const { options } = this.#session
    const roots = options === undefined ? [] : loadedRoots(options, published)
    return published.emit.devRegistryModule({
      revision,
      stamps,
      roots: rootUrls(roots, this.#session.root, config.root, inBrowser ? config.base : '/'),
      inBrowser,
      specifier: fileSpecifier,
    })
  }

  /** Takes a file event. Unless other changes keep it waiting, its effect is there when this returns. */
  async watchChange(name: string, event: FileEvent): Promise<void> {
    if (this.#closed) return
    await this.start()
    if (this.#session.isOutput(name)) return this.#session.write()
    const path = this.#paths.real(name)
    const { options } = this.#session
    if (!RELEVANT.test(path) && !options?.fileExtensions.includes(extname(path)) && !this.#isPinned(path))
      return
    if (this.#server.config.server.hmr !== false) {
      for (const environment of this.#environments.values()) environment.announce(path)
    }
    if (event !== 'delete') this.#again.note(name)
    this.#changes.add(path, event)
    this.#halves.delete(path)
    if (event === 'delete' && this.#halves.size > 0) {
      this.#halves.clear()
      this.#changes.dropStructure()
    }
    await this.#runs.ask()
  }

  /** Whether a path is what a plugin in a process of its own is pinned to, whatever its name. */
  #isPinned(path: string): boolean {
    const { root, compilation } = this.#session
    return (compilation?.plugins ?? []).some(
      ({ folder, artifact }) => artifact !== undefined && resolve(root, folder, artifact.path) === path,
    )
  }

  /** Answers Vite, which asks which modules a change concerns. */
  hotUpdate(
    environment: DevEnvironment,
    update: Pick<HotUpdateOptions, 'file' | 'type' | 'modules' | 'timestamp'>,
  ): EnvironmentModuleNode[] | undefined {
    const state = this.#environments.get(environment)
    const answer = state?.answer(this.#paths.real(update.file), update)
    if (state !== undefined && !this.#runs.isBusy) this.#tell(state)
    return answer ?? (this.#isOrphan(update) ? [] : undefined)
  }

  /** Whether a deleted file was a helper of modules or plugins that are gone: the dev server would reload the page for it. */
  #isOrphan({ file, type, modules }: Pick<HotUpdateOptions, 'file' | 'type' | 'modules'>): boolean {
    const { options, root } = this.#session
    if (type !== 'delete' || options === undefined || modules.length === 0) return false
    const path = this.#paths.real(file)
    const isOurs = loadedRoots(options, this.#published ?? { plugins: [] }).some((one) =>
      path.startsWith(`${this.#paths.real(resolve(root, one.root))}/`),
    )
    return isOurs && modules.every(({ importers }) => importers.size === 0)
  }

  get #news(): News {
    const { catalog = [], plugins = [] } = this.#published ?? {}
    return {
      catalog,
      ...(this.#hasPlugins ? { plugins } : {}),
      healthy: !this.#broken,
      moduleFiles: this.#moduleFiles,
      hasModules: (file) => this.#entriesIn.has(file),
      canLoad: (file) => !this.#broken || saysTheSame(file, this.#published, this.#seen),
    }
  }

  async #update(): Promise<void> {
    try {
      await this.#follow()
    } catch (error) {
      this.#server.config.logger.error(`module registry: ${(error as Error).stack}`, { timestamp: true })
    }
  }

  async #follow(): Promise<void> {
    const changes = this.#changes.take()
    const environments = [...this.#environments.values()]
    for (const environment of environments) environment.stopWaiting()
    const { untouched, unsettled } = await this.#session.update(changes)
    if (this.#closed) return
    for (const environment of environments) {
      for (const path of changes.edited) {
        if (untouched.has(path)) environment.untouch(path)
        else environment.touch(path)
      }
    }
    for (const path of unsettled) this.#halves.add(path)
    if (unsettled.length > 0) this.#settlesAt = Date.now() + SETTLE_TIME
    const rest = this.#settlesAt - Date.now()
    if (rest <= 0) this.#halves.clear()
    if (this.#halves.size > 0) {
      // The other half is most likely on its way: nobody hears of the change before it has arrived.
      this.#changes.addStructure()
      this.#runs.askIn(rest)
      return
    }
    const configured = changes.edited.some((path) => CONFIG.test(path))
    if (configured || this.#session.lacksOutput || this.#session.compilation !== this.#seen) {
      this.#session.write()
      this.#take()
    }
    for (const environment of environments) this.#tell(environment)
    this.#inspector?.note()
  }

  #tell(environment: HotEnvironment): void {
    environment.tell()
    // Only now: under an open overlay, the dev client would take an update for a reason to reload the page.
    if (environment.name === 'client' && !environment.isWaiting) this.#display.sweep()
  }

  /** Takes the newest compilation, and makes it what registries see if nothing is wrong. */
  #take(): void {
    const { compilation, diagnostics, options } = this.#session
    const wasBroken = this.#broken
    const { come } = compareEntries(this.#seen?.catalog ?? [], compilation?.catalog ?? [])
    this.#seen = compilation
    if (compilation !== undefined && compilation.plugins.length > 0) this.#hasPlugins = true
    this.#broken = hasErrors(diagnostics)
    for (const { file = '' } of [...come, ...(compilation?.plugins ?? [])]) {
      const path = compilation?.pathOf(file)
      if (path !== undefined) this.#moduleFiles.set(path, file)
    }
    if (compilation !== undefined)
      this.#paths.follow(options === undefined ? [] : loadedRoots(options, compilation), compilation)
    if (!this.#broken) this.#publish(compilation)
    if (wasBroken && !this.#broken) this.#owe('health')
    this.#display.show(diagnostics)
    this.#warn(diagnostics)
  }

  #publish(compilation: Compilation | undefined): void {
    const before = this.#published
    this.#published = compilation
    const { come, gone } = compareEntries(before?.catalog ?? [], compilation?.catalog ?? [])
    const plugins = compilation?.plugins ?? []
    const samePlugins = canonicalJson(before?.plugins ?? []) === canonicalJson(plugins)
    for (const { file } of come) this.#count(file, 1)
    for (const { file } of gone) this.#count(file, -1)
    if (!samePlugins) {
      for (const { file = '' } of plugins) this.#count(file, 1)
      for (const { file = '' } of before?.plugins ?? []) this.#count(file, -1)
    }
    for (const { file } of gone) this.#forget(file, before?.pathOf(file))
    if (come.length + gone.length > 0 || !samePlugins) this.#owe('catalog')
  }

  /** Forgets a file that has no modules any more, unless somebody has loaded it and may meet it again. */
  #forget(file: string, path: string | undefined): void {
    const environments = [...this.#environments.values()]
    if (this.#entriesIn.has(file) || path === undefined || environments.some((one) => one.knows(path))) return
    this.#moduleFiles.delete(path)
    for (const environment of environments) environment.forget(file)
  }

  #count(file: string, by: number): void {
    const count = (this.#entriesIn.get(file) ?? 0) + by
    if (count === 0) this.#entriesIn.delete(file)
    else this.#entriesIn.set(file, count)
  }

  #owe(what: 'catalog' | 'health'): void {
    for (const environment of this.#environments.values()) environment.owe(what)
  }

  #warn(diagnostics: readonly Diagnostic[]): void {
    for (const diagnostic of diagnostics) {
      if (diagnostic.severity !== 'warning') continue
      this.#server.config.logger.warnOnce(`module registry: ${formatDiagnostic(diagnostic)}`)
    }
  }
}

/** Stands in while wrong options leave nothing to compile. */
const NO_REGISTRY = `import { createRegistry } from 'unplugin-module-registry/runtime'
export const catalog = Object.freeze([])
export const registry = createRegistry(catalog)
export default registry
`
