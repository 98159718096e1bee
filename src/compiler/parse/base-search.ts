import type { ExportFollower, Found, StopAt } from './exports.ts'
import type { BaseRef, ClassFacts, ImportFacts, Scope, TypeRef, TypeShape } from './facts.ts'

/** A class, and the file and scope that its names are looked up in. */
export interface LocatedClass {
  readonly class: ClassFacts
  readonly path: string
  readonly scope: Scope
}

/** What a class extends, once followed. */
export type FoundBase =
  | { readonly kind: 'class'; readonly located: LocatedClass }
  | {
      readonly kind: 'types'
      readonly refs: readonly TypeRef[]
      readonly scope: Scope
      readonly path: string
    }
  /** The wanted interface itself, as a class. */
  | { readonly kind: 'wanted' }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'unknown'; readonly why: Why }

/** Why nobody can tell what a name is: a half sentence, and the import that is to blame. */
export interface Why {
  readonly reason: string
  readonly specifier?: string
  /** The name that the file behind the specifier does not have. */
  readonly missing?: string
  /** Whether there is such a file, which cannot be read or understood. */
  readonly broken?: true
}

/** How a base is looked for: where to stop, and what was seen, so that cycles end. */
interface Search {
  readonly stopAt: StopAt
  readonly seen: Set<string>
}

/** How many steps are followed: far more than anybody writes, and few enough for every stack. */
export const MAX_STEPS = 100
/** Why a search ends there. */
export const TOO_LONG: Why = { reason: `it takes more than ${MAX_STEPS} steps to find out` }

const NOTHING: FoundBase = { kind: 'nothing' }
const NO_STEP: ImportFacts = { specifier: '', imported: '' }

/** Finds base classes by the names that sources call them, within a file and across files. Cycles end in `nothing`. */
export class BaseSearch {
  readonly #follower: ExportFollower

  constructor(follower: ExportFollower) {
    this.#follower = follower
  }

  /**
   * Finds what a class extends.
   *
   * @param stopAt asked at each import and re-export on the way; when it says so the search ends with `wanted`
   */
  find(base: BaseRef, { scope, path }: Omit<LocatedClass, 'class'>, stopAt: StopAt): FoundBase {
    if (base.kind === 'class') return { kind: 'class', located: { class: base.class, scope, path } }
    if (base.kind === 'opaque') return opaque(base.text)
    return this.#findValue(base.path, scope, path, { stopAt, seen: new Set() })
  }

