import { relative, resolve } from 'pathe'
import type { CatalogEntry } from '../catalog/entry.ts'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import { DiagnosticCollector } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { addFrames } from '../diagnostics/frame.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { compareText } from '../util/compare.ts'
import { buildSnapshot } from './build-snapshot.ts'
import { type Cache, openCache } from './cache/open-cache.ts'
import { checkNamedFiles } from './check-named-files.ts'
import { moduleContributor } from './contribute.ts'
import { pluginContributor, pluginsIn } from './contribute-plugins.ts'
import { ToolModules } from './contribute-tools.ts'
import type { ExtensionFile } from './discover/extension-files.ts'
import { catalogOf, createEmit, type Emit } from './emit.ts'
import { type Changes, ExtensionScan, type UpdateResult } from './extension-scan.ts'
import type { ScannedExtension } from './file-record.ts'
import { type OutputPaths, outputPaths } from './generated-files.ts'
import { type Host, readIfThere } from './host.ts'
import { nodeHost } from './node-host.ts'
import type { Options, ResolvedOptions } from './options.ts'
import type { ClassDescriptor } from './parse/class-descriptor.ts'
import type { Cut } from './parse/facts.ts'
import type { PluginScan, PluginState } from './plugin-scan.ts'
import { resolveOptions } from './resolve-options.ts'
import type { ModuleTypes } from './schemas/from-types/module-types.ts'
import { userContributors } from './user-contributions.ts'
import { checkTools } from './validate/check-tools.ts'
import { dropConflicts, reportCaseCollisions } from './validate/conflicts.ts'
import { type IdentifiedModule, identifyFile } from './validate/identify-file.ts'

/** The files and folders that a compilation depends on, relative to the project, sorted. */
export interface Inputs {
  readonly files: readonly string[]
  readonly folders: readonly string[]
}

/** A text with marker decorators, and what to cut out of it. */
export interface MarkedText {
  readonly text: string
  readonly cuts: readonly Cut[]
}

