import type { FileFacts, ImportFacts, Scope } from './facts.ts'
import type { ModuleResolver } from './module-resolution.ts'

/** Gives the facts of any file by its absolute path; `undefined` for what cannot be read or is no script. */
export type FactsOf = (path: string) => FileFacts | undefined

/** What following a name through imports and re-exports ends at. */
export type Found =
  /** A declaration, or at least the scope where it should be. */
  | { readonly kind: 'local'; readonly path: string; readonly scope: Scope; readonly name: string }
  /** All of a file, as a namespace. */
  | { readonly kind: 'file'; readonly path: string; readonly scope: Scope }
  /** The caller's question was answered on the way. */
  | { readonly kind: 'stopped' }
  /** A specifier that leads nowhere, or to a file that cannot be read or understood. */
  | {
      readonly kind: 'unresolved'
      readonly specifier: string
      readonly reason: string
      readonly broken?: true
    }
  /** A module of Node, of which nothing is read. */
  | { readonly kind: 'builtin' }
  /** A name that the file does not export. */
  | { readonly kind: 'none' }

/** Asked at each import or re-export on the way; `true` ends the search with `stopped`. */
export type StopAt = (step: ImportFacts, path: string) => boolean

const NONE: Found = { kind: 'none' }
const BUILTIN: Found = { kind: 'builtin' }

/** Follows names across files: through imports, re-exports, barrels and `export =`. Cycles end in `none`. */
export class ExportFollower {
  readonly #factsOf: FactsOf
  readonly #resolver: Pick<ModuleResolver, 'resolve'>

  constructor(factsOf: FactsOf, resolver: Pick<ModuleResolver, 'resolve'>) {
    this.#factsOf = factsOf
    this.#resolver = resolver
  }

  /** Follows an import to where the name is declared. */
  followImport(step: ImportFacts, path: string, stopAt: StopAt, seen = new Set<string>()): Found {
    if (stopAt(step, path)) return { kind: 'stopped' }
    const { specifier } = step
    const broken = (reason: string): Found => ({ kind: 'unresolved', specifier, reason, broken: true })
    const resolution = this.#resolver.resolve(specifier, path)
    if (resolution === undefined) return { kind: 'unresolved', specifier, reason: 'was not found' }
    if (resolution === 'builtin') return BUILTIN
    const facts = this.#factsOf(resolution.path)
    if (facts === undefined) return broken('cannot be read')
    if (step.imported !== '*') {
      const found = this.followExport(resolution.path, step.imported, stopAt, seen)
      const isBroken = found.kind === 'none' && facts.syntaxError !== undefined
      return isBroken ? broken('has a syntax error') : found
    }
    const whole = facts.scope.exports.has('export=')
      ? this.followExport(resolution.path, 'export=', stopAt, seen)
      : NONE
    return whole.kind === 'none' ? { kind: 'file', path: resolution.path, scope: facts.scope } : whole
  }

  /** Follows a name that a file exports. */
  followExport(path: string, name: string, stopAt: StopAt, seen = new Set<string>()): Found {
    const key = `${path}\0${name}`
    const scope = this.#factsOf(path)?.scope
    if (scope === undefined || seen.has(key)) return NONE
    seen.add(key)
    const found = this.#followIn(scope, path, name, stopAt, seen)
    if (found.kind !== 'none') return found
    if (scope.exports.has('export=') && name !== 'export=')
      return this.#followExportEquals(path, name, stopAt, seen)
    if (name === 'default' || name === 'export=') return NONE
    let inconclusive: Found = NONE
    for (const specifier of scope.stars) {
      const through = this.followImport({ specifier, imported: name }, path, stopAt, seen)
      if (through.kind === 'unresolved' || through.kind === 'builtin') inconclusive = through
      else if (through.kind !== 'none') return through
    }
    return inconclusive
  }

  /** Follows a name that a scope exports under that name itself. */
  followMember(scope: Scope, path: string, name: string, stopAt: StopAt): Found {
    return this.#followIn(scope, path, name, stopAt, new Set())
  }

  #followIn(scope: Scope, path: string, name: string, stopAt: StopAt, seen: Set<string>): Found {
    const facts = scope.exports.get(name)
    if (facts === undefined) return NONE
    if ('specifier' in facts) return this.followImport(facts, path, stopAt, seen)
    const imported = scope.imports.get(facts.local)
    if (imported !== undefined) return this.followImport(imported, path, stopAt, seen)
    return { kind: 'local', path, scope, name: facts.local }
  }

  /** `export = X`: the default is `X`, and other names are members of the namespace `X`. */
  #followExportEquals(path: string, name: string, stopAt: StopAt, seen: Set<string>): Found {
    const whole = this.followExport(path, 'export=', stopAt, seen)
    if (name === 'default' || whole.kind !== 'local') return whole.kind === 'file' ? NONE : whole
    const value = whole.scope.values.get(whole.name)
    if (value?.kind !== 'namespace') return NONE
    return this.followMember(value.scope, whole.path, name, stopAt)
  }
}
