import { relative, resolve } from 'pathe'
import { DiagnosticCollector } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { addFrames } from '../diagnostics/frame.ts'
import { Builder } from '../kernel/builder.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { compareText } from '../util/compare.ts'
import { moduleContributor } from './contribute.ts'
import { createEmit, type Emit } from './emit.ts'
import { outputPaths } from './generated-files.ts'
import type { Host } from './host.ts'
import { nodeHost } from './node-host.ts'
import type { Options, ResolvedOptions } from './options.ts'
import type { Cut } from './parse/facts.ts'
import type { FactsMemory } from './parse/facts-store.ts'
import { Scanner } from './parse/scanner.ts'
import { resolveOptions } from './resolve-options.ts'
import { type ScannedExtension, scanExtensions } from './scan-extensions.ts'
import { dropConflicts, reportCaseCollisions } from './validate/conflicts.ts'
import { identifyFile } from './validate/identify-file.ts'

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
  /** Every problem, sorted by file, line, column and code. An error means that a build must fail. */
  readonly diagnostics: readonly Diagnostic[]
  readonly inputs: Inputs
  /** Renders the generated texts. */
  readonly emit: Emit
  /** How many extension files were found. */
  readonly fileCount: number
  /** Where each extension file is, absolute with every link resolved, by its project-relative path. */
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
export function compile(options: Options = {}, host: Host = nodeHost): Promise<Compilation> {
  return new Compiler(resolveOptions(options, process.cwd()), host).compile()
}

/** The pipeline for repeated runs: what has not changed since the last one is not parsed again. */
export class Compiler {
  readonly options: ResolvedOptions
  readonly #host: Host
  readonly #memory: FactsMemory = new Map()

  constructor(options: ResolvedOptions, host: Host = nodeHost) {
    this.options = options
    this.#host = host
  }

  /** Runs the pipeline on the project as it is now. See {@link compile}. */
  async compile(): Promise<Compilation> {
    const { options } = this
    const host = this.#host
    const collector = new DiagnosticCollector()
    const { report } = collector
    const paths = outputPaths(options, host)
    const outputs = Object.values(paths).map((path) => resolve(options.root, path))

    const scanner = new Scanner(options, host, this.#memory)
    const { discovery, scanned } = scanExtensions(options, outputs, host, scanner, report)
    const identified = scanned.flatMap(({ source, classes }) => {
      reportArguments({ source, classes }, options, report)
      return identifyFile(source, classes, options, report)
    })
    const files = discovery.files.map((source) => source.file)
    reportCaseCollisions(files, firstModules(scanned), report)
    const modules = dropConflicts(identified, report)

    const builder = new Builder().addContributor(moduleContributor(modules, options))
    const { snapshot } = await builder.build()
    scanner.finish()

    const toProject = (path: string): string => relative(options.root, path)
    return {
      snapshot,
      diagnostics: addFrames(collector.sorted(), (file) => readText(resolve(options.root, file), host)),
      inputs: {
        files: [...new Set([...files, ...scanner.inputs.map(toProject)])].sort(compareText),
        folders: discovery.folders,
      },
      emit: createEmit(snapshot, options, paths, host),
      fileCount: files.length,
      paths: new Map(discovery.files.map(({ file, path }) => [file, path])),
      marked: markedTexts(scanned),
    }
  }
}

function reportArguments(
  { source, classes }: Pick<ScannedExtension, 'source' | 'classes'>,
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
    scanned.flatMap(({ source, classes }) => {
      const first = classes.find((descriptor) => descriptor.implementsModule)
      return first === undefined ? [] : [[source.file, [source, first]] as const]
    }),
  )
}

function markedTexts(scanned: readonly ScannedExtension[]): Map<string, MarkedText> {
  return new Map(
    scanned.flatMap(({ source, text, markerCuts }) =>
      markerCuts.length === 0 ? [] : [[source.path, { text, cuts: markerCuts }] as const],
    ),
  )
}

function readText(path: string, host: Host): string | undefined {
  try {
    return host.read(path)
  } catch {
    return undefined
  }
}
