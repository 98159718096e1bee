import { resolve } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { createFieldReader } from '../fold/field-reader.ts'
import { Folder } from '../fold/folder.ts'
import type { SchemaLibraries } from '../fold/schema-library.ts'
import type { Host } from '../host.ts'
import type { ModuleInterface, ResolvedOptions } from '../options.ts'
import { createSchemaLibraries } from '../schemas/libraries.ts'
import { observeLibraries } from '../schemas/observe-libraries.ts'
import type { ClassDescriptor } from './class-descriptor.ts'
import type { FileToJudge } from './decide.ts'
import { describeFile } from './describe-file.ts'
import { ExportFollower, type FactsOf } from './exports.ts'
import type { Cut } from './facts.ts'
import { type FactsMemory, FactsStore, isScript } from './facts-store.ts'
import { Heritage, type InterfaceOrigin } from './heritage.ts'
import { TracedHeritage } from './heritage-trace.ts'
import { createModuleResolver, type ModuleResolver } from './module-resolution.ts'
import { mayHoldModule } from './prefilter.ts'
import { loadCompiler } from './syntax.ts'

/** The package entry whose `multiClass` is the marker decorator. */
export const RUNTIME_ENTRY = 'unplugin-module-registry/runtime'

/** What the scanner needs to know; a part of the resolved options. */
export type ScannerOptions = Pick<
  ResolvedOptions,
  'root' | 'moduleInterface' | 'moduleFactories' | 'metadata' | 'schemaFromTypes'
>

/** A text to scan. */
export interface ScannedText {
  /** Where it stands, absolute. */
  readonly path: string
  /** The same relative to the project, for problems. */
  readonly file: string
  readonly text: string
  /** Of the bytes that it was decoded from, as `contentHash` gives it. */
  readonly hash: string
}

/** What one text gave. */
export interface ScanResult {
  readonly classes: readonly ClassDescriptor[]
  /** What to cut out of the text so that no trace of marker decorators is left. */
  readonly markerCuts: readonly Cut[]
  /** Absolute paths of other files that the answer depends on. */
  readonly dependencies: readonly string[]
  /** Whether it depends on where imports lead, so that any file that comes or goes could change it. */
  readonly asksOthers: boolean
  /** Whether it depends on the installed version of a schema library. */
  readonly opensLibraries: boolean
}

/** What a scan asks of a file that can be understood, in a form that can be asked again and says why. */
export interface ExplainedFile extends FileToJudge {
  readonly heritage: TracedHeritage
  /** Folds the fields of its modules. */
  readonly folder: Folder
}

/** What a text without modules gives. */
export const NO_MODULES: ScanResult = {
  classes: [],
  markerCuts: [],
  dependencies: [],
  asksOthers: false,
  opensLibraries: false,
}

/**
 * Turns texts into descriptors, for one run: what a file depends on is read and parsed once, whoever needs it.
 */
export class Scanner {
  readonly #options: ScannerOptions
  readonly #store: FactsStore
  readonly #resolver: ModuleResolver
  readonly #libraries: SchemaLibraries

  /**
   * @param world what answers to where imports lead; `host` by default
   * @param memory facts from earlier runs; kept up to date
   * @param libraries those that may be called while constants are folded
   */
  constructor(
    options: ScannerOptions,
    host: Host,
    memory: FactsMemory = new Map(),
    world: Host = host,
    libraries: SchemaLibraries = createSchemaLibraries(),
  ) {
    this.#options = options
    this.#libraries = observeLibraries(libraries, world)
    const markerPackages = [RUNTIME_ENTRY, ...options.moduleFactories]
    this.#store = new FactsStore(host, { markerPackages }, memory)
    this.#resolver = createModuleResolver(world)
  }

  /** Absolute paths of the tsconfig files that were read. */
  get configFiles(): ReadonlySet<string> {
    return this.#resolver.configFiles
  }