  #findValue(names: readonly string[], scope: Scope, path: string, search: Search): FoundBase {
    const [head = '', ...rest] = names
    const holder = lookUp(scope, (one) => one.imports.has(head) || one.values.has(head))
    const imported = holder?.imports.get(head)
    if (imported !== undefined)
      return this.#findIn(this.#follower.followImport(imported, path, search.stopAt), imported, rest, search)
    return holder === undefined ? NOTHING : this.#findDeclared(holder, path, names, search)
  }

  #findIn(found: Found, step: ImportFacts, rest: readonly string[], search: Search): FoundBase {
    if (found.kind === 'stopped') return { kind: 'wanted' }
    if (found.kind === 'unresolved' || found.kind === 'none') {
      return { kind: 'unknown', why: whyNotFound(found, step) }
    }
    if (found.kind === 'local')
      return this.#findDeclared(found.scope, found.path, [found.name, ...rest], search)
    const [name, ...inner] = rest
    if (found.kind !== 'file' || name === undefined) return NOTHING
    const member = this.#follower.followExport(found.path, name, search.stopAt)
    return this.#findIn(member, { ...step, imported: name }, inner, search)
  }

  #findDeclared(scope: Scope, path: string, names: readonly string[], search: Search): FoundBase {
    const [name = '', ...rest] = names
    const key = `${path}\0${names.join('.')}`
    const value = scope.values.get(name)
    if (value === undefined || search.seen.has(key)) return NOTHING
    if (search.seen.size >= MAX_STEPS) return { kind: 'unknown', why: TOO_LONG }
    search.seen.add(key)
    if (value.kind === 'namespace') {
      const [member, ...inner] = rest
      if (member === undefined) return NOTHING
      const found = this.#follower.followMember(value.scope, path, member, search.stopAt)
      return found.kind === 'none' ? opaque(names.join('.')) : this.#findIn(found, NO_STEP, inner, search)
    }
    if (value.kind === 'alias') return this.#findValue([...value.path, ...rest], scope, path, search)
    if (value.kind === 'other' || value.kind === 'enum') return NOTHING
    if (rest.length > 0) return opaque(names.join('.'))
    if (value.kind === 'class') return { kind: 'class', located: { class: value.class, scope, path } }
    const { init, type } = value.variable
    if (init.kind === 'class') return { kind: 'class', located: { class: init.class, scope, path } }
    for (const query of type.queries) {
      const target = this.#findQuery(query, scope, path, search)
      if (target.kind !== 'nothing') return target
    }
    if (init.kind === 'path') return this.#findValue(init.path, scope, path, search)
    const constructed = this.#constructedTypes(type, scope, path, search)
    if (constructed !== undefined) return constructed
    return opaque(init.kind === 'opaque' && init.text !== '' ? init.text : name)
  }

  #findQuery(query: TypeRef, scope: Scope, path: string, search: Search): FoundBase {
    if (query.from === undefined) return this.#findValue(query.path, scope, path, search)
    const [imported = '*', ...rest] = query.path
    const step = { specifier: query.from, imported }
    return this.#findIn(this.#follower.followImport(step, path, search.stopAt), step, rest, search)
  }

  /** What `new` gives for a variable of this type: its construct signatures, also those of a named type. */
  #constructedTypes(type: TypeShape, scope: Scope, path: string, search: Search): FoundBase | undefined {
    if (type.constructs.length > 0) return { kind: 'types', refs: type.constructs, scope, path }
    for (const ref of type.refs) {
      const declared = this.#declarationOf(ref, scope, path, search)
      const refs = declared?.scope.types.get(declared.name)?.constructs ?? []
      if (declared !== undefined && refs.length > 0) return { kind: 'types', refs, ...declared }
    }
    return undefined
  }

  /** Where a type with a plain name is declared. */
  #declarationOf(
    ref: TypeRef,
    scope: Scope,
    path: string,
    { stopAt }: Search,
  ): { scope: Scope; path: string; name: string } | undefined {
    const [name = '', ...more] = ref.path
    if (more.length > 0) return undefined
    const holder = lookUp(scope, (one) => one.types.has(name) || one.imports.has(name))
    const step = ref.from === undefined ? holder?.imports.get(name) : { specifier: ref.from, imported: name }
    if (step === undefined) return holder === undefined ? undefined : { scope: holder, path, name }
    const found = this.#follower.followImport(step, path, stopAt)
    return found.kind === 'local' ? { scope: found.scope, path: found.path, name: found.name } : undefined
  }
}

function opaque(text: string): FoundBase {
  return { kind: 'unknown', why: { reason: `"${text}" is computed, and sources are not run to find out` } }
}

/** Why an import ends the search. */
export function whyNotFound(found: Found, { specifier, imported }: ImportFacts): Why {
  if (found.kind === 'unresolved') {
    const { specifier, reason, broken } = found
    return { reason: `"${specifier}" ${reason}`, specifier, ...(broken === undefined ? {} : { broken }) }
  }
  return { reason: `"${specifier}" does not export "${imported}"`, specifier, missing: imported }
}

/** The innermost scope, from a scope outwards, that a test accepts. */
export function lookUp(scope: Scope, has: (scope: Scope) => boolean): Scope | undefined {
  for (let one: Scope | undefined = scope; one !== undefined; one = one.parent) if (has(one)) return one
  return undefined
}
