import { changeOf } from '../parse/changes.ts'
import type { ArrayItem, EnumFacts, Expression } from '../parse/expression-facts.ts'
import type { Scope, VariableFacts } from '../parse/facts.ts'
import { ClassMembers, type MemberFolder } from './class-members.ts'
import { type Environment, type FoldSources, type Span, unfoldable } from './environment.ts'
import { callLibrary, type LibraryCaller, readLibrary, readLibraryConstant } from './library-calls.ts'
import { type FoundName, findExport, findMember, findName } from './names.ts'
import {
  FoldedObject,
  fromValue,
  isList,
  isPrimitive,
  libraryReference,
  type Operand,
  Reference,
  Unknown,
} from './operand.ts'
import { applyBinary, applyUnary, isTruthy } from './operators.ts'
import { toValue } from './to-value.ts'
import { LibraryValue, Thunk, Unfoldable, type Value } from './value.ts'

/** How many steps one field may take: far more than a schema that somebody wrote. */
const MAX_STEPS = 200_000
/** How many folds may be inside of each other. */
const MAX_DEPTH = 300
/** How long a text may get, in UTF-16 code units. */
const MAX_TEXT = 1_000_000
/** How many elements a list, or keys an object, may have. */
const MAX_SIZE = 50_000

type Of<K extends Expression['kind']> = Extract<Expression, { kind: K }>

/**
 * Folds constant expressions, for one run of the scanner over one file. No source is run: an expression is a tree that
 * is walked, and only schema libraries are called, through their own guard.
 *
 * Every method ends in a value, or throws `Unfoldable` with the reason and the place.
 */
export class Folder implements LibraryCaller, MemberFolder {
  readonly sources: FoldSources
  readonly members: ClassMembers
  readonly #constants = new Map<object, Operand | Unfoldable | 'in progress'>()
  /** What the names of scopes stand for, as far as that is a part of a library. */
  readonly #libraryNames = new Map<Scope, Map<string, Reference>>()
  #steps = 0
  #depth = 0
  /** Why a thunk that a library called ended the fold; a library that goes on all the same is not believed. */
  failure: Unfoldable | undefined

  constructor(sources: FoldSources) {
    this.sources = sources
    this.members = new ClassMembers(this)
  }

  /** Starts to count anew, for another field. */
  begin(): void {
    this.#steps = 0
    this.#depth = 0
    this.failure = undefined
  }