  /** Whether a text could hold a module; if not, it need not be scanned. */
  mayHoldModule(text: string): boolean {
    return mayHoldModule(text, this.#options)
  }

  /** Scans one text. */
  scan({ path, file, text, hash }: ScannedText, report: Report): ScanResult {
    if (!this.mayHoldModule(text)) return NO_MODULES
    this.#store.offer(path, { text, hash })
    const facts = this.#store.factsOf(path)
    if (facts === undefined) return NO_MODULES
    if (facts.syntaxError !== undefined) {
      const { reason, range, related } = facts.syntaxError
      const extras = {
        at: { file, ...range },
        related: related.map((note) => ({ file, ...note.range, message: note.reason })),
      }
      report('PARSE_ERROR', { reason, compiler: loadCompiler().version }, extras)
      return NO_MODULES
    }
    const asked = new Set<string>()
    let asksOthers = false
    let opensLibraries = false
    const libraries: SchemaLibraries = {
      open: (specifier, from) => {
        opensLibraries = true
        return this.#libraries.open(specifier, from)
      },
    }
    const factsOf: FactsOf = (other) => {
      if (other === path) return facts
      if (isScript(other)) asked.add(other)
      return this.#store.sharedFactsOf(other)
    }
    const resolver: Pick<ModuleResolver, 'resolve'> = {
      resolve: (specifier, from) => {
        asksOthers = true
        return this.#resolver.resolve(specifier, from)
      },
    }
    const follower = new ExportFollower(factsOf, resolver)
    const heritage = this.#createHeritage(follower)
    const { moduleFactories } = this.#options
    const folder = new Folder({
      factsOf,
      follower,
      resolver,
      libraries,
      baseOf: (located) => heritage.baseOf(located),
    })
    const fields = createFieldReader({ file, path, facts }, folder, this.#options, report)
    const classes = describeFile({ file, path, facts, heritage, moduleFactories, fields }, report)
    this.#store.settle(path)
    return { classes, markerCuts: facts.markerCuts, dependencies: [...asked], asksOthers, opensLibraries }
  }

  /**
   * Gives what {@link scan} decides by, so that one can ask for the reasons.
   *
   * @returns nothing when the text has a syntax error
   */
  explain({ path, text, hash }: ScannedText): ExplainedFile | undefined {
    this.#store.offer(path, { text, hash })
    const { factsOf } = this.#store
    const facts = factsOf(path)
    if (facts === undefined || facts.syntaxError !== undefined) return undefined
    const resolver = this.#resolver
    const follower = new ExportFollower(factsOf, resolver)
    const { moduleInterface, moduleFactories } = this.#options
    const origin = this.#findOrigin(follower, moduleInterface)
    const heritage = new TracedHeritage(follower, moduleInterface, origin)
    const baseOf = heritage.baseOf.bind(heritage)
    const folder = new Folder({ factsOf, follower, resolver, libraries: this.#libraries, baseOf })
    return { path, facts, heritage, moduleFactories, folder }
  }

  /** What files were when they were read for this run; empty for what could not be read. */
  hashesOf(paths: readonly string[]): string[] {
    return paths.map((path) => this.#store.hashOf(path))
  }

  /** Whether the interface of the `moduleInterface` option is declared where the option says. */
  findsInterface(): boolean {
    const follower = new ExportFollower(this.#store.factsOf, this.#resolver)
    return this.#findOrigin(follower, this.#options.moduleInterface) !== undefined
  }

  /** Forgets the facts of files that this run did not need. */
  finish(): void {
    this.#store.prune()
  }

  #createHeritage(follower: ExportFollower): Heritage {
    const wanted = this.#options.moduleInterface
    return new Heritage(follower, wanted, this.#findOrigin(follower, wanted))
  }

  /** Where the interface of the `moduleInterface` option is declared, if the option says where to look. */
  #findOrigin(follower: ExportFollower, { name, from }: ModuleInterface): InterfaceOrigin {
    if (from === undefined) return undefined
    const importer = resolve(this.#options.root, 'index.ts')
    const found = follower.followImport({ specifier: from, imported: name }, importer, () => false)
    return found.kind === 'local' ? { path: found.path, name: found.name } : undefined
  }
}
