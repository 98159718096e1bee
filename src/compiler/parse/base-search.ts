import type { ExportFollower, Found, StopAt } from './exports.ts'
import type { BaseRef, ClassFacts, Scope, TypeRef, TypeShape } from './facts.ts'

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
  | { readonly kind: 'unknown'; readonly why: { readonly reason: string; readonly specifier?: string } }

/** How a base is looked for: where to stop, and what was seen, so that cycles end. */
interface Search {
  readonly stopAt: StopAt
  readonly seen: Set<string>
}

const NOTHING: FoundBase = { kind: 'nothing' }

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
  find(base: BaseRef, { scope, path }: LocatedClass, stopAt: StopAt): FoundBase {
    if (base.kind === 'class') return { kind: 'class', located: { class: base.class, scope, path } }
    if (base.kind === 'opaque') return opaque(base.text)
    return this.#findValue(base.path, scope, path, { stopAt, seen: new Set() })
  }

  #findValue(names: readonly string[], scope: Scope, path: string, search: Search): FoundBase {
    const [head = '', ...rest] = names
    const holder = lookUp(scope, (one) => one.imports.has(head) || one.values.has(head))
    const imported = holder?.imports.get(head)
    if (imported !== undefined)
      return this.#findIn(this.#follower.followImport(imported, path, search.stopAt), rest, search)
    return holder === undefined ? NOTHING : this.#findDeclared(holder, path, names, search)
  }

  #findIn(found: Found, rest: readonly string[], search: Search): FoundBase {
    if (found.kind === 'stopped') return { kind: 'wanted' }
    if (found.kind === 'unresolved') return { kind: 'unknown', why: notFound(found.specifier) }
    if (found.kind === 'local')
      return this.#findDeclared(found.scope, found.path, [found.name, ...rest], search)
    const [name, ...inner] = rest
    if (found.kind !== 'file' || name === undefined) return NOTHING
    return this.#findIn(this.#follower.followExport(found.path, name, search.stopAt), inner, search)
  }

  #findDeclared(scope: Scope, path: string, names: readonly string[], search: Search): FoundBase {
    const [name = '', ...rest] = names
    const key = `${path}\0${names.join('.')}`
    const value = scope.values.get(name)
    if (value === undefined || search.seen.has(key)) return NOTHING
    search.seen.add(key)
    if (value.kind === 'namespace') {
      const [member, ...inner] = rest
      if (member === undefined) return NOTHING
      return this.#findIn(
        this.#follower.followMember(value.scope, path, member, search.stopAt),
        inner,
        search,
      )
    }
    if (value.kind === 'alias') return this.#findValue([...value.path, ...rest], scope, path, search)
    if (value.kind === 'other' || rest.length > 0) return NOTHING
    if (value.kind === 'class') return { kind: 'class', located: { class: value.class, scope, path } }
    const { init, type, ambient } = value.variable
    if (init.kind === 'class') return { kind: 'class', located: { class: init.class, scope, path } }
    for (const query of type.queries) {
      const target = this.#findQuery(query, scope, path, search)
      if (target.kind !== 'nothing') return target
    }
    if (init.kind === 'path') return this.#findValue(init.path, scope, path, search)
    const constructed = this.#constructedTypes(type, scope)
    if (constructed.length > 0) return { kind: 'types', refs: constructed, scope, path }
    if (ambient) return NOTHING
    return opaque(init.kind === 'opaque' ? init.text : `${name}`)
  }

  #findQuery(query: TypeRef, scope: Scope, path: string, search: Search): FoundBase {
    if (query.from === undefined) return this.#findValue(query.path, scope, path, search)
    const [imported = '*', ...rest] = query.path
    return this.#findIn(
      this.#follower.followImport({ specifier: query.from, imported }, path, search.stopAt),
      rest,
      search,
    )
  }

  /** What `new` gives for a variable of this type: its construct signatures, also those of a named local type. */
  #constructedTypes(type: TypeShape, scope: Scope): readonly TypeRef[] {
    const named = type.refs.flatMap((ref) => {
      const name = ref.path.length === 1 ? ref.path[0]! : ''
      return lookUp(scope, (one) => one.types.has(name))?.types.get(name)?.constructs ?? []
    })
    return [...type.constructs, ...named]
  }
}

function opaque(text: string): FoundBase {
  return { kind: 'unknown', why: { reason: `"${text}" is computed, and sources are not run to find out` } }
}

/** Why a specifier stops every search. */
export function notFound(specifier: string): { reason: string; specifier: string } {
  return { reason: `"${specifier}" was not found`, specifier }
}

/** The innermost scope, from a scope outwards, that a test accepts. */
export function lookUp(scope: Scope, has: (scope: Scope) => boolean): Scope | undefined {
  for (let one: Scope | undefined = scope; one !== undefined; one = one.parent) if (has(one)) return one
  return undefined
}