/** What one run of the build-time pipeline gives. */
export interface Compilation {
  /** The frozen registry, of what is healthy. */
  readonly snapshot: RuntimeSnapshot
  /** The catalog that the bundle contains: deeply frozen, sorted by ID. */
  readonly catalog: readonly CatalogEntry[]
  /** The plugins that the bundle contains, in the order of their set-up: deeply frozen. */
  readonly plugins: readonly PluginEntry[]
  /** Every problem, sorted by file, line, column and code. An error means that a build must fail. */
  readonly diagnostics: readonly Diagnostic[]
  readonly inputs: Inputs
  /** Renders the generated texts. */
  readonly emit: Emit
  /** How many extension files were found. */
  readonly fileCount: number
  /** Where each extension file and each entry point of a plugin is, absolute with every link resolved, by its project-relative path. */
  readonly paths: ReadonlyMap<string, string>
  /** Files with marker decorators, by absolute path. */
  readonly marked: ReadonlyMap<string, MarkedText>
}

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
  readonly #paths: OutputPaths
  readonly #cache: Cache | undefined
  readonly #scan: ExtensionScan
  #plugins: PluginScan | undefined
  #types: ModuleTypes | undefined
  /** Files that the last problems show lines of, relative to the project. */
  #shown: ReadonlySet<string> = new Set()
  /** Absolute paths of files that the application's own contributors named. */
  #contributed: ReadonlySet<string> = new Set()
  /** Absolute paths of the generated files. */
  readonly outputs: readonly string[]

  constructor(options: ResolvedOptions, host: Host = nodeHost) {
    this.options = options
    this.#host = host
    this.#cache = openCache(options, host)
    this.#paths = outputPaths(options, host)
    this.outputs = Object.values(this.#paths).map((path) => resolve(options.root, path))
    this.#scan = new ExtensionScan(options, this.outputs, host, this.#cache?.scan)
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
    const concerned =
      (await this.#updatePlugins(changes)) ||
      result.changed ||
      [...result.rewritten].some((file) => this.#shown.has(file)) ||
      changes.edited.some((path) => this.#contributed.has(path) || this.#typed.has(path))
    return concerned ? { ...result, compilation: await this.#assemble(generation) } : result
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
      plugins || changed || others || edited.some((path) => !untouched.has(path) || this.#typed.has(path))
    return anew ? this.#assemble() : undefined
  }

  /** Absolute paths of all files that were read. */
  get files(): string[] {
    return [...new Set([...this.#scan.read, ...(this.#plugins?.state.inputs ?? []), ...this.#typed])]
  }

  /** The files that could hold a module, with what they declare at which place by now. */
  get scanned(): readonly ScannedExtension[] {
    return this.#scan.scanned
  }

  /** Absolute paths of the files that schemas from types depend on. */
  get #typed(): ReadonlySet<string> {
    return new Set(this.#types?.files)
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

  /** Lets types stand in for schemas where the options ask for it: what that takes is loaded only then. */
  async #completeModules(
    modules: readonly IdentifiedModule[],
    report: DiagnosticCollector['report'],
  ): Promise<readonly IdentifiedModule[]> {
    if (!this.options.schemaFromTypes) return modules
    const { ModuleTypes } = await import('./schemas/from-types/module-types.ts')
    this.#types ??= new ModuleTypes(this.options)
    return this.#types.complete(modules, report)
  }

  async #assemble(generation = 0): Promise<Compilation> {
    const { options } = this
    const host = this.#host
    const { files, scanned, folders, inputs, problems } = this.#scan
    const found = this.#plugins?.state ?? NO_PLUGINS
    const collector = new DiagnosticCollector([...problems, ...found.problems])
    const { report } = collector
    checkNamedFiles(options, host, report)
    const untyped = scanned.flatMap(({ source, result: { classes } }) => {
      reportArguments(source, classes, options, report)
      return identifyFile(source, classes, options, report)
    })
    const identified = await this.#completeModules(untyped, report)
    const names = files.map((source) => source.file)
    reportCaseCollisions(names, firstModules(scanned), report)
    const tools = new ToolModules(found.plugins)
    const modules = dropConflicts([...identified, ...tools.modules], report)
    const contributed = new Set<string>()
    const contributors = [
      moduleContributor(
        modules.filter((module) => !tools.has(module)),
        options,
      ),
      tools.contributor(modules),
      pluginContributor(found.plugins),
      ...userContributors(options, host, contributed, report),
    ]
    const snapshot = await buildSnapshot(contributors, options, generation, report)
    collector.add(snapshot.diagnostics())
    const catalog = catalogOf(snapshot)
    checkTools(catalog, modules, options.toolProviders, report)
    const plugins = pluginsIn(snapshot, found.plugins)
    const diagnostics = addFrames(collector.sorted(), (file) =>
      readIfThere(resolve(options.root, file), host),
    )
    this.#shown = filesIn(diagnostics)
    this.#contributed = contributed
    return {
      snapshot,
      catalog,
      plugins: Object.freeze(plugins.map(({ entry }) => entry)),
      diagnostics,
      inputs: {
        files: sortedSet([
          ...names,
          ...[...inputs, ...contributed, ...found.inputs, ...this.#typed].map((path) =>
            relative(options.root, path),
          ),
        ]),
        folders: sortedSet([...folders, ...found.folders]),
      },
      emit: createEmit(snapshot, plugins, options, this.#paths, host),
      fileCount: files.length,
      paths: new Map([
        ...files.map(({ file, path }) => [file, path] as const),
        ...found.plugins.flatMap(({ entry: { file }, path }) =>
          file === undefined || path === undefined ? [] : [[file, path] as const],
        ),
      ]),
      marked: markedTexts(scanned),
    }
  }
}

const NO_PLUGINS: Pick<PluginState, 'plugins' | 'problems' | 'folders' | 'inputs'> = {
  plugins: [],
  problems: [],
  folders: [],
  inputs: new Set(),
}

function sortedSet(items: readonly string[]): string[] {
  return [...new Set(items)].sort(compareText)
}

function filesIn(diagnostics: readonly Diagnostic[]): Set<string> {
  return new Set(
    diagnostics.flatMap(({ file, related }) => [file, ...related.map((note) => note.file)]).filter(isNamed),
  )
}

function isNamed(file: string | undefined): file is string {
  return file !== undefined
}

function reportArguments(
  source: ExtensionFile,
  classes: readonly ClassDescriptor[],
  options: ResolvedOptions,
  report: DiagnosticCollector['report'],
): void {
  if (options.instantiate !== undefined) return
  for (const descriptor of classes) {
    if (!descriptor.implementsModule || descriptor.needsArguments !== true) continue
    const { name: className, line, column, endColumn } = descriptor
    const at = { file: source.file, line, column, endLine: line, endColumn }
    report('CONSTRUCTOR_NEEDS_ARGUMENTS', { className }, { at })
  }
}

function firstModules(scanned: readonly ScannedExtension[]): Parameters<typeof reportCaseCollisions>[1] {
  return new Map(
    scanned.flatMap(({ source, result: { classes } }) => {
      const first = classes.find((descriptor) => descriptor.implementsModule)
      return first === undefined ? [] : [[source.file, [source, first]] as const]
    }),
  )
}

function markedTexts(scanned: readonly ScannedExtension[]): Map<string, MarkedText> {
  return new Map(
    scanned.flatMap(({ source, text, result }) =>
      text === undefined ? [] : [[source.path, { text, cuts: result.markerCuts }] as const],
    ),
  )
}
