import {
  type CatalogEntry,
  createHotRegistry,
  type HotContext,
  type HotMessage,
  type Registry,
} from '../../../src/runtime.ts'
import { entry } from './modules.ts'

/** A dev server's end of `import.meta.hot`, for one page, and what stands behind its URLs. */
export class FakeServer {
  revision = 0
  catalog: readonly CatalogEntry[]
  stamps: Record<string, number> = {}
  /** By URL: what importing it gives. Set by {@link publish}; a page keeps what it has imported. */
  readonly #namespaces = new Map<string, unknown>()
  readonly said: { event: string; data: unknown }[] = []
  readonly data: Record<string, unknown> = {}
  #listeners: ((message: HotMessage) => void)[] = []
  /** Turns what is imported into something that takes its time, or fails. */
  importing: (url: string, namespace: unknown) => unknown = (_url, namespace) => namespace

  constructor(modules: Record<string, unknown>) {
    this.catalog = Object.keys(modules).map((id) => entry(id))
    for (const { id, file } of this.catalog) this.#namespaces.set(file, { Sample: modules[id] })
  }

  /** What the generated module gets as `import.meta.hot`; listeners of earlier evaluations are dropped, as in Vite. */
  hot(): HotContext {
    const listeners: ((message: HotMessage) => void)[] = []
    this.#listeners = listeners
    return {
      data: this.data,
      on: (_event, listener) => void listeners.push(listener),
      send: (event, data) => void this.said.push({ event, data }),
    }
  }

  /** Evaluates the generated module. */
  evaluate(): Registry {
    return createHotRegistry({
      catalog: this.catalog,
      revision: this.revision,
      stamps: { ...this.stamps },
      roots: [['extensions', 'extensions'.length, 'extensions']],
      load: (url) => this.importing(url, this.#namespaces.get(url)),
      hot: this.hot(),
    })
  }

  /** Puts another module behind a file. */
  edit(id: string, module: unknown, file = entry(id).file): string {
    this.stamps[file] = (this.stamps[file] ?? 0) + 1
    this.#namespaces.set(`${file}?t=${this.stamps[file]}`, { Sample: module })
    return file
  }

  /** Counts on, and says what is new. */
  message(reload: readonly string[] = [], catalog?: readonly CatalogEntry[]): HotMessage {
    if (catalog !== undefined) this.catalog = catalog
    return {
      ...{ revision: ++this.revision, since: this.revision - 1, stamps: { ...this.stamps }, reload },
      ...(catalog === undefined ? {} : { catalog: JSON.parse(JSON.stringify(catalog)) }),
      healthy: true,
    }
  }

  tell(message: HotMessage): void {
    for (const listener of this.#listeners) listener(message)
  }

  /** Edits files and tells at once. */
  reload(modules: Record<string, unknown>): void {
    this.tell(this.message(Object.entries(modules).map(([id, module]) => this.edit(id, module))))
  }

  /** Answers what was asked last, as a server does: with everything since then. */
  answer(reload: readonly string[]): void {
    const { revision } = this.said.at(-1)!.data as { revision: number }
    if (revision === this.revision) return
    this.tell({ ...this.message(reload, this.catalog), revision: this.revision, since: revision })
  }
}
