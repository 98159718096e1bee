import { CODES } from '../../diagnostics/codes.ts'
import { DiagnosticCollector, type Report } from '../../diagnostics/collector.ts'
import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { compareText } from '../../util/compare.ts'
import type { PluginFolder } from '../discover/plugin-folders.ts'
import type { ParsedPlugin } from './plugin-dependencies.ts'

/** A plugin that is left out. */
export interface PluginFailure {
  /** Its folder, relative to the project. */
  readonly folder: string
  /** As far as its manifest says. */
  readonly kind?: string
  readonly name?: string
  /** Why, in one sentence. */
  readonly reason: string
  /** What is wrong with it; empty when it only depends on one that is left out. */
  readonly diagnostics: readonly Diagnostic[]
  /** The folder of the plugin that is to blame, for one that only depends on it. */
  readonly because?: string
}

/** A plugin with the IDs that it depends on. */
export interface PluginWithDependencies {
  readonly plugin: ParsedPlugin
  readonly dependsOn: readonly string[]
}

/** Keeps which plugins are left out, and why. */
export class PluginFailures {
  readonly #severity: 'error' | 'warning'
  readonly #collectors = new Map<PluginFolder, DiagnosticCollector>()
  readonly #failed = new Set<PluginFolder>()
  /** For plugins that only depend on a failed one: which, and where they say so. */
  readonly #because = new Map<
    PluginFolder,
    { readonly cause: PluginFolder; readonly dependant: ParsedPlugin; readonly id: string }
  >()

  constructor(onInvalidPlugin: 'error' | 'skip') {
    this.#severity = onInvalidPlugin === 'error' ? 'error' : 'warning'
  }

  /** Takes problems of one plugin; an error makes it fail. */
  reportFor(source: PluginFolder): Report {
    const collector = this.#collectors.get(source) ?? new DiagnosticCollector()
    this.#collectors.set(source, collector)
    return (code, details, extras = {}) => {
      const isError = CODES[code].severity === 'error'
      if (isError) this.#failed.add(source)
      collector.report(code, details, isError ? { ...extras, severity: this.#severity } : extras)
    }
  }

  /** Makes a plugin fail whose fault is reported elsewhere. */
  fail(source: PluginFolder): void {
    this.#failed.add(source)
  }

  /** Makes a plugin fail that depends on a failed one, which its manifest calls so. */
  failBecause(dependant: ParsedPlugin, cause: PluginFolder, id: string): void {
    if (this.#failed.has(dependant.source)) return
    this.#failed.add(dependant.source)
    this.#because.set(dependant.source, { cause, dependant, id })
  }

  has(source: PluginFolder): boolean {
    return this.#failed.has(source)
  }

  /**
   * Makes everything fail that depends on a failed plugin, however many steps it takes.
   *
   * @param broken plugins without a manifest to speak of, by what their ID seems to be
   */
  spread(plugins: readonly PluginWithDependencies[], broken: ReadonlyMap<string, PluginFolder>): void {
    const dependants = new Map<string, PluginWithDependencies[]>()
    for (const one of plugins) {
      for (const id of one.dependsOn) dependants.set(id, [...(dependants.get(id) ?? []), one])
    }
    const open = [
      ...plugins.flatMap(({ plugin }) =>
        this.has(plugin.source) ? [[plugin.manifest.id, this.#causeOf(plugin.source)] as const] : [],
      ),
      ...broken,
    ].sort(([, a], [, b]) => compareText(a.manifest, b.manifest))
    for (const [id, cause] of open) {
      for (const { plugin } of dependants.get(id) ?? []) {
        if (this.#failed.has(plugin.source)) continue
        this.failBecause(plugin, cause, id)
        open.push([plugin.manifest.id, cause])
      }
    }
  }

  #causeOf(source: PluginFolder): PluginFolder {
    return this.#because.get(source)?.cause ?? source
  }

  /** All problems; where failed plugins are left out, the first of each tells who is left out with it. */
  diagnostics(): Diagnostic[] {
    return [...this.#collectors].flatMap(([source, collector]) => {
      const [first, ...rest] = collector.sorted()
      if (first === undefined) return []
      if (this.#severity === 'error' || !this.has(source)) return [first, ...rest]
      const lost = [...this.#because.values()].filter(({ cause }) => cause === source)
      return [{ ...first, related: [...first.related, ...lost.map(leftOut)] }, ...rest]
    })
  }

  /** Everything that is left out, sorted by folder. */
  list(
    names: ReadonlyMap<PluginFolder, { readonly kind?: string; readonly name?: string }>,
  ): PluginFailure[] {
    return [...this.#failed]
      .sort((a, b) => compareText(a.manifest, b.manifest))
      .map((source): PluginFailure => {
        const diagnostics = this.#collectors.get(source)?.sorted() ?? []
        const because = this.#because.get(source)
        const first = diagnostics.find(({ code }) => code !== 'CONSTRUCTOR_NEEDS_ARGUMENTS')
        return {
          folder: source.folder,
          ...names.get(source),
          reason:
            because === undefined
              ? (first?.message ?? 'It contradicts another plugin.')
              : `It depends on ${because.id}, which is left out.`,
          diagnostics,
          ...(because === undefined ? {} : { because: because.cause.folder }),
        }
      })
  }
}

function leftOut({
  dependant: { source, manifest },
  id,
}: {
  readonly dependant: ParsedPlugin
  readonly id: string
}) {
  const name = id.slice(id.indexOf(':') + 1)
  const index = (manifest.table.depends_on ?? []).findIndex((one) => one === id || one === name)
  return {
    file: source.manifest,
    ...manifest.places.value(['plugin', 'depends_on', index]),
    message: `${manifest.id} is left out too: it depends on ${id}`,
  }
}
