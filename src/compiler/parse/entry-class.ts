import type { Host } from '../host.ts'
import { BaseSearch } from './base-search.ts'
import type { ModuleShape } from './class-descriptor.ts'
import { ExportFollower, type Found } from './exports.ts'
import { type ClassFacts, DEFAULT_VALUE, type FileFacts, type Scope } from './facts.ts'
import { type FactsMemory, FactsStore } from './facts-store.ts'
import { createModuleResolver, type ModuleResolver } from './module-resolution.ts'

/** What a file exports under a name. */
export type EntryExport =
  | {
      readonly kind: 'class'
      readonly shape: ModuleShape
      /** Absolute path of the file that declares it. */
      readonly path: string
      /** What is known of the class; nothing where it is computed. */
      readonly facts?: ClassFacts
    }
  | { readonly kind: 'absent' }
  /** Something else; a half sentence says what. */
  | { readonly kind: 'other'; readonly what: string }

const ABSENT: EntryExport = { kind: 'absent' }
const NEVER = (): boolean => false

/** Answers what files export as values, from their texts alone. */
export class EntryClasses {
  readonly #store: FactsStore
  readonly #resolver: ModuleResolver
  readonly #host: Host
  /** Absolute paths of all files that were asked for. */
  readonly asked = new Set<string>()

  /** @param memory facts from earlier runs; kept up to date */
  constructor(host: Host, memory: FactsMemory) {
    this.#host = host
    this.#store = new FactsStore(host, { markerPackages: [] }, memory)
    this.#resolver = createModuleResolver(host)
  }

  /** Absolute paths of the tsconfig files that were read. */
  get configFiles(): ReadonlySet<string> {
    return this.#resolver.configFiles
  }

  /** What a file says; `undefined` for what cannot be read. */
  factsOf(path: string): FileFacts | undefined {
    this.asked.add(path)
    return this.#store.factsOf(path)
  }

  /** Follows an export to what it is, also through other files. */
  find(path: string, name: string): EntryExport {
    const found = this.#follower.followExport(path, name, NEVER)
    if (found.kind === 'none') return this.#findInCommonJs(path, name)
    if (found.kind === 'unresolved') return other(`"${found.specifier}" ${found.reason}`)
    return found.kind === 'local' ? this.#judge(found) : other('it is a namespace')
  }

  /** The names of all values that a file exports, sorted, and whether each is a class. */
  exportsOf(path: string): ReadonlyMap<string, boolean> {
    const names = new Set<string>()
    this.#collectNames(path, names, new Set())
    const found = [...names].sort().map((name) => [name, this.find(path, name)] as const)
    return new Map(
      found
        .filter(([, { kind, ...rest }]) => kind === 'class' || (rest as { what?: string }).what !== TYPE_ONLY)
        .map(([name, { kind }]) => [name, kind === 'class']),
    )
  }

  /** Forgets the facts of files that this run did not need. */
  finish(): void {
    this.#store.prune()
  }

  get #follower(): ExportFollower {
    return new ExportFollower((path) => this.factsOf(path), this.#resolver)
  }

  #judge({ path, scope, name }: Found & { readonly kind: 'local' }): EntryExport {
    const value = scope.values.get(name)
    if (value === undefined) return scope.types.has(name) ? other(TYPE_ONLY) : ABSENT
    if (value.kind === 'class') return judgeClass(value.class, path, name !== DEFAULT_VALUE)
    if (value.kind === 'namespace') return other('it is a namespace')
    if (value.kind === 'other') return other('it is a function or an enum')
    if (value.kind === 'variable') {
      const { init, ambient } = value.variable
      if (ambient) return other(DECLARED)
      if (init.kind === 'class') return judgeClass(init.class, path, false)
      if (init.kind === 'object') return other('it is an object')
      if (init.kind === 'opaque' || init.kind === 'create')
        return { kind: 'class', shape: 'class-expression', path }
    }
    return this.#judgeAlias(path, scope, name)
  }

  /** A constant that stands for a class of another name. */
  #judgeAlias(path: string, scope: Scope, name: string): EntryExport {
    const range = { line: 1, column: 1, endLine: 1, endColumn: 1 }
    const base = new BaseSearch(this.#follower).find(
      { kind: 'path', path: [name], text: name, range },
      { path, scope },
      NEVER,
    )
    if (base.kind === 'nothing') return other('it is no class')
    if (base.kind !== 'class') return { kind: 'class', shape: 'class-expression', path }
    return judgeClass(base.located.class, base.located.path, false)
  }

  /** In CommonJS nothing is exported by a statement; that the text speaks of it is all there is to know. */
  #findInCommonJs(path: string, name: string): EntryExport {
    const scope = this.factsOf(path)?.scope
    if (!/\.c?js$/.test(path) || scope === undefined || scope.exports.size > 0 || scope.stars.length > 0)
      return ABSENT
    const text = this.#host.read(path)
    if (!/\b(?:module|exports)\b/.test(text) || !(name === 'default' || text.includes(name))) return ABSENT
    return { kind: 'class', shape: 'class-expression', path }
  }

  #collectNames(path: string, names: Set<string>, seen: Set<string>): void {
    const scope = this.factsOf(path)?.scope
    if (scope === undefined || seen.has(path)) return
    seen.add(path)
    for (const [name, facts] of scope.exports) {
      if (!facts.typeOnly && name !== 'export=' && (name !== 'default' || seen.size === 1)) names.add(name)
    }
    for (const specifier of scope.stars) {
      const target = this.#resolver.resolve(specifier, path)
      if (target !== undefined && target !== 'builtin') this.#collectNames(target.path, names, seen)
    }
  }
}

const TYPE_ONLY = 'it is a type'
const DECLARED = 'it is only declared'

function other(what: string): EntryExport {
  return { kind: 'other', what }
}

function judgeClass(facts: ClassFacts, path: string, named: boolean): EntryExport {
  if (facts.abstract) return other('the class is abstract')
  if (facts.ambient) return other(DECLARED)
  const shape = facts.generic ? 'generic-class' : facts.expression || !named ? 'class-expression' : 'class'
  return { kind: 'class', shape, path, facts }
}
