import type { Report } from '../../diagnostics/collector.ts'
import { closest } from '../../util/closest.ts'
import { compareText } from '../../util/compare.ts'
import type { PluginFolder } from '../discover/plugin-folders.ts'
import type { Manifest } from '../parse/manifest/manifest.ts'

/** A folder with what its manifest says. */
export interface ParsedPlugin {
  readonly source: PluginFolder
  readonly manifest: Manifest
}

/** Finds plugins by what `depends_on` calls them. */
export class PluginNames {
  readonly #ids = new Set<string>()
  readonly #byName = new Map<string, string[]>()
  /** Plugins without a kind: those that the application provides under a bare name. */
  readonly #bare = new Set<string>()
  /** Names that a plugin whose manifest cannot be read may have. */
  readonly #guesses: { has(name: string): boolean }

  /**
   * @param ids of all plugins, also of those that something is wrong with
   * @param provided names, or `kind:name`, of plugins that the application registers by hand
   */
  constructor(ids: Iterable<string>, provided: readonly string[], guesses: { has(name: string): boolean }) {
    for (const id of [...ids, ...provided]) {
      if (this.#ids.has(id)) continue
      if (!id.includes(':')) {
        this.#bare.add(id)
        continue
      }
      this.#ids.add(id)
      const name = id.slice(id.indexOf(':') + 1)
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), id])
    }
    this.#guesses = guesses
  }

  /** The IDs that a name may mean, sorted; the name itself for one that the application provides without a kind. */
  find(dependency: string): readonly string[] {
    if (dependency.includes(':')) {
      const name = dependency.slice(dependency.indexOf(':') + 1)
      return this.#ids.has(dependency) || this.#bare.has(name) ? [dependency] : []
    }
    const found = this.#byName.get(dependency)
    if (found !== undefined) return [...found].sort(compareText)
    return this.#bare.has(dependency) ? [dependency] : []
  }

  /** Whether the name may be that of a plugin whose manifest says nothing legible. */
  mayBeIllegible(dependency: string): boolean {
    return this.#guesses.has(dependency.slice(dependency.indexOf(':') + 1))
  }

  /** The nearest name that exists. */
  nearest(dependency: string): string | undefined {
    const known = dependency.includes(':') ? this.#ids : [...this.#byName.keys(), ...this.#bare]
    return closest(dependency, known)[0]
  }
}

/** What a plugin waits for. */
export interface Dependencies {
  /** IDs, in the order of the manifest, each once. */
  readonly dependsOn: readonly string[]
  /** What is written for those that may be plugins whose manifest is illegible. */
  readonly illegible: readonly string[]
}

/** Looks up every dependency of a plugin; the place of each problem is the value in its manifest. */
export function resolveDependencies(
  { source, manifest }: ParsedPlugin,
  names: PluginNames,
  report: Report,
): Dependencies {
  const dependsOn = new Set<string>()
  const illegible: string[] = []
  for (const [index, dependency] of (manifest.table.depends_on ?? []).entries()) {
    const at = { file: source.manifest, ...manifest.places.value(['plugin', 'depends_on', index]) }
    const candidates = names.find(dependency)
    const plugin = manifest.id
    if (candidates.length === 1) dependsOn.add(candidates[0]!)
    else if (candidates.length > 1) report('DEPENDENCY_AMBIGUOUS', { plugin, dependency, candidates }, { at })
    else if (names.mayBeIllegible(dependency)) illegible.push(dependency)
    else {
      const suggestion = names.nearest(dependency)
      const details = { plugin, dependency, ...(suggestion === undefined ? {} : { suggestion }) }
      report('DEPENDENCY_MISSING', details, { at })
    }
  }
  return { dependsOn: [...dependsOn], illegible }
}
