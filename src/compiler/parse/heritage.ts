import type { ModuleInterface } from '../options.ts'
import {
  BaseSearch,
  type LocatedClass,
  lookUp,
  MAX_STEPS,
  TOO_LONG,
  type Why,
  whyNotFound,
} from './base-search.ts'
import type { ExportFollower, Found, StopAt } from './exports.ts'
import type { BaseRef, ClassFacts, ImportFacts, Scope, TypeRef, TypeShape } from './facts.ts'
import { isBuiltinModule } from './module-resolution.ts'

/** Whether something is a module: yes, no, or a reason why nobody can tell. */
export type Verdict = { readonly answer: 'yes' } | { readonly answer: 'no' } | Unknown

/** An honest "cannot be told". */
export interface Unknown extends Why {
  readonly answer: 'unknown'
  /** The base that could not be followed, as written in the class that was asked about. */
  readonly ref: { readonly text: string; readonly range: TypeRef['range'] }
}

const YES: Verdict = { answer: 'yes' }
const NO: Verdict = { answer: 'no' }

/** Where the configured interface is declared, if its place was given as one that can be looked up. */
export type InterfaceOrigin = { readonly path: string; readonly name: string } | undefined

/**
 * Decides from the source alone whether classes and types are modules (design: "Which classes are modules"),
 * through interfaces, aliases and base classes, within a file and across files. Cycles are no modules.
 */
export class Heritage {
  readonly #follower: ExportFollower
  readonly #bases: BaseSearch
  readonly #wanted: ModuleInterface
  readonly #origin: InterfaceOrigin
  readonly #verdicts = new Map<ClassFacts, Verdict>()
  readonly #classesInProgress = new Set<ClassFacts>()
  readonly #typesInProgress = new Set<string | TypeShape>()
  #cutShort = false

  constructor(follower: ExportFollower, wanted: ModuleInterface, origin: InterfaceOrigin) {
    this.#follower = follower
    this.#bases = new BaseSearch(follower)
    this.#wanted = wanted
    this.#origin = origin
  }

