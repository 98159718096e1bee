import { resolve } from 'pathe'
import { DiagnosticCollector } from '../../diagnostics/collector.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { type Host, realPathIfThere } from '../host.ts'
import type { ResolvedOptions } from '../options.ts'
import {
  type Discovery,
  discoverExtensionFiles,
  type ExtensionFile,
  type OpenRoot,
} from './extension-files.ts'
import { lookAgain, type TreeChange } from './look-again.ts'

/** The extension files of a project that is looked at again and again. */
export class ExtensionTree {
  readonly #options: ResolvedOptions
  readonly #outputs: readonly string[]
  readonly #host: Host
  #roots: readonly OpenRoot[] = []
  #discovery: Discovery = { files: [], notScanned: [], folders: [] }
  /** What is wrong with folders. */
  problems: readonly Diagnostic[] = []
  /** The configured roots, absolute, all links resolved. */
  folders: readonly string[] = []

  /** @param outputs absolute paths of files that the plugin writes itself: they never count */
  constructor(options: ResolvedOptions, outputs: readonly string[], host: Host) {
    this.#options = options
    this.#outputs = outputs
    this.#host = host
  }

  /** What was found below the roots. Its lists are replaced, never changed. */
  get discovery(): Discovery {
    return this.#discovery
  }

  /** All files, also those that are only looked at for a warning. */
  get files(): ExtensionFile[] {
    return [...this.#discovery.files, ...this.#discovery.notScanned]
  }

  /** Looks everywhere. */
  walk(): void {
    const collector = new DiagnosticCollector()
    const found = discoverExtensionFiles(this.#options, this.#outputs, this.#host, collector.report)
    const { root: project, extensions } = this.#options
    this.#discovery = found.discovery
    this.#roots = found.roots
    this.problems = collector.sorted()
    this.folders = extensions.map(({ root }) => realPathIfThere(resolve(project, root), this.#host))
  }

  /**
   * Looks where files came or went.
   *
   * @param moved absolute paths of all that did since the last look
   * @returns nothing where it does not do to look there; then nothing has changed here
   */
  lookAgain(moved: readonly string[]): TreeChange | undefined {
    const { root: project, extensions } = this.#options
    const isAsBefore =
      this.problems.length === 0 &&
      this.#roots.length === extensions.length &&
      this.#roots.every(
        ({ root, folder }) => realPathIfThere(resolve(project, root.root), this.#host) === folder,
      )
    if (!isAsBefore) return undefined
    const look = { options: this.#options, outputs: this.#outputs, host: this.#host }
    const change = lookAgain(this.#roots, this.#discovery, moved, look)
    if (change !== undefined) this.#discovery = change.discovery
    return change
  }

  /**
   * Takes files out that were gone when they were read, as if the look had come later.
   *
   * @param lost relative to the project
   */
  drop(lost: ReadonlySet<string>): void {
    const kept = (sources: readonly ExtensionFile[]) => sources.filter(({ file }) => !lost.has(file))
    const { files, notScanned } = this.#discovery
    this.#discovery = { ...this.#discovery, files: kept(files), notScanned: kept(notScanned) }
  }
}
