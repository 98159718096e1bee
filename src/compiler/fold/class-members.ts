import type { LocatedClass } from '../parse/base-search.ts'
import { changeOf } from '../parse/changes.ts'
import type { Expression, MemberFacts } from '../parse/expression-facts.ts'
import type { Environment, FoldSources, Self, Span } from './environment.ts'
import type { Operand } from './operand.ts'
import type { Unfoldable } from './value.ts'

/** A member, and the class that holds it. */
export interface LocatedMember {
  readonly member: MemberFacts
  readonly located: LocatedClass
  readonly index: number
}

/** Who folds the expressions of members. */
export interface MemberFolder {
  readonly sources: FoldSources
  operand(expression: Expression, env: Environment): Operand
  unfoldable(reason: string, span: Span, env: Pick<Environment, 'path'>): Unfoldable
}

/** Folds what classes hold: their fields, and what `this.x` and `Class.x` stand for in them. */
export class ClassMembers {
  readonly #folder: MemberFolder
  readonly #statics = new Map<MemberFacts, { readonly owner: object; readonly operand: Operand }>()

  constructor(folder: MemberFolder) {
    this.#folder = folder
  }

  /** A class and its base classes, as far as they can be found; cycles end. */
  chain(located: LocatedClass): LocatedClass[] {
    const chain: LocatedClass[] = []
    const seen = new Set<object>()
    for (let one: LocatedClass | undefined = located; one !== undefined && !seen.has(one.class); ) {
      seen.add(one.class)
      chain.push(one)
      one = this.#folder.sources.baseOf(one)
    }
    return chain
  }

  /** The members of a name in a chain, the nearest first; of several in one class the last counts. */
  find(chain: readonly LocatedClass[], name: string, isStatic: boolean): LocatedMember[] {
    return chain.flatMap((located): LocatedMember[] => {
      const { members } = located.class
      const index = members.findLastIndex((one) => one.name === name && one.static === isStatic)
      return index < 0 ? [] : [{ member: members[index]!, located, index }]
    })
  }

  /** Where a member is given another value, if it is. */
  changeOf(chain: readonly LocatedClass[], name: string): { span: Span; path: string } | undefined {
    for (const { class: facts, path } of chain) {
      const changes = this.#folder.sources.factsOf(path)?.changes
      const change = changeOf(changes, `${facts.offset}.${name}`) ?? changes?.get(`${facts.offset}.*`)
      if (change !== undefined) return { span: change, path }
    }
    return undefined
  }

  /** Folds a member of a class, for an instance of another class or the same. */
  fold({ member, located, index }: LocatedMember, actual: LocatedClass): Operand {
    const self: Self = {
      located,
      actual,
      static: member.static,
      ...(member.kind === 'property' ? { index } : {}),
    }
    const env = { path: located.path, scope: located.scope, self }
    if (member.value !== undefined) {
      const known = this.#statics.get(member)
      if (known?.owner === actual.class) return known.operand
      const operand = this.#folder.operand(member.value, env)
      if (member.static) this.#statics.set(member, { owner: actual.class, operand })
      return operand
    }
    const reason =
      member.kind === 'method' ? `"${member.name}" is a method` : `"${member.name}" has no value here`
    throw this.#folder.unfoldable(reason, member, env)
  }

  /** `Class.name`. */
  ofClass(located: LocatedClass, name: string, span: Span, env: Environment): Operand {
    const self = env.self?.located.class === located.class && env.self.static ? env.self : undefined
    return this.#read(located, name, true, self, span, env)
  }

  /** `this.name`. */
  ofThis(name: string, span: Span, env: Environment): Operand {
    const { self } = env
    if (self === undefined) throw this.#folder.unfoldable('`this` is known at run time only', span, env)
    return this.#read(self.actual, name, self.static, self, span, env)
  }

  /** Reads a member that only one class of the chain has, and that has its value already where it is asked for. */
  #read(
    actual: LocatedClass,
    name: string,
    isStatic: boolean,
    self: Self | undefined,
    span: Span,
    env: Environment,
  ): Operand {
    const refuse = (reason: string) => this.#folder.unfoldable(reason, span, env)
    const chain = this.chain(actual)
    const [found, ...others] = this.find(chain, name, isStatic)
    if (found === undefined) throw refuse(`no value of "${name}" is written down`)
    if (others.length > 0) throw refuse(`"${name}" is written in several classes`)
    const change = this.changeOf(chain, name)
    if (change !== undefined) {
      throw this.#folder.unfoldable(`"${name}" is changed here, so it is no constant`, change.span, change)
    }
    if (found.member.kind === 'property' && self?.index !== undefined) {
      const own = found.located.class === self.located.class
      const later =
        chain.findIndex((one) => one.class === found.located.class) <
        chain.findIndex((one) => one.class === self.located.class)
      if (later || (own && found.index >= self.index)) throw refuse(`"${name}" has no value yet`)
    }
    return this.fold(found, actual)
  }
}
