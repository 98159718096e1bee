import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { ScannedExtension } from './file-record.ts'
import type { ResolvedOptions } from './options.ts'
import { type IdentifiedModule, identifyFile, placeOf } from './validate/identify-file.ts'

/** The modules of one file, and what is wrong with them, as far as the file alone tells. */
export interface FileModules {
  readonly modules: readonly IdentifiedModule[]
  readonly problems: readonly Diagnostic[]
}

/** Identifies the modules of files, and remembers it for as long as a file is what it was. */
export class IdentifiedFiles {
  readonly #options: ResolvedOptions
  readonly #known = new WeakMap<ScannedExtension, FileModules>()

  constructor(options: ResolvedOptions) {
    this.#options = options
  }

  of(scanned: ScannedExtension): FileModules {
    let found = this.#known.get(scanned)
    if (found === undefined) {
      const collector = new DiagnosticCollector()
      reportArguments(scanned, this.#options, collector.report)
      const modules = identifyFile(scanned.source, scanned.result.classes, this.#options, collector.report)
      found = { modules, problems: collector.sorted() }
      this.#known.set(scanned, found)
    }
    return found
  }
}

function reportArguments(
  { source, result }: ScannedExtension,
  { instantiate }: ResolvedOptions,
  report: Report,
): void {
  if (instantiate !== undefined) return
  for (const descriptor of result.classes) {
    if (!descriptor.implementsModule || descriptor.needsArguments !== true) continue
    const details = { className: descriptor.name }
    report('CONSTRUCTOR_NEEDS_ARGUMENTS', details, { at: placeOf(source, descriptor) })
  }
}
