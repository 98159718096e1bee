import {
  type ArrayItem,
  BINARY_OPERATORS,
  type Expression,
  type ObjectMember,
  type UnaryOperator,
} from './expression-facts.ts'
import { hasModifier, unwrap } from './fields.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** How deep expressions are read. Chains of operators do not count. */
const MAX_DEPTH = 60
/** How many parts of one expression are read: more than anybody writes by hand. */
const MAX_PARTS = 20_000

/**
 * Reads an expression of a source into plain data.
 *
 * @returns the expression; what folding cannot go through is `opaque`, with the reason
 */
export function readExpression(source: TypeScript.SourceFile, node: TypeScript.Expression): Expression {
  return new Reader(source).read(node, 0)
}

/** Reads what a getter gives, if all it does is to return it. */
export function readReturned(
  source: TypeScript.SourceFile,
  getter: TypeScript.GetAccessorDeclaration,
): Expression {
  const returned = returnedBy(getter)
  if (returned !== undefined) return readExpression(source, returned)
  const reason = 'a getter that does more than return is not run'
  return { kind: 'opaque', reason, at: getter.name.getStart(source), end: getter.name.end }
}

/** The name of a property, where it is written as one: `a`, `'a'`, `1`, `['a']`. */
export function propertyKey(name: TypeScript.PropertyName | undefined): string | undefined {
  const ts = loadCompiler()
  if (name === undefined) return undefined
  if (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) return name.text
  if (ts.isNumericLiteral(name)) return name.text
  if (!ts.isComputedPropertyName(name)) return undefined
  const inner = unwrap(name.expression)
  return ts.isStringLiteralLike(inner) ? inner.text : undefined
}

function returnedBy(getter: TypeScript.GetAccessorDeclaration): TypeScript.Expression | undefined {
  const ts = loadCompiler()
  const { statements } = getter.body ?? {}
  const only = statements?.length === 1 ? statements[0] : undefined
  return only !== undefined && ts.isReturnStatement(only) ? only.expression : undefined
}

class Reader {
  readonly #ts = loadCompiler()
  readonly #source: TypeScript.SourceFile
  #parts = 0

  constructor(source: TypeScript.SourceFile) {
    this.#source = source
  }