  /** Whether a class implements the module interface, itself or by what it extends. */
  judgeClass(located: LocatedClass): Verdict {
    const { class: facts } = located
    const known = this.#verdicts.get(facts)
    if (known !== undefined) return known
    if (this.#classesInProgress.has(facts)) {
      this.#cutShort = true
      return NO
    }
    if (this.#classesInProgress.size >= MAX_STEPS) return this.#giveUp(facts)
    this.#classesInProgress.add(facts)
    const verdict = this.#judgeClass(located)
    this.#classesInProgress.delete(facts)
    const whole = this.#classesInProgress.size === 0
    // Where the search was cut short, the answer belongs to the class that was asked about; to others it may be another.
    if (whole || !this.#cutShort || verdict.answer === 'yes') this.#verdicts.set(facts, verdict)
    if (whole) this.#cutShort = false
    return verdict
  }

  /** Whether a written type is the module interface, or leads to it. */
  judgeType(ref: TypeRef, scope: Scope, path: string): Verdict {
    if (ref.from !== undefined) {
      const [imported = '*', ...rest] = ref.path
      return this.judgeImported({ specifier: ref.from, imported }, rest, ref, path)
    }
    const [head = '', ...rest] = ref.path
    const holder = lookUp(
      scope,
      (one) => one.imports.has(head) || one.types.has(head) || one.values.has(head),
    )
    const imported = holder?.imports.get(head)
    if (imported !== undefined) {
      const verdict = this.judgeImported(imported, rest, ref, path)
      const nameless = imported.imported === 'default' && rest.length === 0
      return verdict.answer === 'unknown' && nameless && this.#isWantedAnywhere(head) ? YES : verdict
    }
    // A name that nobody declares is a global: `Module` may well be ours, `WebAssembly.Module` is not.
    if (holder === undefined) return rest.length === 0 && this.#isWantedAnywhere(head) ? YES : NO
    return this.#judgeDeclared(holder, path, ref.path, ref)
  }

  /**
   * The same for the type of a constant, but only if it is written as the interface, under whatever local name:
   * no other file is read for the sake of a type annotation.
   */
  judgeWrittenType(ref: TypeRef, scope: Scope, path: string, seen = new Set<string>()): Verdict {
    const [head = '', ...rest] = ref.path
    const holder = lookUp(scope, (one) => one.imports.has(head) || one.types.has(head))
    const imported = ref.from === undefined ? holder?.imports.get(head)?.imported : undefined
    const named = rest.at(-1) ?? (imported === undefined || imported === 'default' ? head : imported)
    if (named === this.#wanted.name) return this.judgeType(ref, scope, path)
    if (ref.from !== undefined || imported !== undefined || seen.has(head)) return NO
    seen.add(head)
    const refs = holder?.types.get(head)?.refs ?? []
    const verdicts = refs.map((inner) => this.judgeWrittenType(inner, scope, path, seen))
    return verdicts.find((verdict) => verdict.answer === 'yes') ?? NO
  }

  /** The class that a class extends, if it can be found. */
  baseOf(located: LocatedClass): LocatedClass | undefined {
    const { base } = located.class
    if (base === undefined) return undefined
    const found = this.#bases.find(base, located, () => false)
    return found.kind === 'class' ? found.located : undefined
  }

  #judgeClass(located: LocatedClass): Verdict {
    const { class: facts, scope, path } = located
    let unknown: Verdict = NO
    const merged = facts.expression ? undefined : scope.types.get(facts.name)
    for (const ref of [...facts.implements, ...(merged?.refs ?? [])]) {
      const verdict = this.judgeType(ref, scope, path)
      if (verdict.answer === 'yes') return verdict
      if (verdict.answer === 'unknown') unknown = { ...verdict, ref }
    }
    if (facts.base === undefined) return unknown
    const verdict = this.judgeBase(facts.base, located)
    return verdict.answer === 'no' ? unknown : verdict
  }

  /** Whether what a class extends is a module. */
  protected judgeBase(base: BaseRef, located: LocatedClass): Verdict {
    const found = this.#bases.find(base, located, this.stopAtWanted)
    if (found.kind === 'wanted') return YES
    if (found.kind === 'class') {
      if (this.#isWantedClass(found.located)) return YES
      const verdict = this.judgeClass(found.located)
      return verdict.answer === 'unknown' ? { ...verdict, ref: base } : verdict
    }
    if (found.kind === 'types') {
      const verdicts = found.refs.map((ref) => this.judgeType(ref, found.scope, found.path))
      return verdicts.find((verdict) => verdict.answer === 'yes') ?? NO
    }
    return found.kind === 'unknown' ? { answer: 'unknown', ref: base, ...found.why } : NO
  }

  /** Whether a type that is imported is the module interface, or leads to it. */
  protected judgeImported(step: ImportFacts, rest: readonly string[], ref: TypeRef, path: string): Verdict {
    const named = rest.at(-1) ?? step.imported
    if (isBuiltinModule(step.specifier)) return NO
    if (this.#isWantedAnywhere(named)) return YES
    if (this.#isWantedFrom(step.specifier) && named === this.#wanted.name) return YES
    const found = this.#follower.followImport(step, path, this.stopAtWanted)
    return this.#judgeFound(found, step, rest, ref)
  }

  #judgeFound(found: Found, step: ImportFacts, rest: readonly string[], ref: TypeRef): Verdict {
    if (found.kind === 'stopped') return YES
    if (found.kind === 'unresolved' || found.kind === 'none')
      return { answer: 'unknown', ref, ...whyNotFound(found, step) }
    if (found.kind === 'builtin') return NO
    if (found.kind === 'local')
      return this.#judgeDeclared(found.scope, found.path, [found.name, ...rest], ref)
    const [name, ...inner] = rest
    if (name === undefined) return NO
    const member = this.#follower.followExport(found.path, name, this.stopAtWanted)
    return this.#judgeFound(member, { ...step, imported: name }, inner, ref)
  }

  /** Judges a type by its declaration in a scope; `names` goes down through namespaces. */
  #judgeDeclared(scope: Scope, path: string, names: readonly string[], ref: TypeRef): Verdict {
    const [name = '', ...rest] = names
    const value = scope.values.get(name)
    if (value?.kind === 'alias') {
      const meant = { path: [...value.path, ...rest], text: ref.text, range: ref.range }
      return this.#judgeOnce(`${path}\0${names.join('.')}`, ref, () => this.judgeType(meant, scope, path))
    }
    if (rest.length > 0) {
      if (value?.kind !== 'namespace') return this.#isWantedAnywhere(names.at(-1)!) ? YES : NO
      const inner = this.#follower.followMember(value.scope, path, rest[0]!, this.stopAtWanted)
      if (inner.kind === 'local')
        return this.#judgeDeclared(inner.scope, inner.path, [inner.name, ...rest.slice(1)], ref)
      return inner.kind === 'stopped' ? YES : NO
    }
    if (this.#isWantedAnywhere(name) && (scope.types.has(name) || value?.kind === 'class')) return YES
    if (this.#origin?.path === path && this.#origin.name === name) return YES
    if (value?.kind === 'class') return this.judgeClass({ class: value.class, scope, path })
    return this.#judgeShape(scope.types.get(name), scope, path, ref)
  }

  #judgeShape(shape: TypeShape | undefined, scope: Scope, path: string, ref: TypeRef): Verdict {
    if (shape === undefined) return NO
    return this.#judgeOnce(shape, ref, () => {
      const verdicts = shape.refs.map((ref) => this.judgeType(ref, scope, path))
      return (
        verdicts.find((verdict) => verdict.answer === 'yes') ??
        verdicts.find((verdict) => verdict.answer === 'unknown') ??
        NO
      )
    })
  }

  /** Judges a declared name, unless that is just being done: declarations that lead back to themselves are nothing. */
  #judgeOnce(key: string | TypeShape, ref: TypeRef, judge: () => Verdict): Verdict {
    if (this.#typesInProgress.has(key)) {
      this.#cutShort = true
      return NO
    }
    if (this.#typesInProgress.size >= MAX_STEPS) return this.#giveUp(ref)
    this.#typesInProgress.add(key)
    const verdict = judge()
    this.#typesInProgress.delete(key)
    return verdict
  }

  #giveUp(ref: Unknown['ref'] | ClassFacts): Verdict {
    this.#cutShort = true
    const text = 'text' in ref ? ref.text : ref.name
    return { answer: 'unknown', ref: { text, range: ref.range }, ...TOO_LONG }
  }

  /** Whether a class is what is wanted, where the interface is written as a class. */
  #isWantedClass({ class: { name }, path }: LocatedClass): boolean {
    return this.#isWantedAnywhere(name) || (this.#origin?.path === path && this.#origin.name === name)
  }

  /** Whether a name alone settles it, because the interface may come from anywhere. */
  #isWantedAnywhere(name: string): boolean {
    return this.#wanted.from === undefined && name === this.#wanted.name
  }

  #isWantedFrom(specifier: string): boolean {
    return this.#wanted.from === specifier && !specifier.startsWith('.')
  }

  /** Ends a search where an import is the interface itself. */
  protected stopAtWanted: StopAt = (step) =>
    (this.#isWantedAnywhere(step.imported) && !isBuiltinModule(step.specifier)) ||
    (step.imported === this.#wanted.name && this.#isWantedFrom(step.specifier))
}
