import { resolve } from 'pathe'
import { Assembler, type FoundPlugins } from './assembler.ts'
import { type Cache, openCache } from './cache/open-cache.ts'
import type { Compilation } from './compilation.ts'
import { type Changes, ExtensionScan, type UpdateResult } from './extension-scan.ts'
import type { ScannedExtension } from './file-record.ts'
import { outputPaths } from './generated-files.ts'
import type { Host } from './host.ts'
import { nodeHost } from './node-host.ts'
import type { Options, ResolvedOptions } from './options.ts'
import type { PluginScan } from './plugin-scan.ts'
import { resolveOptions } from './resolve-options.ts'
import type { IdentifiedTool } from './validate/plugin-tools.ts'

export type { Compilation, Inputs, MarkedText } from './compilation.ts'

/**
 * Runs the build-time pipeline once: discover, parse, validate, resolve, assemble, freeze. No source is executed.
 *
 * @param options as for the plugin; `root` is the working folder by default
 * @returns the snapshot and everything about it; faults of the project are diagnostics, never exceptions
 * @throws OptionsInvalidError when the options are wrong
 */
export async function compile(options: Options = {}, host: Host = nodeHost): Promise<Compilation> {
  return new Compiler(resolveOptions(options, process.cwd()), host).compile()
}

/** The pipeline for a project that is compiled again and again. */
export class Compiler {
  readonly options: ResolvedOptions
  readonly #host: Host
  readonly #cache: Cache | undefined
  readonly #scan: ExtensionScan
  readonly #assembler: Assembler
  #plugins: PluginScan | undefined
  /** Absolute paths of the generated files. */
  readonly outputs: readonly string[]

  constructor(options: ResolvedOptions, host: Host = nodeHost) {
    this.options = options
    this.#host = host
    this.#cache = openCache(options, host)
    const paths = outputPaths(options, host)
    this.outputs = Object.values(paths).map((path) => resolve(options.root, path))
    this.#scan = new ExtensionScan(options, this.outputs, host, this.#cache?.scan)
    this.#assembler = new Assembler(options, paths, host)
  }

  /** Runs the pipeline on the project as it is now; what has not changed since the last time is not parsed again. */
  async compile(): Promise<Compilation> {
    this.#scan.scanAll()
    const plugins = await this.#usePlugins()
    plugins?.scanAll()
    return this.#assemble()
  }

  /**
   * Runs it on what changed, and on what depends on that. The result is what {@link compile} would give.
   *
   * @param generation of the new snapshot
   * @returns what was found, with a compilation only when the change means something to the registry
   */
  async update(
    changes: Changes,
    generation: number,
  ): Promise<UpdateResult & { readonly compilation?: Compilation }> {
    const result = this.#scan.update(changes)
    const { shown, contributed, typed } = this.#assembler
    const more =
      (await this.#updatePlugins(changes)) ||
      [...result.rewritten].some((file) => shown.has(file)) ||
      changes.edited.some((path) => contributed.has(path) || typed.has(path))
    if (!more && !result.changed) return result
    const amended =
      more || result.changes === undefined
        ? undefined
        : this.#assembler.amend(result.changes, this.#scan, generation)
    return { ...result, compilation: amended ?? (await this.#assemble(generation)) }
  }

  /**
   * Runs it on the project as it is now, as {@link compile} does, when it is known which files may have changed.
   *
   * @param edited those of {@link files} that may have
   * @returns nothing when everything is as it was
   */
  async compileEdited(edited: readonly string[]): Promise<Compilation | undefined> {
    const changes = { edited, structure: true }
    const { changed, untouched } = this.#scan.update(changes)
    const plugins = await this.#updatePlugins(changes)
    // Nobody knows what contributors of the application look at.
    const others = this.options.contributors.length > 0
    const anew =
      plugins ||
      changed ||
      others ||
      edited.some((path) => !untouched.has(path) || this.#assembler.typed.has(path))
    return anew ? this.#assemble() : undefined
  }

  /** Absolute paths of all files that were read. */
  get files(): string[] {
    return [
      ...new Set([...this.#scan.read, ...(this.#plugins?.state.inputs ?? []), ...this.#assembler.typed]),
    ]
  }

  /** The tools of plugins, each with the place where its manifest names it. */
  get tools(): readonly IdentifiedTool[] {
    return (this.#plugins?.state.plugins ?? []).flatMap(({ tools }) => tools)
  }

  /** The files that could hold a module, with what they declare at which place by now. */
  get scanned(): readonly ScannedExtension[] {
    return this.#scan.scanned
  }

  #assemble(generation = 0): Promise<Compilation> {
    return this.#assembler.assemble(this.#scan, this.#plugins?.state ?? NO_PLUGINS, generation)
  }

  /** Looks for plugins only in projects that may have some: what they take is loaded with the first. */
  async #usePlugins(): Promise<PluginScan | undefined> {
    const { options } = this
    const host = this.#host
    const isThere = (root: string): boolean => host.kind(resolve(options.root, root)) === 'folder'
    if (
      this.#plugins === undefined &&
      (options.pluginsGiven || options.packages || options.plugins.some(isThere))
    ) {
      const { PluginScan } = await import('./plugin-scan.ts')
      this.#plugins = new PluginScan(options, host, this.#cache?.plugins)
    }
    return this.#plugins
  }

  async #updatePlugins({ edited, structure }: Changes): Promise<boolean> {
    const plugins = structure ? await this.#usePlugins() : this.#plugins
    return plugins?.update(edited, structure) ?? false
  }
}

const NO_PLUGINS: FoundPlugins = { plugins: [], problems: [], folders: [], inputs: new Set() }