  /** Folds an expression to a value or a reference. */
  operand(expression: Expression, env: Environment): Operand {
    this.count(1, expression, env)
    if (this.#depth >= MAX_DEPTH)
      throw this.unfoldable('it takes too many steps to find out', expression, env)
    this.#depth++
    try {
      return this.#operand(expression, env)
    } finally {
      this.#depth--
    }
  }

  /** Folds an expression to a value. */
  value(expression: Expression, env: Environment): Exclude<Operand, Reference> {
    const operand = this.operand(expression, env)
    if (!(operand instanceof Reference)) return operand
    if (operand.to.kind === 'library') {
      const result = readLibraryConstant(operand.to, this)
      if ('value' in result) return result.value as Exclude<Operand, Reference>
      throw this.unfoldable(result.reason, expression, env)
    }
    if (operand.to.kind !== 'file' && operand.to.kind !== 'namespace') {
      throw this.unfoldable(
        `${operand.to.kind === 'class' ? 'a class' : '`Object`'} is no constant`,
        expression,
        env,
      )
    }
    throw this.unfoldable('a namespace is no constant', expression, env)
  }

  /** Gives what a getter in an object literal gives, or an ordinary operand as it is. */
  settle(operand: Operand): Operand {
    if (operand instanceof Unknown) throw new Unfoldable(operand.why)
    return operand instanceof Thunk && operand.kind === 'getter' ? fromValue(operand.call([])) : operand
  }

  unfoldable(reason: string, span: Span, env: Pick<Environment, 'path'>): Unfoldable {
    return unfoldable(reason, span, env, this.sources.factsOf)
  }

  count(steps: number, span: Span, env: Environment): void {
    this.#steps += steps
    if (this.#steps > MAX_STEPS) throw this.unfoldable('it takes too many steps to find out', span, env)
  }

  /** A thunk for a library: it folds an expression when it is called. */
  thunk(kind: 'arrow' | 'getter', parameters: readonly string[], body: Expression, env: Environment): Thunk {
    return new Thunk(kind, (args): Value => {
      const bound = new Map(env.parameters)
      for (const [index, name] of parameters.entries()) bound.set(name, fromValue(args[index]))
      try {
        return toValue(this.value(body, { ...env, parameters: bound }), this, body, env)
      } catch (error) {
        if (error instanceof Unfoldable) this.failure ??= error
        throw error
      }
    })
  }

  #operand(expression: Expression, env: Environment): Operand {
    switch (expression.kind) {
      case 'literal':
        return expression.value
      case 'bigint':
        return BigInt(expression.text)
      case 'regexp':
        return this.#regexp(expression, env)
      case 'name':
        return this.#name(expression, env)
      case 'this':
        throw this.unfoldable('`this` is known at run time only', expression, env)
      case 'template':
        return this.#template(expression, env)
      case 'unary':
        return this.#result(
          applyUnary(expression.operator, this.value(expression.operand, env)),
          expression,
          env,
        )
      case 'binary':
        return this.#binary(expression, env)
      case 'conditional':
        return this.operand(isTruthy(this.value(expression.test, env)) ? expression.yes : expression.no, env)
      case 'array':
        return this.items(expression.items, env)
      case 'object':
        return this.#object(expression, env)
      case 'member':
        return this.#member(expression, env)
      case 'call':
        return this.#call(expression, env)
      case 'new':
        throw this.unfoldable(
          `\`new ${nameOf(expression.callee)}\` is a function call, which is not run`,
          expression,
          env,
        )
      case 'chain':
        return this.#chain(expression, env)
      case 'arrow':
        return this.thunk('arrow', expression.parameters, expression.body, { ...env })
      case 'function':
        return new Thunk('function', () => {
          this.failure ??= this.unfoldable('a function is not run', expression, env)
          throw this.failure
        })
      case 'opaque':
        throw this.unfoldable(expression.reason, expression, env)
    }
  }

