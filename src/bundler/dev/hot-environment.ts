import type { DevEnvironment, EnvironmentModuleNode, HotChannelClient, HotUpdateOptions } from 'vite'
import type { CatalogEntry } from '../../catalog/entry.ts'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { publicPlugin } from '../../compiler/emit/public-plugin.ts'
import { CATALOG_ID, REGISTRY_ID } from '../../compiler/emit.ts'
import { compareText } from '../../util/compare.ts'
import { compareEntries } from './entry-changes.ts'
import { findAffected, invalidate } from './hot-modules.ts'

/** The events between a dev server and running registries; `runtime/hot-registry.ts` is the other end. */
const UPDATE = 'module-registry:update'
const HELLO = 'module-registry:hello'

/** What there is to tell, the same to every environment. */
export interface News {
  /** The last registry without errors. */
  readonly catalog: readonly CatalogEntry[]
  /** Its plugins, in the order of their set-up; absent while nobody has heard of any. */
  readonly plugins?: readonly PluginEntry[]
  /** Whether it is what the files say now. */
  readonly healthy: boolean
  /** Files that hold or held modules or plugins: their project-relative names by absolute path. */
  readonly moduleFiles: ReadonlyMap<string, string>
  /** Whether the catalog or a plugin names a file, relative to the project. */
  hasModules(file: string): boolean
  /** Whether a file holds what the catalog says of it. */
  canLoad(file: string): boolean
}

/** One environment of a dev server: what its registries have been told, and what they have to be told. */
export class HotEnvironment {
  /** By file, relative to the project: the stamp of its newest text, part of its URL. */
  readonly stamps: Record<string, number> = Object.create(null)
  readonly #environment: DevEnvironment
  readonly #news: () => News
  #revision = 0
  /** The catalog that registries have when they have heard everything; nothing when some may have another one. */
  #told: readonly CatalogEntry[] | undefined
  #isDue = { catalog: false, health: false }
  /** Files to be loaded afresh, with the paths whose change is the reason. */
  readonly #reload = new Map<string, Set<string>>()
  /** In which revision files were said to be loaded afresh. */
  readonly #reloaded = new Map<string, number>()
  /** Changed paths that the dev server is going to ask about. */
  readonly #announced = new Set<string>()
  /** Those among them that other code depends on, too: nothing is told until their new URLs are known. */
  readonly #awaited = new Set<string>()

