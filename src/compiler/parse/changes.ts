import { unwrap } from './fields.ts'
import { pathText, SHARING_CALLS } from './initial-values.ts'
import {
  type Change,
  createTracked,
  declarePattern,
  findName,
  type NameScope,
  openScope,
  patternTargets,
  type Tracked,
} from './name-scopes.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** What becomes of the value of an expression. */
type Use =
  /** It is looked at. */
  | { readonly kind: 'read' }
  /** It is changed, or handed to somebody who may. */
  | { readonly kind: 'change'; readonly change: Change }
  /** It, or a part of it, gets another name. */
  | { readonly kind: 'into'; readonly targets: readonly Tracked[] }

const READ: Use = { kind: 'read' }

/** Where nothing is constant. */
const EVERYTHING = '*'

/** Methods that change what they belong to; `register` and `add` give a schema to a registry, which describes it. */
export const CHANGING: ReadonlySet<string> = new Set(
  'push pop shift unshift splice sort reverse fill copyWithin set add delete clear register'.split(' '),
)
/** Methods that give nothing away of what they belong to. */
const READING = new Set(
  'includes indexOf lastIndexOf join has toString toLocaleString keys hasOwnProperty at length'.split(' '),
)
/** Methods whose result, and what their callback gets, may be a part of it. */
const SHARING = new Set(
  'map filter find findLast findIndex some every forEach reduce reduceRight flatMap slice concat flat entries values get toSorted toReversed with toSpliced'.split(
    ' ',
  ),
)
/** Functions of the platform that change nothing. */
const HARMLESS = /^(?:console|JSON|Math|Number|String|Boolean|Array\.isArray|structuredClone)\b/
const WRITING_CALLS =
  /^(?:Object\.(?:assign|defineProperty|defineProperties|setPrototypeOf)|Reflect\.(?:set|defineProperty|deleteProperty))$/

/** Where a constant, or a member of a class, is changed; see {@link findChanges} for the keys. */
export function changeOf(changes: ReadonlyMap<string, Change> | undefined, key: string): Change | undefined {
  return changes?.get(key) ?? changes?.get(EVERYTHING)
}

/**
 * Finds out which constants and members of classes are not constant at all: those whose values a file changes, or
 * hands to functions that may change them. In doubt they are changed.
 *
 * @param pure whether what an imported package does to its arguments is known to be nothing
 * @returns by the name of the constant, by `offset.name` for a member of the class at that offset, and by `offset.*`
 * for all of its members; what is nested too deeply to be looked at may change everything, under {@link EVERYTHING}
 */
export function findChanges(
  source: TypeScript.SourceFile,
  pure: (specifier: string) => boolean,
): FoundChanges {
  try {
    return new ChangeFinder(source, pure).run()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { changes: new Map([[EVERYTHING, { how: 'changed', at: 0, end: 0 }]]), hasAliases: false }
  }
}

/** What is changed in a file. */
export interface FoundChanges {
  readonly changes: Map<string, Change>
  /** Whether names inside of functions and loops stand for what others name outside of them. */
  readonly hasAliases: boolean
}

class ChangeFinder {
  readonly #ts = loadCompiler()
  readonly #source: TypeScript.SourceFile
  readonly #pure: (specifier: string) => boolean
  readonly #members = new Map<string, Tracked>()
  readonly #opened: NameScope[] = []
  /** The file itself, and its namespaces. */
  readonly #reported: NameScope[] = []
  #scope: NameScope = { names: new Map() }
  /** The class that `this` belongs to, by its offset. */
  #self: number | undefined

  constructor(source: TypeScript.SourceFile, pure: (specifier: string) => boolean) {
    this.#source = source
    this.#pure = pure
  }

  run(): FoundChanges {
    this.#block(this.#source.statements, true)
    const inner = this.#opened.filter((scope) => !this.#reported.includes(scope))
    const hasAliases = inner.some(({ names }) =>
      [...names.values()].some(({ sources }) => sources.length > 0),
    )
    for (const { names } of this.#opened) for (const one of names.values()) carryOver(one)
    for (const one of this.#members.values()) carryOver(one)
    const changes = new Map<string, Change>()
    for (const [key, { change }] of [
      ...this.#reported.flatMap(({ names }) => [...names]),
      ...this.#members,
    ]) {
      if (change !== undefined) changes.set(key, change)
    }
    return { changes, hasAliases }
  }

  #open(statements: readonly TypeScript.Statement[]): void {
    this.#scope = openScope(this.#scope, statements)
    this.#opened.push(this.#scope)
  }

  #block(statements: readonly TypeScript.Statement[], reported = false): void {
    const outer = this.#scope
    this.#open(statements)
    if (reported) this.#reported.push(this.#scope)
    for (const statement of statements) this.#visit(statement, READ, reported)
    this.#scope = outer
  }

