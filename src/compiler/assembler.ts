import { resolve } from 'pathe'
import type { CatalogEntry } from '../catalog/entry.ts'
import { DiagnosticCollector } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { addFrames } from '../diagnostics/frame.ts'
import type { CatalogContribution } from '../kernel/contribution.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { lazy } from '../util/lazy.ts'
import { amendSorted } from '../util/sorted-list.ts'
import { type AmendedSnapshot, SnapshotBuilder } from './build-snapshot.ts'
import { checkNamedFiles } from './check-named-files.ts'
import { groupIntoChunks } from './chunks.ts'
import { type Compilation, type FileTables, fileTables, markedTexts } from './compilation.ts'
import { ModuleOffers, type ModulePayload } from './contribute.ts'
import { pluginContributor, pluginsIn } from './contribute-plugins.ts'
import { ToolModules } from './contribute-tools.ts'
import {
  compareModules,
  type EmittedModule,
  type EmittedPlugin,
  markSorted,
  sortModules,
} from './emit/emitted-module.ts'
import { RenderedList } from './emit/rendered.ts'
import { createEmit } from './emit.ts'
import type { ExtensionScan, FileChange } from './extension-scan.ts'
import { IdentifiedFiles } from './file-modules.ts'
import type { ScannedExtension } from './file-record.ts'
import type { OutputPaths } from './generated-files.ts'
import { type Host, readIfThere } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import type { PluginState } from './plugin-scan.ts'
import type { ModuleTypes } from './schemas/from-types/module-types.ts'
import { userContributors } from './user-contributions.ts'
import { checkTools } from './validate/check-tools.ts'
import { Claims } from './validate/claims.ts'
import { dropConflicts, reportCaseCollisions } from './validate/conflicts.ts'
import type { IdentifiedModule } from './validate/identify-file.ts'

/** Beyond so many changed files, looking at all of them is as quick. */
const MANY = 100

/** What has been found of plugins. */
export type FoundPlugins = Pick<PluginState, 'plugins' | 'problems' | 'folders' | 'inputs'>

/** What the last run leaves for the next one. */
interface Last {
  readonly modules: readonly EmittedModule[]
  readonly catalog: readonly CatalogEntry[]
  readonly diagnostics: readonly Diagnostic[]
  readonly plugins: readonly EmittedPlugin[]
  readonly found: FoundPlugins
  /** IDs of modules, whoever offers them. */
  readonly ids: Claims
  /** Names of extension files, in small letters. */
  readonly names: Claims
}

/**
 * The later stages of the pipeline: validate, resolve, assemble, freeze. They run on everything that was found, or, as
 * long as a change is nobody else's business, on that change alone; the result is the same.
 */
export class Assembler {
  readonly #options: ResolvedOptions
  readonly #paths: OutputPaths
  readonly #host: Host
  readonly #identified: IdentifiedFiles
  readonly #offers: ModuleOffers
  readonly #builder: SnapshotBuilder
  readonly #rendered = new RenderedList<EmittedModule>()
  #types: ModuleTypes | undefined
  #last: Last | undefined
  /** The last tables, and what they were made from. */
  #tables: { readonly parts: readonly object[]; readonly tables: FileTables } | undefined
  /** Files that the last problems show lines of, relative to the project. */
  shown: ReadonlySet<string> = new Set()
  /** Absolute paths of files that the application's own contributors named. */
  contributed: ReadonlySet<string> = new Set()
  /** Absolute paths of the files that schemas from types depend on. */
  typed: ReadonlySet<string> = new Set()

  constructor(options: ResolvedOptions, paths: OutputPaths, host: Host) {
    this.#options = options
    this.#paths = paths
    this.#host = host
    this.#identified = new IdentifiedFiles(options)
    this.#offers = new ModuleOffers(options)
    this.#builder = new SnapshotBuilder(options)
  }

