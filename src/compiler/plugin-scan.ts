import { relative } from 'pathe'
import { DiagnosticCollector } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { canonicalJson } from '../util/canonical-json.ts'
import { compareText } from '../util/compare.ts'
import type { FactsCache } from './cache/facts-cache.ts'
import { discoverInstalledPlugins } from './discover/installed-packages.ts'
import { discoverPluginFolders, type PluginFolder } from './discover/plugin-folders.ts'
import { type Host, systemReason } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import { EntryClasses } from './parse/entry-class.ts'
import type { FactsMemory } from './parse/facts-store.ts'
import { MANIFEST_NAME, type ParsedManifest } from './parse/manifest/manifest.ts'
import { parseManifest } from './parse/manifest/parse-manifest.ts'
import { type PlannedPlugin, type PluginPlan, planPlugins, type ReadPlugin } from './plan-plugins.ts'
import type { PluginFailure } from './validate/plugin-failures.ts'

/** What looking at all plugins gave. */
export interface PluginState {
  /** In the order of their set-up. */
  readonly plugins: readonly PlannedPlugin[]
  readonly failures: readonly PluginFailure[]
  readonly problems: readonly Diagnostic[]
  /** Whether two plugins share a name, or depend on each other in a circle. */
  readonly isContradictory: boolean
  /** The folders that were listed, relative to the project, sorted. */
  readonly folders: readonly string[]
  /** Absolute paths of everything that was read to answer. */
  readonly inputs: ReadonlySet<string>
}

const NOTHING: PluginState = {
  plugins: [],
  failures: [],
  problems: [],
  isContradictory: false,
  folders: [],
  inputs: new Set(),
}

/**
 * Discovers, parses and checks plugins, for a project that is looked at again and again. Texts that are known are not
 * parsed again; after every look the state is what a fresh look would give.
 */
export class PluginScan {
  readonly #options: ResolvedOptions
  readonly #host: Host
  readonly #cache: FactsCache | undefined
  #memory: FactsMemory | undefined
  #manifests = new Map<string, ParsedManifest>()
  #state = NOTHING

  /** @param cache what earlier processes found out */
  constructor(options: ResolvedOptions, host: Host, cache?: FactsCache) {
    this.#options = options
    this.#host = host
    this.#cache = cache
  }

  /** What the last look gave. */
  get state(): PluginState {
    return this.#state
  }

  /** Looks at everything anew. */
  scanAll(): void {
    const options = this.#options
    const host = this.#host
    const collector = new DiagnosticCollector()
    const { plugins: inFolders, folders } = discoverPluginFolders(options, host, collector.report)
    const installed = discoverInstalledPlugins(options, host, collector.report)
    const manifests = new Map<string, ParsedManifest>()
    const read = [...inFolders, ...installed.plugins].map(
      (source): ReadPlugin => ({ source, parsed: this.#read(source, manifests) }),
    )
    this.#manifests = manifests
    this.#memory ??= this.#cache?.open() ?? new Map()
    const classes = new EntryClasses(host, this.#memory)
    const { root, fileExtensions } = options
    const plan = planPlugins(read, options, { root, fileExtensions, host, classes })
    classes.finish()
    this.#cache?.save(this.#memory)
    this.#state = {
      plugins: plan.plugins,
      failures: plan.failures,
      problems: [...collector.sorted(), ...plan.diagnostics],
      isContradictory: plan.isContradictory,
      folders: [...new Set([...folders, ...entryFolders(read, host), ...artifactFolders(plan, host)])].sort(
        compareText,
      ),
      inputs: new Set([
        ...read.map(({ source }) => manifestPath(source)),
        ...installed.inputs,
        ...plan.artifacts.values(),
        ...classes.asked,
        ...(classes.asked.size > 0 ? classes.configFiles : []),
      ]),
    }
  }

  /**
   * Looks at everything anew if a change concerns plugins.
   *
   * @param edited absolute paths of files that were there before and still are
   * @param structure whether any file or folder came or went
   * @returns whether anything is other than before
   */
  update(edited: readonly string[], structure: boolean): boolean {
    const concerned = edited.some((path) => this.#state.inputs.has(path))
    if (!structure && !concerned) return false
    const before = this.#state
    this.scanAll()
    // The lines that problems show may be others, at the same places.
    return (concerned && this.#state.problems.length > 0) || meaning(before) !== meaning(this.#state)
  }

  #read(source: PluginFolder, manifests: Map<string, ParsedManifest>): ReadPlugin['parsed'] {
    let text: string
    try {
      text = this.#host.read(manifestPath(source))
    } catch (error) {
      return { unreadable: systemReason(error) }
    }
    const parsed = this.#manifests.get(text) ?? parseManifest(text)
    manifests.set(text, parsed)
    return parsed
  }
}

/** The folders inside of plugins in which the files of their entry points are, or are looked for. */
function entryFolders(read: readonly ReadPlugin[], host: Host): string[] {
  return read.flatMap(({ source, parsed }) => {
    const file = 'manifest' in parsed ? parsed.manifest.entryPoint?.file : undefined
    const parts = file?.split('/').slice(0, -1) ?? []
    return parts.flatMap((_, index) => {
      const inner = parts.slice(0, index + 1).join('/')
      return host.kind(`${source.path}/${inner}`) === 'folder' ? [`${source.folder}/${inner}`] : []
    })
  })
}

/** The folders inside of plugins in which the files that they are pinned to are, or are looked for. */
function artifactFolders({ artifacts }: PluginPlan, host: Host): string[] {
  return [...artifacts].flatMap(([source, path]) => {
    const inner = relative(source.path, path).split('/').slice(0, -1)
    return inner.flatMap((_, index) => {
      const folder = inner.slice(0, index + 1).join('/')
      return host.kind(`${source.path}/${folder}`) === 'folder' ? [`${source.folder}/${folder}`] : []
    })
  })
}

function manifestPath({ path, manifest }: PluginFolder): string {
  const name = manifest.slice(manifest.lastIndexOf('/') + 1)
  return `${path}/${name === '' ? MANIFEST_NAME : name}`
}

function meaning({ plugins, problems, folders, inputs }: PluginState): string {
  return canonicalJson([plugins, problems, folders, [...inputs].sort()])
}