  #regexp({ pattern, flags, ...span }: Of<'regexp'>, env: Environment): RegExp {
    try {
      return new RegExp(pattern, flags)
    } catch {
      throw this.unfoldable('this regular expression is not understood', span, env)
    }
  }

  #name(expression: Of<'name'>, env: Environment): Operand {
    const { name } = expression
    if (env.parameters?.has(name)) return env.parameters.get(name)
    const known = this.#libraryNames.get(env.scope)?.get(name)
    if (known !== undefined) return known
    const found = findName(name, env.scope, env.path, this.sources)
    const change = found.kind === 'global' ? undefined : this.#changeOf(name, env.path)
    const operand = this.#found(found, expression, env)
    if (found.kind === 'library' && operand instanceof Reference)
      this.#keepLibraryName(name, env.scope, operand)
    if (change === undefined || isPrimitive(operand) || operand instanceof Reference) return operand
    throw this.unfoldable(changeReason(name, change.how), change, env)
  }

  #keepLibraryName(name: string, scope: Scope, reference: Reference): void {
    const names = this.#libraryNames.get(scope)
    if (names === undefined) this.#libraryNames.set(scope, new Map([[name, reference]]))
    else names.set(name, reference)
  }

  #found(found: FoundName, span: Span & { name?: string }, env: Environment): Operand {
    if (found.kind === 'nothing') throw this.unfoldable(found.reason, span, env)
    if (found.kind === 'global') return this.#global(span.name ?? '', span, env)
    if (found.kind === 'file') return new Reference({ ...found })
    if (found.kind === 'declared') return this.#declared(found.name, found.scope, found.path, span, env)
    const library = this.sources.libraries.open(found.specifier, found.from)
    if ('reason' in library) throw this.unfoldable(library.reason, span, env)
    return libraryReference(library, found.path)
  }

  #changeOf(name: string, path: string): ReturnType<typeof changeOf> {
    return changeOf(this.sources.factsOf(path)?.changes, name)
  }

  #global(name: string, span: Span, env: Environment): Operand {
    if (name === 'undefined') return undefined
    if (name === 'NaN') return Number.NaN
    if (name === 'Infinity') return Number.POSITIVE_INFINITY
    if (name === 'Object') return new Reference({ kind: 'Object' })
    throw this.unfoldable(`"${name}" is known at run time only`, span, env)
  }

  #declared(name: string, scope: Scope, path: string, span: Span, env: Environment): Operand {
    const value = scope.values.get(name)
    if (value === undefined) throw this.unfoldable(`"${name}" is no value`, span, env)
    if (value.kind === 'class')
      return new Reference({ kind: 'class', located: { class: value.class, scope, path } })
    if (value.kind === 'namespace') return new Reference({ kind: 'namespace', scope: value.scope, path })
    if (value.kind === 'enum')
      return this.#once(value.enum, value.enum.name, span, env, () => this.#enum(value.enum, scope, path))
    if (value.kind === 'other')
      throw this.unfoldable(`"${name}" is a function, which has no constant value`, span, env)
    if (value.kind === 'variable') return this.#constant(value.variable, scope, path, span, env)
    const [head = '', ...rest] = value.path
    let operand = this.operand({ ...span, kind: 'name', name: head }, { path: env.path, scope })
    for (const key of rest) operand = this.property(operand, key, span, env)
    return operand
  }

  #constant(variable: VariableFacts, scope: Scope, path: string, span: Span, env: Environment): Operand {
    const { init, name, value } = variable
    if (init.kind === 'class')
      return new Reference({ kind: 'class', located: { class: init.class, scope, path } })
    if (!variable.constant) throw this.unfoldable(`"${name}" is no constant`, span, env)
    if (value === undefined) throw this.unfoldable(`"${name}" has no value that is written down`, span, env)
    const operand = this.#once(variable, name, span, env, () => this.operand(value, { scope, path }))
    const change = this.#changeOf(name, path)
    if (change === undefined || isPrimitive(operand) || operand instanceof Reference) return operand
    throw this.unfoldable(changeReason(name, change.how), change, { path })
  }

  /** Folds what a name stands for once, so that it is one value for everybody, also for those inside of it. */
  #once(key: object, name: string, span: Span, env: Environment, fold: () => Operand): Operand {
    const known = this.#constants.get(key)
    if (known === 'in progress') throw this.unfoldable(`"${name}" depends on itself`, span, env)
    if (known instanceof Unfoldable) throw known
    if (this.#constants.has(key)) return known as Operand
    this.#constants.set(key, 'in progress')
    try {
      const operand = fold()
      this.#constants.set(key, operand)
      return operand
    } catch (error) {
      if (error instanceof Unfoldable) this.#constants.set(key, error)
      else this.#constants.delete(key)
      throw error
    }
  }

  #enum(facts: EnumFacts, scope: Scope, path: string): FoldedObject {
    const env = { scope, path }
    if (facts.ambient) throw this.unfoldable(`the enum "${facts.name}" is declared elsewhere`, facts, env)
    const object = new FoldedObject()
    const parameters = new Map<string, Operand>([[facts.name, object]])
    let previous: Operand = -1
    for (const [index, { name, value }] of facts.members.entries()) {
      if (facts.starts.includes(index)) previous = -1
      const folded: Operand =
        value !== undefined
          ? this.value(value, { ...env, parameters })
          : typeof previous === 'number'
            ? previous + 1
            : undefined
      if (typeof folded !== 'number' && typeof folded !== 'string') {
        throw this.unfoldable(`the member "${name}" of the enum has no constant value`, value ?? facts, env)
      }
      object.entries.set(name, folded)
      parameters.set(name, folded)
      if (typeof folded === 'number') object.entries.set(String(folded), name)
      previous = folded
    }
    if (facts.constant) object.hidden = this.unfoldable('a constant enum has no such member', facts, env).why
    return object
  }

  #template({ texts, values, ...span }: Of<'template'>, env: Environment): string {
    let text = texts[0] ?? ''
    for (const [index, value] of values.entries()) {
      const operand = this.value(value, env)
      if (!isPrimitive(operand)) throw this.unfoldable('a list or an object is made a text', value, env)
      text = this.#text(text + String(operand) + (texts[index + 1] ?? ''), span, env)
    }
    return text
  }

  #text(text: string, span: Span, env: Environment): string {
    if (text.length > MAX_TEXT)
      throw this.unfoldable(`the text gets longer than ${MAX_TEXT} characters`, span, env)
    return text
  }

  #result(result: ReturnType<typeof applyUnary>, span: Span, env: Environment): Operand {
    if ('refused' in result) throw this.unfoldable(result.refused, span, env)
    return typeof result.value === 'string' ? this.#text(result.value, span, env) : result.value
  }

  #binary({ first, steps, ...span }: Of<'binary'>, env: Environment): Operand {
    let left: Operand = this.value(first, env)
    for (const { operator, right } of steps) {
      this.count(1, span, env)
      if (operator === '&&') left = isTruthy(left) ? this.value(right, env) : left
      else if (operator === '||') left = isTruthy(left) ? left : this.value(right, env)
      else if (operator === '??') left = left === null || left === undefined ? this.value(right, env) : left
      else left = this.#result(applyBinary(operator, left, this.value(right, env)), span, env)
    }
    return left
  }

  /** Folds the elements of a list, or arguments. What has no constant value hurts only who asks for it. */
  items(items: readonly ArrayItem[], env: Environment): Operand[] {
    const list: Operand[] = []
    for (const { value, spread } of items) {
      if (value === undefined) list.push(undefined)
      else if (spread === undefined) list.push(this.#part(value, env))
      else {
        const inner = this.value(value, env)
        if (!isList(inner)) throw this.unfoldable('only lists are spread into lists', value, env)
        this.count(inner.length, value, env)
        for (const item of inner) list.push(item)
      }
      if (list.length > MAX_SIZE)
        throw this.unfoldable('the list gets too long', value ?? { at: 0, end: 0 }, env)
    }
    return list
  }

  #part(value: Expression, env: Environment): Operand {
    try {
      return this.value(value, env)
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error
      return new Unknown(error.why)
    }
  }

  #object({ members, ...span }: Of<'object'>, env: Environment): FoldedObject {
    const object = new FoldedObject()
    for (const member of members) {
      if (member.kind === 'spread') this.#spread(object, member.value, env)
      else {
        const key = this.#key(member.key, object, env)
        if (key === undefined) continue
        object.entries.set(
          key,
          member.kind === 'getter'
            ? this.thunk('getter', [], member.value, env)
            : this.#part(member.value, env),
        )
      }
      this.count(1, span, env)
      if (object.entries.size > MAX_SIZE) throw this.unfoldable('the object gets too large', span, env)
    }
    return object
  }

  #key(key: string | Expression, object: FoldedObject, env: Environment): string | undefined {
    if (typeof key === 'string') return key
    const folded = this.#part(key, env)
    if (folded instanceof Unknown) object.hide(folded.why)
    else if (!isPrimitive(folded))
      object.hide(this.unfoldable('a list or an object is made a key', key, env).why)
    else return String(folded)
    return undefined
  }

  #spread(object: FoldedObject, expression: Expression, env: Environment): void {
    const value = this.#part(expression, env)
    if (value instanceof Unknown) object.hide(value.why)
    else if (value instanceof FoldedObject) {
      this.count(value.entries.size, expression, env)
      object.spread(value)
    } else if (isList(value)) {
      this.count(value.length, expression, env)
      for (const [index, item] of value.entries()) object.entries.set(String(index), item)
    } else if (typeof value === 'string' || !isPrimitive(value)) {
      object.hide(this.unfoldable('what is spread into the object is no plain object', expression, env).why)
    }
  }

  #chain({ body }: Of<'chain'>, env: Environment): Operand {
    try {
      return this.operand(body, env)
    } catch (error) {
      if (error === SKIPPED) return undefined
      throw error
    }
  }

  #member({ object, key, optional, ...span }: Of<'member'>, env: Environment): Operand {
    const name = typeof key === 'string' ? key : undefined
    if (object.kind === 'this') {
      const text = name ?? this.#keyText(key as Expression, env)
      return this.members.ofThis(text, span, env)
    }
    const operand = this.operand(object, env)
    if (optional === true && (operand === null || operand === undefined)) throw SKIPPED
    const text = name ?? this.#keyText(key as Expression, env)
    return this.property(operand, text, span, env)
  }

  #keyText(key: Expression, env: Environment): string {
    const folded = this.value(key, env)
    if (isPrimitive(folded)) return String(folded)
    throw this.unfoldable('a list or an object is made a key', key, env)
  }

  /** Reads a property, of what is the operand's own only. */
  property(operand: Operand, key: string, span: Span, env: Environment): Operand {
    if (operand instanceof Reference) return this.#memberOf(operand, key, span, env)
    if (operand instanceof LibraryValue) {
      const result = readLibrary(operand, key, this)
      if ('value' in result) return result.value
      throw this.unfoldable(result.reason, span, env)
    }
    if (operand instanceof FoldedObject) {
      if (operand.entries.has(key)) return this.settle(operand.entries.get(key))
      if (operand.hidden !== undefined) throw new Unfoldable(operand.hidden)
      if (!(key in Object.prototype)) return undefined
    } else if (isList(operand) || typeof operand === 'string') {
      if (key === 'length') return operand.length
      if (INDEX.test(key)) return this.settle(operand[Number(key)])
    }
    throw this.unfoldable(`"${key}" is nothing that is written down`, span, env)
  }

  #memberOf({ to }: Reference, key: string, span: Span, env: Environment): Operand {
    if (to.kind === 'library') return libraryReference(to.library, [...to.path, key])
    const named = { ...span, name: key }
    if (to.kind === 'class') return this.members.ofClass(to.located, key, span, env)
    if (to.kind === 'file') return this.#found(findExport(key, to.path, this.sources), named, env)
    if (to.kind === 'namespace')
      return this.#found(findMember(key, to.scope, to.path, this.sources), named, env)
    if (to.method === undefined) return new Reference({ kind: 'Object', method: key })
    throw this.unfoldable(`"${key}" is known at run time only`, span, env)
  }

  #call({ callee, items, optional, ...span }: Of<'call'>, env: Environment): Operand {
    if (callee.kind === 'member' && callee.object.kind !== 'this') {
      const receiver = this.#callee(callee.object, callee, span, env)
      if (callee.optional === true && (receiver === null || receiver === undefined)) throw SKIPPED
      if (receiver instanceof LibraryValue) {
        const method = typeof callee.key === 'string' ? callee.key : this.#keyText(callee.key, env)
        const args = this.items(items, env)
        return callLibrary({ receiver, method }, args, { items, span, env }, this)
      }
      if (!(receiver instanceof Reference)) throw this.#isCall(callee, span, env)
    }
    const target =
      callee.kind === 'name' || callee.kind === 'member' ? this.#callee(callee, callee, span, env) : undefined
    if (target instanceof Reference && target.to.kind === 'library') {
      return callLibrary(target.to, this.items(items, env), { items, span, env }, this)
    }
    if (optional === true && target === undefined) throw this.#isCall(callee, span, env)
    const [first] = items
    if (
      target instanceof Reference &&
      target.to.kind === 'Object' &&
      /^(?:freeze|seal|preventExtensions)$/.test(target.to.method ?? '') &&
      first?.value !== undefined &&
      first.spread === undefined
    ) {
      return this.value(first.value, env)
    }
    throw this.#isCall(callee, span, env)
  }

  /** What is called; functions of the user are none of it. */
  #callee(part: Expression, callee: Expression, span: Span, env: Environment): Operand {
    try {
      return this.operand(part, env)
    } catch (error) {
      if (!(error instanceof Unfoldable)) throw error
      const { reason } = error.why
      // Why a schema library is not there is worth more than that something is called.
      if (/is (?:a function|known at run time|handed out)|depends on itself/.test(reason))
        throw this.#isCall(callee, span, env)
      throw error
    }
  }

  #isCall(callee: Expression, span: Span, env: Environment): Unfoldable {
    const name = nameOf(callee)
    const what = name === '' ? 'a function call' : `the function call \`${name}()\``
    return this.unfoldable(`${what} is not run`, span, env)
  }
}

/** Thrown where a `?.` skips the rest of its chain. */
const SKIPPED = new Error('skipped')
const INDEX = /^(?:0|[1-9]\d{0,8})$/

function changeReason(name: string, how: 'changed' | 'passed'): string {
  return how === 'changed'
    ? `"${name}" is changed here, so it is no constant`
    : `"${name}" is handed out here, to code that may change it`
}

/** `a.b.c` as text; empty for what has no such name. */
function nameOf(expression: Expression): string {
  if (expression.kind === 'name') return expression.name
  if (expression.kind === 'this') return 'this'
  if (expression.kind === 'call') return `${nameOf(expression.callee)}()`
  if (expression.kind !== 'member' || typeof expression.key !== 'string') return ''
  const left = nameOf(expression.object)
  return left === '' ? expression.key : `${left}.${expression.key}`
}