  /** Runs the stages on everything. */
  async assemble(scan: ExtensionScan, found: FoundPlugins, generation: number): Promise<Compilation> {
    this.#last = undefined
    const options = this.#options
    const host = this.#host
    const { files, scanned } = scan
    const collector = new DiagnosticCollector([...scan.problems, ...found.problems])
    const { report } = collector
    checkNamedFiles(options, host, report)
    const identified = scanned.map((record) => this.#identified.of(record))
    for (const { problems } of identified) collector.add(problems)
    const own = await this.#completeModules(
      identified.flatMap(({ modules }) => modules),
      report,
    )
    const names = files.map((source) => source.file)
    reportCaseCollisions(names, firstModules(scanned), report)
    const tools = new ToolModules(found.plugins)
    const claimed = [...own, ...tools.modules]
    const modules = dropConflicts(claimed, report)
    const contributed = new Set<string>()
    const snapshot = await this.#builder.build(
      modules.flatMap((module) => (tools.has(module) ? [] : this.#offers.of(module))),
      [
        tools.contributor(modules),
        pluginContributor(found.plugins),
        ...userContributors(options, host, contributed, report),
      ],
      generation,
      report,
    )
    collector.add(snapshot.diagnostics())
    const emitted = sortModules(snapshot.catalog.byKind('module').map(payloadOf))
    const catalog = Object.freeze(emitted.map(({ entry }) => entry))
    checkTools(catalog, modules, options.toolProviders, report)
    const plugins = pluginsIn(snapshot, found.plugins)
    checkChunks(emitted, options)
    const diagnostics = addFrames(collector.sorted(), (file) =>
      readIfThere(resolve(options.root, file), host),
    )
    this.shown = filesIn(diagnostics)
    this.contributed = contributed
    const last: Last = {
      ...{ modules: emitted, catalog, diagnostics, plugins, found },
      ids: new Claims(claimed.map(({ id }) => id)),
      names: new Claims(names.map((name) => name.toLowerCase())),
    }
    if (options.contributors.length === 0 && !options.schemaFromTypes) this.#last = last
    return this.#compilation(snapshot, last, scan)
  }

  /**
   * Runs the stages on files that are other than they were when the last compilation was made.
   *
   * @returns nothing where a change concerns more than its own files, so that only {@link assemble} can tell
   */
  amend(changes: readonly FileChange[], scan: ExtensionScan, generation: number): Compilation | undefined {
    const last = this.#last
    if (last === undefined || changes.length > MANY) return undefined
    const gone = changes.flatMap(({ before }) => before ?? [])
    const come = changes.flatMap(({ after }) => after ?? [])
    if (!this.#areHealthy(gone) || !this.#areHealthy(come) || this.#namesAreWrong()) return undefined
    this.#last = undefined
    const [before, after] = [this.#modulesOf(gone), this.#modulesOf(come)]
    const undisputed =
      last.names.amend(gone.map(nameKey), come.map(nameKey)) &&
      last.ids.amend(before.map(moduleId), after.map(moduleId))
    if (!undisputed) return undefined
    const amended = this.#builder.amend(
      before.map((module) => this.#offers.of(module)),
      after.map((module) => this.#offers.of(module)),
      generation,
    )
    return amended && this.#continue(last, amended, after, scan)
  }

  #continue(
    last: Last,
    { snapshot, gone, come }: AmendedSnapshot,
    fresh: readonly IdentifiedModule[],
    scan: ExtensionScan,
  ): Compilation | undefined {
    const arrived = come.map(payloadOf)
    const amended = amendSorted(last.modules, gone.map(payloadOf), arrived, compareModules)
    if (amended === undefined) return undefined
    const modules = markSorted(amended)
    const entries = arrived.map(({ entry }) => entry)
    const collector = new DiagnosticCollector()
    const left = gone.map(payloadOf).map(({ entry }) => entry)
    checkTools([...left, ...entries], fresh, this.#options.toolProviders, collector.report)
    if (collector.sorted().length > 0) return undefined
    checkChunks(arrived, this.#options)
    const catalog = Object.freeze(modules.map(({ entry }) => entry))
    this.#last = { ...last, modules, catalog }
    return this.#compilation(snapshot, this.#last, scan)
  }

  /** Whether nothing is wrong with files, as far as they alone tell. */
  #areHealthy(
    scanned: readonly (ScannedExtension & { readonly problems: readonly Diagnostic[] })[],
  ): boolean {
    return scanned.every(
      (record) => record.problems.length === 0 && this.#identified.of(record).problems.length === 0,
    )
  }

  #namesAreWrong(): boolean {
    const collector = new DiagnosticCollector()
    checkNamedFiles(this.#options, this.#host, collector.report)
    return collector.sorted().length > 0
  }

  #modulesOf(scanned: readonly ScannedExtension[]): IdentifiedModule[] {
    return scanned.flatMap((record) => this.#identified.of(record).modules)
  }

  #compilation(snapshot: RuntimeSnapshot, last: Last, scan: ExtensionScan): Compilation {
    const { modules, catalog, plugins, diagnostics, found } = last
    const tables = this.#tablesOf(scan, found)
    const marked = lazy(() => markedTexts(scan.scanned))
    const emit = lazy(() =>
      createEmit(snapshot, modules, plugins, this.#options, this.#paths, this.#host, this.#rendered),
    )
    return Object.defineProperties(
      { snapshot, catalog, plugins: Object.freeze(plugins.map(({ entry }) => entry)), diagnostics },
      {
        ...Object.getOwnPropertyDescriptors(tables),
        emit: { get: emit, enumerable: true },
        marked: { get: marked, enumerable: true },
      },
    ) as unknown as Compilation
  }

  /** The same tables as long as there are the same files. */
  #tablesOf(scan: ExtensionScan, found: FoundPlugins): FileTables {
    const { files, folders, inputs } = scan
    const { contributed, typed } = this
    const parts = [files, folders, inputs, contributed, typed, found]
    if (this.#tables === undefined || this.#tables.parts.some((part, index) => part !== parts[index])) {
      const read = [inputs, contributed, found.inputs, typed]
      const { root } = this.#options
      this.#tables = { parts, tables: fileTables({ root, files, folders, read, plugins: found }) }
    }
    return this.#tables.tables
  }

  /** Lets types stand in for schemas where the options ask for it: what that takes is loaded only then. */
  async #completeModules(
    modules: readonly IdentifiedModule[],
    report: DiagnosticCollector['report'],
  ): Promise<readonly IdentifiedModule[]> {
    if (!this.#options.schemaFromTypes) return modules
    const { ModuleTypes } = await import('./schemas/from-types/module-types.ts')
    this.#types ??= new ModuleTypes(this.#options)
    const completed = this.#types.complete(modules, report)
    this.typed = new Set(this.#types.files)
    return completed
  }
}

function payloadOf({ payload }: CatalogContribution): ModulePayload {
  return payload as ModulePayload
}

function moduleId({ id }: IdentifiedModule): string {
  return id
}

function nameKey({ source }: ScannedExtension): string {
  return source.file.toLowerCase()
}

/** @throws OptionsInvalidError when the function of the application does not say what a chunk is */
function checkChunks(modules: readonly EmittedModule[], options: ResolvedOptions): void {
  groupIntoChunks(
    modules.flatMap(({ entry, plugin }) => (plugin === undefined ? entry : [])),
    options,
  )
}

function filesIn(diagnostics: readonly Diagnostic[]): Set<string> {
  const files = diagnostics.flatMap(({ file, related }) => [file, ...related.map((note) => note.file)])
  return new Set(files.filter((file) => file !== undefined))
}

function firstModules(scanned: readonly ScannedExtension[]): Parameters<typeof reportCaseCollisions>[1] {
  return new Map(
    scanned.flatMap(({ source, result: { classes } }) => {
      const first = classes.find((descriptor) => descriptor.implementsModule)
      return first === undefined ? [] : [[source.file, [source, first]] as const]
    }),
  )
}