  constructor(environment: DevEnvironment, news: () => News) {
    this.#environment = environment
    this.#news = news
    environment.hot.on(HELLO, this.#greet)
  }

  get name(): string {
    return this.#environment.name
  }

  /** Whether nothing is told until the dev server has asked about a change. */
  get isWaiting(): boolean {
    return this.#awaited.size > 0
  }

  /** Counts what was told. */
  get revision(): number {
    return this.#revision
  }

  close(): void {
    this.#environment.hot.off(HELLO, this.#greet)
  }

  /** Takes note that the registry is there, and nobody has been told of another one. */
  begin(): void {
    this.#isDue.catalog = false
    this.#told = this.#news().catalog
  }

  /** Takes note that the registry is handed out as it is now, with all that nobody has been told of yet. */
  hand(): void {
    if (this.#isDue.catalog) this.#told = undefined
  }

  /** Whether anything was loaded from a path. */
  knows(path: string): boolean {
    return (this.#environment.moduleGraph.getModulesByFile(path)?.size ?? 0) > 0
  }

  /** Forgets a file from which nothing was ever loaded, relative to the project. */
  forget(file: string): void {
    this.#reload.delete(file)
    this.#reloaded.delete(file)
    delete this.stamps[file]
  }

  /** Takes note that the dev server is going to ask what a changed path concerns, by {@link answer}. */
  announce(path: string): void {
    this.#announced.add(path)
  }

  /** Notes what is to be told at the next occasion. */
  owe(what: 'catalog' | 'health'): void {
    this.#isDue[what] = true
  }

  /** Notes that the text of a path changed, and with it the modules that depend on it. */
  touch(path: string): void {
    const nodes = this.#environment.moduleGraph.getModulesByFile(path) ?? new Set()
    const { files, foreign } = this.#findAffected(nodes)
    if (foreign && this.#announced.has(path)) {
      if (files.size > 0) this.#awaited.add(path)
      return
    }
    if (files.size > 0) this.#stamp(nodes, files, nextStamp(), path)
    else if (this.#news().moduleFiles.has(path)) this.#dueFiles([path], path)
  }

  /** Notes that the text of a path is what it was before it was touched: no module need be loaded for it. */
  untouch(path: string): void {
    const file = this.#news().moduleFiles.get(path)
    const reasons = file === undefined ? undefined : this.#reload.get(file)
    reasons?.delete(path)
    if (reasons?.size === 0) this.#reload.delete(file!)
  }

  /**
   * Answers the dev server, which asks which modules a change concerns.
   *
   * @returns none where only the registry has to hear of it; `undefined` to leave it to the dev server
   */
  answer(
    path: string,
    { type, modules, timestamp }: Pick<HotUpdateOptions, 'type' | 'modules' | 'timestamp'>,
  ): EnvironmentModuleNode[] | undefined {
    this.#announced.delete(path)
    this.#awaited.delete(path)
    const { files, foreign, ends } = this.#findAffected(modules)
    if (files.size === 0) return undefined
    // Propagation stops at what was never analyzed; the next transform analyzes it again.
    if (foreign) for (const end of ends) Object.assign(end, { isSelfAccepting: undefined })
    // What could not find a new file is among the modules, too.
    const nodes = foreign ? modules : modules.filter(({ file }) => type === 'create' && file !== path)
    if (nodes.length > 0) this.#stamp(nodes, this.#findAffected(nodes).files, timestamp, path)
    return foreign ? undefined : []
  }

  /** Tells running registries what they are owed. What cannot be loaded now waits. */
  tell(): void {
    if (this.isWaiting) return
    const { canLoad, hasModules, healthy } = this.#news()
    const due = this.#isDue
    for (const file of healthy ? this.#reload.keys() : []) if (!hasModules(file)) this.#reload.delete(file)
    const reload = [...this.#reload.keys()].filter(canLoad).sort(compareText)
    if (!due.catalog && !due.health && reload.length === 0) return
    this.#isDue = { catalog: false, health: false }
    this.#revision++
    for (const file of reload) {
      this.#reload.delete(file)
      this.#reloaded.set(file, this.#revision)
    }
    const { moduleGraph, hot } = this.#environment
    const generated = [REGISTRY_ID, CATALOG_ID].flatMap((id) => moduleGraph.getModuleById(`\0${id}`) ?? [])
    for (const node of generated) moduleGraph.invalidateModule(node)
    if (generated.length === 0) return
    hot.send({
      type: 'custom',
      event: UPDATE,
      data: this.#message(this.#revision - 1, reload, due.catalog, this.#told),
    })
    if (due.catalog) this.#told = this.#news().catalog
  }

  /** Gives up waiting for questions about changed paths, which have not come by the next change. */
  stopWaiting(): void {
    for (const path of this.#awaited) this.#announced.delete(path)
    const late = [...this.#awaited]
    this.#awaited.clear()
    for (const path of late) this.touch(path)
  }

  /** Answers a registry that says which revision it has, if that is not the newest. */
  readonly #greet = (
    message: { readonly revision?: unknown } | undefined,
    client: HotChannelClient,
  ): void => {
    const revision = message?.revision
    if (typeof revision !== 'number' || revision === this.#revision) return
    const reload = [...this.#reloaded].flatMap(([file, told]) => (told > revision ? [file] : []))
    client.send({
      type: 'custom',
      event: UPDATE,
      data: this.#message(revision, reload.sort(compareText), true),
    })
  }

  /**
   * A copy, since registries in this process get the very object.
   *
   * @param known the catalog that those have who understand the message; without one it is told whole
   */
  #message(
    since: number,
    reload: readonly string[],
    withCatalog: boolean,
    known?: readonly CatalogEntry[],
  ): object {
    const { catalog, plugins: all, healthy } = this.#news()
    const plugins = this.#environment.config.consumer === 'client' ? all?.map(publicPlugin) : all
    const { stamps, revision } = this
    const data = {
      ...{ revision, since },
      ...(withCatalog ? { ...catalogNews(catalog, known), plugins } : {}),
      ...{ stamps, reload, healthy },
    }
    return JSON.parse(JSON.stringify(data))
  }

  #findAffected(nodes: Iterable<EnvironmentModuleNode>): ReturnType<typeof findAffected> {
    const { moduleFiles } = this.#news()
    return findAffected(nodes, (path) => moduleFiles.has(path))
  }

  #stamp(
    nodes: Iterable<EnvironmentModuleNode>,
    paths: Iterable<string>,
    stamp: number,
    reason: string,
  ): void {
    invalidate(this.#environment, nodes, stamp)
    for (const file of this.#dueFiles(paths, reason)) this.stamps[file] = stamp
  }

  #dueFiles(paths: Iterable<string>, reason: string): string[] {
    const { moduleFiles } = this.#news()
    const files = [...paths].map((path) => moduleFiles.get(path)!)
    for (const file of files) this.#reload.set(file, (this.#reload.get(file) ?? new Set()).add(reason))
    return files
  }
}

/** All entries, or, where that is less, what is other than in a known catalog. */
function catalogNews(catalog: readonly CatalogEntry[], known: readonly CatalogEntry[] | undefined): object {
  if (known === undefined) return { catalog }
  const { come, gone } = compareEntries(known, catalog)
  if (2 * (come.length + gone.length) >= catalog.length) return { catalog }
  return { changed: come, gone: gone.map(({ id }) => id) }
}

let lastStamp = 0

/** A time that was never given before. */
function nextStamp(): number {
  lastStamp = Math.max(Date.now(), lastStamp + 1)
  return lastStamp
}