  read(node: TypeScript.Expression, depth: number, inChain = false): Expression {
    const ts = this.#ts
    const inner = unwrap(node)
    const place = { at: inner.getStart(this.#source), end: inner.end }
    if (depth > MAX_DEPTH) return { kind: 'opaque', reason: 'the expression is nested too deeply', ...place }
    if (++this.#parts > MAX_PARTS) return { kind: 'opaque', reason: 'the expression is too large', ...place }
    if (!inChain && ts.isOptionalChain(inner))
      return { kind: 'chain', body: this.read(inner, depth, true), ...place }
    // A chain ends at its parentheses.
    const continues = (object: TypeScript.Expression): boolean => inChain && object === unwrapTypes(object)
    if (ts.isBinaryExpression(inner)) return { ...this.#readBinary(inner, depth), ...place }
    if (ts.isPropertyAccessExpression(inner)) {
      if (!ts.isIdentifier(inner.name)) return opaque('a private member has no constant value', place)
      const object = this.read(inner.expression, depth + 1, continues(inner.expression))
      const optional = inner.questionDotToken === undefined ? {} : { optional: true as const }
      return { kind: 'member', object, key: inner.name.text, ...optional, ...place }
    }
    if (ts.isElementAccessExpression(inner)) {
      const object = this.read(inner.expression, depth + 1, continues(inner.expression))
      const key = this.read(inner.argumentExpression, depth + 1)
      const optional = inner.questionDotToken === undefined ? {} : { optional: true as const }
      return { kind: 'member', object, key, ...optional, ...place }
    }
    if (ts.isCallExpression(inner)) {
      const callee = this.read(inner.expression, depth + 1, continues(inner.expression))
      const items = inner.arguments.map((item) => this.#readItem(item, depth))
      const optional = inner.questionDotToken === undefined ? {} : { optional: true as const }
      return { kind: 'call', callee, items, ...optional, ...place }
    }
    return this.#readOther(inner, depth, place)
  }

  #readOther(node: TypeScript.Expression, depth: number, place: { at: number; end: number }): Expression {
    const ts = this.#ts
    if (ts.isStringLiteralLike(node)) return { kind: 'literal', value: node.text, ...place }
    if (ts.isNumericLiteral(node)) {
      const value = Number(node.text)
      return Number.isFinite(value)
        ? { kind: 'literal', value, ...place }
        : { kind: 'name', name: 'Infinity', ...place }
    }
    if (ts.isBigIntLiteral(node)) return { kind: 'bigint', text: node.text.slice(0, -1), ...place }
    if (node.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true, ...place }
    if (node.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false, ...place }
    if (node.kind === ts.SyntaxKind.NullKeyword) return { kind: 'literal', value: null, ...place }
    if (node.kind === ts.SyntaxKind.ThisKeyword) return { kind: 'this', ...place }
    if (ts.isIdentifier(node)) return { kind: 'name', name: node.text, ...place }
    if (ts.isTemplateExpression(node)) {
      const texts = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)]
      const values = node.templateSpans.map((span) => this.read(span.expression, depth + 1))
      return { kind: 'template', texts, values, ...place }
    }
    if (ts.isPrefixUnaryExpression(node)) {
      const operator = unaryOperator(node.operator)
      return operator === undefined
        ? opaque('an assignment has no constant value', place)
        : { kind: 'unary', operator, operand: this.read(node.operand, depth + 1), ...place }
    }
    if (ts.isTypeOfExpression(node) || ts.isVoidExpression(node)) {
      const operator = ts.isVoidExpression(node) ? 'void' : 'typeof'
      return { kind: 'unary', operator, operand: this.read(node.expression, depth + 1), ...place }
    }
    if (ts.isConditionalExpression(node)) {
      const [test, yes, no] = [node.condition, node.whenTrue, node.whenFalse].map((one) =>
        this.read(one, depth + 1),
      ) as [Expression, Expression, Expression]
      return { kind: 'conditional', test, yes, no, ...place }
    }
    if (ts.isArrayLiteralExpression(node)) {
      return { kind: 'array', items: node.elements.map((item) => this.#readItem(item, depth)), ...place }
    }
    if (ts.isObjectLiteralExpression(node)) {
      return {
        kind: 'object',
        members: node.properties.map((one) => this.#readMember(one, depth)),
        ...place,
      }
    }
    if (ts.isNewExpression(node)) {
      const items = (node.arguments ?? []).map((item) => this.#readItem(item, depth))
      return { kind: 'new', callee: this.read(node.expression, depth + 1), items, ...place }
    }
    if (ts.isArrowFunction(node)) return this.#readArrow(node, depth, place)
    if (ts.isFunctionExpression(node)) return { kind: 'function', ...place }
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const { text } = node as TypeScript.RegularExpressionLiteral
      const slash = text.lastIndexOf('/')
      return { kind: 'regexp', pattern: text.slice(1, slash), flags: text.slice(slash + 1), ...place }
    }
    return opaque(reasonFor(node), place)
  }

  /** Operators that follow each other are read in a loop: texts are joined over hundreds of lines. */
  #readBinary(node: TypeScript.BinaryExpression, depth: number): Operations['binary'] | Operations['opaque'] {
    const steps: Operations['binary']['steps'][number][] = []
    let left: TypeScript.Expression = node
    while (this.#ts.isBinaryExpression(left)) {
      const text = left.operatorToken.getText(this.#source)
      const operator = BINARY_OPERATORS.find((one) => one === text)
      if (operator === undefined) {
        if (steps.length === 0) return { kind: 'opaque', reason: `\`${text}\` has no constant value` }
        break
      }
      steps.push({ operator, right: this.read(left.right, depth + 1) })
      left = unwrap(left.left)
    }
    return { kind: 'binary', first: this.read(left, depth + 1), steps: steps.reverse() }
  }

  #readItem(node: TypeScript.Expression, depth: number): ArrayItem {
    const ts = this.#ts
    if (ts.isOmittedExpression(node)) return {}
    return ts.isSpreadElement(node)
      ? { value: this.read(node.expression, depth + 1), spread: true }
      : { value: this.read(node, depth + 1) }
  }

  #readMember(node: TypeScript.ObjectLiteralElementLike, depth: number): ObjectMember {
    const ts = this.#ts
    if (ts.isSpreadAssignment(node)) return { kind: 'spread', value: this.read(node.expression, depth + 1) }
    const place = { at: node.name.getStart(this.#source), end: node.name.end }
    if (ts.isShorthandPropertyAssignment(node)) {
      const { text } = node.name
      return { kind: 'property', key: text, value: { kind: 'name', name: text, ...place } }
    }
    const key = this.#readKey(node.name, depth)
    if (ts.isPropertyAssignment(node)) {
      if (key === '__proto__' && !ts.isComputedPropertyName(node.name)) {
        const reason = '`__proto__:` sets a prototype'
        return { kind: 'spread', value: { kind: 'opaque', reason, ...place } }
      }
      return { kind: 'property', key, value: this.read(node.initializer, depth + 1) }
    }
    if (ts.isGetAccessorDeclaration(node)) {
      const returned = returnedBy(node)
      if (returned !== undefined) return { kind: 'getter', key, value: this.read(returned, depth + 1) }
      const reason = 'a getter that does more than return is not run'
      return { kind: 'property', key, value: { kind: 'opaque', reason, ...place } }
    }
    if (ts.isMethodDeclaration(node)) return { kind: 'property', key, value: { kind: 'function', ...place } }
    return {
      kind: 'property',
      key,
      value: { kind: 'opaque', reason: 'a setter has no constant value', ...place },
    }
  }

  #readKey(name: TypeScript.PropertyName, depth: number): string | Expression {
    const ts = this.#ts
    if (ts.isComputedPropertyName(name)) return this.read(name.expression, depth + 1)
    if (ts.isNumericLiteral(name)) return String(Number(name.text))
    if (ts.isBigIntLiteral(name)) return name.text.slice(0, -1)
    return name.text
  }

  #readArrow(node: TypeScript.ArrowFunction, depth: number, place: { at: number; end: number }): Expression {
    const ts = this.#ts
    const plain = node.parameters.every(
      (one) => ts.isIdentifier(one.name) && one.initializer === undefined && one.dotDotDotToken === undefined,
    )
    if (ts.isBlock(node.body) || !plain || hasModifier(node, ts.SyntaxKind.AsyncKeyword)) {
      return { kind: 'function', ...place }
    }
    const parameters = node.parameters.map((one) => (one.name as TypeScript.Identifier).text)
    return { kind: 'arrow', parameters, body: this.read(node.body, depth + 1), ...place }
  }
}

type Operations = { [E in Expression as E['kind']]: Omit<E, 'at' | 'end'> }

function opaque(reason: string, place: { at: number; end: number }): Expression {
  return { kind: 'opaque', reason, ...place }
}

/** The expression without type assertions; parentheses stay. */
function unwrapTypes(node: TypeScript.Expression): TypeScript.Expression {
  const ts = loadCompiler()
  return ts.isNonNullExpression(node) ? unwrapTypes(node.expression) : node
}

function unaryOperator(kind: TypeScript.SyntaxKind): UnaryOperator | undefined {
  const { SyntaxKind } = loadCompiler()
  const operators: { readonly [kind: number]: UnaryOperator } = {
    [SyntaxKind.PlusToken]: '+',
    [SyntaxKind.MinusToken]: '-',
    [SyntaxKind.TildeToken]: '~',
    [SyntaxKind.ExclamationToken]: '!',
  }
  return operators[kind]
}

function reasonFor(node: TypeScript.Expression): string {
  const ts = loadCompiler()
  if (ts.isTaggedTemplateExpression(node)) return 'a tagged template is a function call, which is not run'
  if (ts.isAwaitExpression(node)) return '`await` waits for what is known at run time only'
  if (ts.isClassExpression(node)) return 'a class has no constant value'
  if (ts.isPostfixUnaryExpression(node) || ts.isDeleteExpression(node))
    return 'an assignment has no constant value'
  return 'this expression has no constant value'
}