  #visit(node: TypeScript.Node, use: Use, reported = false): void {
    const ts = this.#ts
    if (ts.isBlock(node) || ts.isModuleBlock(node))
      this.#block(node.statements, reported && ts.isModuleBlock(node))
    else if (ts.isModuleDeclaration(node)) {
      if (node.body !== undefined) this.#visit(node.body, READ, reported)
    } else if (ts.isVariableDeclarationList(node)) {
      for (const one of node.declarations) this.#declaration(one)
    } else if (ts.isForOfStatement(node) || ts.isForStatement(node) || ts.isForInStatement(node))
      this.#loop(node)
    else if (ts.isFunctionLike(node)) this.#function(node as TypeScript.FunctionLikeDeclaration, [], 'passed')
    else if (ts.isClassLike(node)) this.#class(node)
    else if (ts.isCatchClause(node)) this.#block([...node.block.statements])
    else if (ts.isReturnStatement(node) || ts.isThrowStatement(node)) {
      if (node.expression !== undefined) this.#visit(node.expression, passed(node.expression, this.#source))
    } else if (ts.isExpression(node)) this.#expression(node, use)
    else if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return
    else ts.forEachChild(node, (child) => this.#visit(child, READ))
  }

  #declaration({ name, initializer }: TypeScript.VariableDeclaration): void {
    if (initializer === undefined) return
    const targets = patternTargets(name, this.#scope)
    const isThis = unwrap(initializer).kind === this.#ts.SyntaxKind.ThisKeyword
    if (isThis && this.#self !== undefined) for (const target of targets) target.owner = this.#self
    const isPart = !this.#ts.isIdentifier(name)
    this.#visit(initializer, isPart && this.#isFlat(initializer) ? READ : { kind: 'into', targets })
  }

  #loop(node: TypeScript.ForOfStatement | TypeScript.ForStatement | TypeScript.ForInStatement): void {
    const ts = this.#ts
    const outer = this.#scope
    this.#open([])
    const { initializer } = node
    const declared =
      initializer !== undefined && ts.isVariableDeclarationList(initializer)
        ? initializer.declarations.flatMap(({ name }) => declarePattern(name, this.#scope))
        : []
    if (ts.isForOfStatement(node) && !this.#isFlat(node.expression)) {
      this.#visit(node.expression, { kind: 'into', targets: declared })
    }
    if (initializer !== undefined) {
      if (ts.isVariableDeclarationList(initializer) || ts.isForStatement(node)) this.#visit(initializer, READ)
      else this.#target(initializer)
    }
    ts.forEachChild(node, (child) => {
      if (child !== initializer) this.#visit(child, READ)
    })
    this.#scope = outer
  }

  /** @param given what the parameters get, where that is known */
  #function(
    node: TypeScript.FunctionLikeDeclaration,
    given: readonly Tracked[],
    result: 'passed' | Use,
  ): void {
    const ts = this.#ts
    const outer = this.#scope
    const self = this.#self
    this.#open([])
    if (ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)) this.#self = undefined
    if (ts.isFunctionExpression(node) && node.name !== undefined) declarePattern(node.name, this.#scope)
    for (const { name } of node.parameters) {
      for (const parameter of declarePattern(name, this.#scope)) parameter.sources.push(...given)
    }
    for (const { initializer } of node.parameters)
      if (initializer !== undefined) this.#visit(initializer, READ)
    const { body } = node as { body?: TypeScript.Node }
    if (body !== undefined) {
      const returned =
        ts.isGetAccessorDeclaration(node) && body !== undefined ? onlyReturned(body) : undefined
      if (returned !== undefined && result !== 'passed') this.#visit(returned, result)
      else if (ts.isExpression(body)) {
        this.#visit(body, result === 'passed' ? passed(body, this.#source) : result)
      } else this.#visit(body, READ)
    }
    this.#scope = outer
    this.#self = self
  }

  #class(node: TypeScript.ClassLikeDeclaration): void {
    const ts = this.#ts
    const outer = this.#scope
    const self = this.#self
    for (const modifier of node.modifiers ?? [])
      if (ts.isDecorator(modifier)) this.#visit(modifier.expression, READ)
    for (const { types } of node.heritageClauses ?? [])
      for (const one of types) this.#visit(one.expression, READ)
    if (ts.isClassExpression(node) && node.name !== undefined) {
      this.#open([])
      this.#scope.names.set(node.name.text, { ...createTracked(), owner: node.pos })
    }
    this.#self = node.pos
    for (const member of node.members) {
      const { name, modifiers } = member as {
        name?: TypeScript.PropertyName
        modifiers?: readonly TypeScript.Node[]
      }
      for (const modifier of modifiers ?? [])
        if (ts.isDecorator(modifier)) this.#visit(modifier.expression, READ)
      const into: Use = { kind: 'into', targets: [this.#member(node.pos, nameText(name))] }
      if (ts.isPropertyDeclaration(member)) {
        if (member.initializer !== undefined) this.#visit(member.initializer, into)
      } else if (ts.isClassStaticBlockDeclaration(member)) this.#visit(member.body, READ)
      else if (ts.isFunctionLike(member))
        this.#function(member as TypeScript.FunctionLikeDeclaration, [], into)
    }
    this.#scope = outer
    this.#self = self
  }

  #expression(node: TypeScript.Expression, use: Use): void {
    const ts = this.#ts
    const inner = unwrap(node)
    if (ts.isIdentifier(inner)) apply(findName(this.#scope, inner.text), use)
    else if (inner.kind === ts.SyntaxKind.ThisKeyword) {
      if (use.kind === 'change' && use.change.how === 'changed' && this.#self !== undefined) {
        apply(this.#member(this.#self, '*'), use)
      }
    } else if (ts.isPropertyAccessExpression(inner) || ts.isElementAccessExpression(inner))
      this.#access(inner, use)
    else if (ts.isCallExpression(inner) || ts.isNewExpression(inner)) this.#call(inner, use)
    else if (ts.isBinaryExpression(inner)) this.#binary(inner, use)
    else if (ts.isPrefixUnaryExpression(inner) || ts.isPostfixUnaryExpression(inner)) {
      const { operator, operand } = inner
      const changes = operator === ts.SyntaxKind.PlusPlusToken || operator === ts.SyntaxKind.MinusMinusToken
      if (changes) this.#target(operand)
      else this.#visit(operand, READ)
    } else if (ts.isDeleteExpression(inner)) this.#target(inner.expression)
    else if (ts.isConditionalExpression(inner)) {
      this.#visit(inner.condition, READ)
      this.#visit(inner.whenTrue, use)
      this.#visit(inner.whenFalse, use)
    } else if (ts.isArrayLiteralExpression(inner)) for (const item of inner.elements) this.#visit(item, use)
    else if (ts.isSpreadElement(inner) || ts.isAwaitExpression(inner)) this.#visit(inner.expression, use)
    else if (ts.isObjectLiteralExpression(inner)) this.#object(inner, use)
    else if (ts.isArrowFunction(inner) || ts.isFunctionExpression(inner)) this.#function(inner, [], 'passed')
    else if (ts.isClassExpression(inner)) this.#class(inner)
    else if (ts.isTemplateExpression(inner) || ts.isTypeOfExpression(inner) || ts.isVoidExpression(inner)) {
      ts.forEachChild(inner, (child) => this.#visit(child, READ))
    } else if (ts.isTemplateSpan(inner)) this.#visit((inner as TypeScript.TemplateSpan).expression, READ)
    else ts.forEachChild(inner, (child) => this.#visit(child, passed(child, this.#source)))
  }

  #access(node: TypeScript.PropertyAccessExpression | TypeScript.ElementAccessExpression, use: Use): void {
    const ts = this.#ts
    const object = unwrap(node.expression)
    const key = ts.isPropertyAccessExpression(node) ? node.name.text : literalText(node.argumentExpression)
    if (ts.isElementAccessExpression(node)) this.#visit(node.argumentExpression, READ)
    const owner = this.#ownerOf(object)
    // What is handed out of an instance is handed out while it works, long after its fields were read.
    if (owner !== undefined && key !== 'prototype')
      apply(this.#member(owner, key ?? '*'), isPassed(use) ? READ : use)
    const isChange = use.kind === 'change' && use.change.how === 'changed'
    if (!isChange && this.#isFlat(object)) return
    if (owner === undefined || ts.isIdentifier(object)) this.#visit(object, use)
  }

  #object(node: TypeScript.ObjectLiteralExpression, use: Use): void {
    const ts = this.#ts
    for (const property of node.properties) {
      if (ts.isPropertyAssignment(property)) {
        if (ts.isComputedPropertyName(property.name)) this.#visit(property.name.expression, READ)
        this.#visit(property.initializer, use)
      } else if (ts.isShorthandPropertyAssignment(property))
        apply(findName(this.#scope, property.name.text), use)
      else if (ts.isSpreadAssignment(property)) this.#visit(property.expression, use)
      else {
        const self = this.#self
        this.#self = undefined
        this.#function(property, [], ts.isGetAccessorDeclaration(property) ? use : 'passed')
        this.#self = self
      }
    }
  }

  /** Operators that follow each other are gone through in a loop: there may be thousands. */
  #binary(node: TypeScript.BinaryExpression, use: Use): void {
    let one: TypeScript.Expression = node
    let outer = use
    while (this.#ts.isBinaryExpression(one)) {
      const { left, operatorToken, right } = one
      if (isAssignment(operatorToken.kind)) {
        this.#assignment(one)
        return
      }
      const selects = isSelecting(operatorToken.kind)
      const isLast = selects || operatorToken.kind === this.#ts.SyntaxKind.CommaToken
      this.#visit(right, isLast ? outer : READ)
      if (!selects) outer = READ
      one = unwrap(left)
    }
    this.#visit(one, outer)
  }

  #assignment({ left, right }: TypeScript.BinaryExpression): void {
    this.#target(left)
    const target = unwrap(left)
    const known = this.#ts.isIdentifier(target) ? findName(this.#scope, target.text) : undefined
    this.#visit(right, known === undefined ? passed(right, this.#source) : { kind: 'into', targets: [known] })
  }

  /** What is assigned to. */
  #target(node: TypeScript.Node): void {
    const ts = this.#ts
    const inner = ts.isExpression(node) ? unwrap(node) : node
    if (ts.isArrayLiteralExpression(inner)) {
      for (const item of inner.elements) this.#target(ts.isSpreadElement(item) ? item.expression : item)
    } else if (ts.isObjectLiteralExpression(inner)) {
      for (const property of inner.properties) {
        if (ts.isPropertyAssignment(property)) this.#target(property.initializer)
        else if (ts.isSpreadAssignment(property)) this.#target(property.expression)
        else if (ts.isShorthandPropertyAssignment(property)) this.#target(property.name)
      }
    } else if (ts.isBinaryExpression(inner)) {
      this.#target(inner.left)
      this.#visit(inner.right, READ)
    } else this.#visit(inner, changed(inner, this.#source))
  }

  #call(node: TypeScript.CallExpression | TypeScript.NewExpression, use: Use): void {
    const ts = this.#ts
    const callee = unwrap(node.expression)
    const items = node.arguments ?? []
    const root = this.#rootOf(callee)
    const global = root === undefined ? pathText(callee) : undefined
    if (global !== undefined && WRITING_CALLS.test(global)) {
      for (const [index, item] of items.entries()) {
        this.#visit(item, index === 0 ? changed(item, this.#source) : use)
      }
      return
    }
    const pure =
      (global !== undefined && SHARING_CALLS.test(global)) ||
      (root?.specifier !== undefined && this.#pure(root.specifier))
    if (global !== undefined && HARMLESS.test(global)) {
      for (const item of items) this.#visit(item, READ)
      return
    }
    const isMethod = ts.isPropertyAccessExpression(callee)
    const method = isMethod ? callee.name.text : ''
    const changes = isMethod && CHANGING.has(method)
    const shares = pure || (isMethod && SHARING.has(method) && root !== undefined)
    for (const item of items) {
      const value = unwrap(item)
      if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) {
        this.#function(value, shares && root !== undefined && !root.flat ? [root] : [], pure ? use : 'passed')
      } else if (pure || (root?.made === true && !changes)) this.#visit(item, use)
      else this.#visit(item, changes ? changed(item, this.#source) : passed(item, this.#source))
    }
    if (isMethod) this.#visit(callee.expression, this.#useOfReceiver(callee, method, use))
    else this.#visit(callee, READ)
  }

  #useOfReceiver(callee: TypeScript.PropertyAccessExpression, method: string, use: Use): Use {
    if (CHANGING.has(method)) return changed(callee, this.#source)
    if (READING.has(method)) return READ
    return SHARING.has(method) ? use : passed(callee, this.#source)
  }

  /** Whether an expression is a name whose value holds literals only. */
  #isFlat(node: TypeScript.Expression): boolean {
    const inner = unwrap(node)
    return this.#ts.isIdentifier(inner) && findName(this.#scope, inner.text)?.flat === true
  }

  /** The name that a chain of accesses and calls begins with. */
  #rootOf(node: TypeScript.Expression): Tracked | undefined {
    const ts = this.#ts
    const inner = unwrap(node)
    if (ts.isIdentifier(inner)) return findName(this.#scope, inner.text)
    const chained =
      ts.isPropertyAccessExpression(inner) ||
      ts.isElementAccessExpression(inner) ||
      ts.isCallExpression(inner)
    return chained ? this.#rootOf(inner.expression) : undefined
  }

  #ownerOf(node: TypeScript.Expression): number | undefined {
    const { SyntaxKind, isIdentifier } = this.#ts
    if (node.kind === SyntaxKind.ThisKeyword || node.kind === SyntaxKind.SuperKeyword) return this.#self
    return isIdentifier(node) ? findName(this.#scope, node.text)?.owner : undefined
  }

  #member(owner: number, name: string | undefined): Tracked {
    const key = `${owner}.${name ?? '*'}`
    const known = this.#members.get(key)
    if (known !== undefined) return known
    const tracked = createTracked()
    this.#members.set(key, tracked)
    return tracked
  }
}

function isPassed(use: Use): boolean {
  return use.kind === 'change' && use.change.how === 'passed'
}

function isAssignment(operator: TypeScript.SyntaxKind): boolean {
  const { SyntaxKind } = loadCompiler()
  return operator >= SyntaxKind.FirstAssignment && operator <= SyntaxKind.LastAssignment
}

/** Whether an operator gives one of its operands as it is. */
function isSelecting(operator: TypeScript.SyntaxKind): boolean {
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = loadCompiler().SyntaxKind
  return [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken].some((one) => one === operator)
}

function apply(tracked: Tracked | undefined, use: Use): void {
  if (tracked === undefined || use.kind === 'read' || tracked.frozen) return
  if (use.kind === 'into') for (const target of use.targets) target.sources.push(tracked)
  else if (use.change.how === 'changed' || !tracked.made) tracked.change ??= use.change
}

/** Carries a change over to what shares the value. */
function carryOver(tracked: Tracked, change = tracked.change): void {
  if (change === undefined) return
  for (const source of tracked.sources) {
    if (source.change !== undefined || source.frozen || (source.made && change.how === 'passed')) continue
    source.change = change
    carryOver(source, change)
  }
}

function changed(node: TypeScript.Node, source: TypeScript.SourceFile): Use {
  return { kind: 'change', change: { how: 'changed', at: node.getStart(source), end: node.end } }
}

function passed(node: TypeScript.Node, source: TypeScript.SourceFile): Use {
  return { kind: 'change', change: { how: 'passed', at: node.getStart(source), end: node.end } }
}

function onlyReturned(body: TypeScript.Node): TypeScript.Expression | undefined {
  const ts = loadCompiler()
  const only = ts.isBlock(body) && body.statements.length === 1 ? body.statements[0] : undefined
  return only !== undefined && ts.isReturnStatement(only) ? only.expression : undefined
}

function literalText(node: TypeScript.Expression): string | undefined {
  const ts = loadCompiler()
  return ts.isStringLiteralLike(node) ? node.text : undefined
}

function nameText(name: TypeScript.PropertyName | undefined): string | undefined {
  const ts = loadCompiler()
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
}
