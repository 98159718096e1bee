import { resolve } from 'pathe'
import { type Compilation, Compiler } from '../compiler/compile.ts'
import type { Changes, UpdateResult } from '../compiler/extension-scan.ts'
import type { ScannedExtension } from '../compiler/file-record.ts'
import { nodeHost } from '../compiler/node-host.ts'
import type { Options, ResolvedOptions } from '../compiler/options.ts'
import { OptionsInvalidError, resolveOptions } from '../compiler/resolve-options.ts'
import type { IdentifiedTool } from '../compiler/validate/plugin-tools.ts'
import { makeDiagnostic } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { FileStates } from './file-states.ts'
import { MarkerEraser } from './marker-eraser.ts'
import { type WrittenFiles, writeIfChanged } from './write-if-changed.ts'

/** What a run gave: a compilation and every problem, or only problems when the options are wrong. */
export interface SessionResult {
  readonly compilation?: Compilation
  readonly markers?: MarkerEraser
  readonly diagnostics: readonly Diagnostic[]
}

/** The name of the plugin in every bundler. */
export const PLUGIN_NAME = 'unplugin-module-registry'

/** Whether a build must fail. */
export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((diagnostic) => diagnostic.severity === 'error')
}

/** One plugin in one bundler: compiles at every start of a build, and keeps what can be used again. */
export class Session {
  readonly #options: Options
  #defaultRoot: string
  readonly #written: WrittenFiles = new Map()
  #copies = 0
  #compiler: Compiler | undefined
  #states: FileStates | undefined
  #running: Promise<SessionResult> | undefined
  #last: SessionResult = { diagnostics: [] }

  constructor(options: Options, defaultRoot: string = process.cwd()) {
    this.#options = options
    this.#defaultRoot = defaultRoot
  }

  /**
   * Looks for other copies of this plugin in a build: all of them would answer for the one registry, and write its files.
   *
   * @param plugins those of the build
   */
  lookForCopies(plugins: readonly { readonly name?: unknown }[] | undefined): void {
    this.#copies = plugins?.filter(({ name }) => name === PLUGIN_NAME).length ?? 0
  }

  /** Sets the project of the bundler, which counts where the `root` option is not given. */
  useRoot(root: string): void {
    if (root === this.#defaultRoot) return
    this.#defaultRoot = root
    this.#compiler = undefined
    this.#states = undefined
    this.#running = undefined
  }

  /** Compiles the project as it is now, and writes generated files when nothing is wrong. */
  start(): Promise<SessionResult> {
    this.#running = this.#run().then((result) => {
      this.#last = result
      return result
    })
    return this.#running
  }

  /** The result of the last start; starts if nobody has yet. */
  current(): Promise<SessionResult> {
    return this.#running ?? this.start()
  }

  /**
   * Looks at what changed since the last time, in a project that was started; what {@link compilation} and
   * {@link diagnostics} give is then up to date. Generated files are left to {@link write}.
   */
  async update(changes: Changes): Promise<Pick<UpdateResult, 'untouched' | 'unsettled'>> {
    const last = await this.current()
    const compiler = this.#compiler
    if (compiler === undefined) return { untouched: new Set(), unsettled: [] }
    const generation = (last.compilation?.snapshot.generation ?? 0) + 1
    const { compilation, untouched, unsettled } = await compiler.update(changes, generation)
    if (compilation !== undefined) this.#take(this.#resultOf(compilation))
    return { untouched, unsettled }
  }

  /** Writes generated files that are missing or are not as they should be, unless something is wrong. */
  write(): void {
    const { compilation } = this
    if (compilation === undefined || hasErrors(compilation.diagnostics)) return
    this.#take(this.#withFiles(this.#last, compilation))
  }

  /** Whether a generated file is not there. */
  get lacksOutput(): boolean {
    return this.#compiler?.outputs.some((path) => nodeHost.kind(path) === undefined) ?? false
  }

  /** Whether an absolute path is one of the generated files. */
  isOutput(path: string): boolean {
    return this.#compiler?.outputs.includes(path) ?? false
  }

  /** What the last run compiled. */
  get compilation(): Compilation | undefined {
    return this.#last.compilation
  }

  /** What the last run found wrong. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#last.diagnostics
  }

  /** The tools of plugins, each with the place where its manifest names it. */
  get tools(): readonly IdentifiedTool[] {
    return this.#compiler?.tools ?? []
  }

  /** The files that could hold a module, with what they declare at which place by now. */
  get scanned(): readonly ScannedExtension[] {
    return this.#compiler?.scanned ?? []
  }

  /** The project, absolute. */
  get root(): string {
    return this.options?.root ?? this.#defaultRoot
  }

  /** The options with every default; nothing when they are wrong, which the result of the start tells. */
  get options(): ResolvedOptions | undefined {
    try {
      return this.#useCompiler().options
    } catch (error) {
      if (error instanceof OptionsInvalidError) return undefined
      throw error
    }
  }

  #useCompiler(): Compiler {
    this.#compiler ??= new Compiler(resolveOptions(this.#options, this.#defaultRoot))
    return this.#compiler
  }

  async #run(): Promise<SessionResult> {
    if (this.#copies > 1) {
      const message = `the plugin is there ${this.#copies} times; keep one, and list all roots in its \`extensions\` option.`
      return { diagnostics: [makeDiagnostic('OPTIONS_INVALID', { issues: [{ path: '', message }] })] }
    }
    let compilation: Compilation
    try {
      compilation = await this.#compile(this.#useCompiler())
    } catch (error) {
      if (!(error instanceof OptionsInvalidError)) throw error
      const { issues } = error.details
      return { diagnostics: issues.map((issue) => makeDiagnostic('OPTIONS_INVALID', { issues: [issue] })) }
    }
    return this.#conclude(compilation)
  }

  /** Compiles the project; after the first time, nothing is read but what is new or changed. */
  async #compile(compiler: Compiler): Promise<Compilation> {
    const start = Date.now()
    const states = this.#states
    const last = this.#last.compilation
    // Until it has succeeded, nothing is known that could be relied on.
    this.#states = undefined
    const compilation =
      states === undefined || last === undefined
        ? await compiler.compile()
        : ((await compiler.compileEdited(states.changed(filesOf(compiler, last)))) ?? last)
    this.#states = states ?? new FileStates()
    this.#states.note(filesOf(compiler, compilation), start)
    return compilation
  }

  #conclude(compilation: Compilation): SessionResult {
    const result = this.#resultOf(compilation)
    return hasErrors(result.diagnostics) ? result : this.#withFiles(result, compilation)
  }

  #resultOf(compilation: Compilation): SessionResult {
    const markers = new MarkerEraser(compilation, this.options?.moduleFactories ?? [])
    return { compilation, markers, diagnostics: compilation.diagnostics }
  }

  #withFiles(result: SessionResult, { emit, diagnostics }: Compilation): SessionResult {
    const unwritten = writeIfChanged(emit.files(), this.root, this.#written)
    return { ...result, diagnostics: [...unwritten, ...diagnostics] }
  }

  #take(result: SessionResult): void {
    this.#last = result
    this.#running = Promise.resolve(result)
  }
}

/** Absolute paths of every file that a compilation depends on. */
function filesOf({ files, options }: Compiler, { inputs }: Compilation): Set<string> {
  return new Set([...files, ...inputs.files.map((file) => resolve(options.root, file))])
}
