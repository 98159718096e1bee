import { BindingReader } from './binding-reader.ts'
import { Flag, Kind } from './kinds.ts'
import { PlainNode } from './node.ts'
import { BIGINT, NUMBER, PRIVATE, SIGN, STRING, TEMPLATE, TEMPLATE_HEAD, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'

/** How strongly operators bind. */
const STRENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ '??': 1, '||': 2, '&&': 3, '|': 4, '^': 5, '&': 6 },
    ...{ '==': 7, '!=': 7, '===': 7, '!==': 7, '>': 8, '<=': 8, instanceof: 8, in: 8, as: 8, satisfies: 8 },
    ...{ '<<': 9, '+': 10, '-': 10, '*': 11, '/': 11, '%': 11, '**': 12 },
  }),
)

const ASSIGNMENTS = new Set('= += -= *= /= %= **= <<= &= |= ^= &&= ||= ??='.split(' '))

const OPERATOR_KINDS: ReadonlyMap<string, number> = new Map([
  ['&&', Kind.AmpersandAmpersandToken],
  ['||', Kind.BarBarToken],
  ['??', Kind.QuestionQuestionToken],
  ['+', Kind.PlusToken],
  ['-', Kind.MinusToken],
  ['~', Kind.TildeToken],
  ['!', Kind.ExclamationToken],
  ['++', Kind.PlusPlusToken],
  ['--', Kind.MinusMinusToken],
])

const WORD_KINDS: ReadonlyMap<string, number> = new Map([
  ['true', Kind.TrueKeyword],
  ['false', Kind.FalseKeyword],
  ['null', Kind.NullKeyword],
  ['this', Kind.ThisKeyword],
])

/** Reads expressions. */
export abstract class ExpressionReader extends BindingReader {
  /** Whether this is the middle of `a ? b : c`, where `(b):` is hard to tell from the head of an arrow function. */
  #inMiddle = false

  abstract readClassExpression(): PlainNode
  abstract readObject(): PlainNode

  /** An expression without commas. */
  readAssignment(): PlainNode {
    this.enter()
    const expression = this.#arrow() ?? this.#assignment()
    this.leave()
    return expression
  }

  /** An operand with everything that is accessed or called on it. */
  readOperand(inHeritage = false): PlainNode {
    const { pos, start } = this
    let operand = this.#primary()
    for (;;) {
      const next = this.#access(operand, pos, start, inHeritage)
      if (next === undefined) return operand
      operand = next
    }
  }

  /** The function that begins at the word `function`, with its name or without one. */
  readFunction(kind: number, pos: number, start: number): PlainNode {
    this.next()
    this.take('*')
    const name = this.kind === WORD ? this.name() : undefined
    this.readTypeParameters()
    const parameters = this.readParameters()
    if (this.take(':')) this.readResult()
    const body = this.is('{') ? this.readBody() : undefined
    // Declarations without bodies belong to others with the same name.
    if (body === undefined) {
      if (kind !== Kind.FunctionDeclaration) unsure()
      this.endStatement()
    }
    const node = this.node(kind, pos, start)
    node.name = name
    node.parameters = parameters
    node.body = body
    return node
  }

  #assignment(): PlainNode {
    const { pos, start } = this
    const left = this.#binary(0)
    if (this.kind !== SIGN) return left
    if (ASSIGNMENTS.has(this.value)) {
      const isTarget =
        left.kind === Kind.Identifier ||
        ((left.kind === Kind.PropertyAccessExpression || left.kind === Kind.ElementAccessExpression) &&
          left.flags === 0)
      if (!isTarget) unsure()
      const operatorToken = this.leaf(Kind.FirstAssignment)
      return this.#operation(pos, start, left, operatorToken, this.readAssignment())
    }
    if (!this.is('?')) return left
    this.next()
    const outer = this.#inMiddle
    this.#inMiddle = true
    const whenTrue = this.readAssignment()
    this.#inMiddle = outer
    this.expect(':')
    const whenFalse = this.readAssignment()
    const node = this.node(Kind.ConditionalExpression, pos, start)
    node.condition = left
    node.whenTrue = whenTrue
    node.whenFalse = whenFalse
    return node
  }

  #binary(weakest: number): PlainNode {
    const { pos, start } = this
    let left = this.#unary()
    for (;;) {
      const strength = this.#strength()
      if (strength <= weakest) return left
      if (this.kind === WORD && (this.value === 'as' || this.value === 'satisfies')) {
        left = this.#asserted(left, pos, start)
        continue
      }
      if (left.kind === Kind.PrefixUnaryExpression && this.value === '**') unsure()
      const { value } = this
      let operatorToken = this.leaf(OPERATOR_KINDS.get(value) ?? Kind.OtherToken)
      if (value === '>' && this.is('=')) {
        if (this.start !== operatorToken.end) unsure()
        this.next()
        operatorToken = this.node(Kind.OtherToken, operatorToken.pos, operatorToken.start)
      } else if (value === '>' && this.is('>')) unsure()
      // `a ** b ** c` is read from its end.
      const right = this.#binary(value === '**' ? strength - 0.1 : strength)
      if (mixes(value, left) || mixes(value, right)) unsure()
      left = this.#operation(pos, start, left, operatorToken, right)
    }
  }

  /** How strong the operator is that is the current token; 0 when it is none. */
  #strength(): number {
    if (this.kind !== SIGN && this.kind !== WORD) return 0
    const strength = STRENGTHS.get(this.value)
    if (strength === undefined) return 0
    return this.newLine && (this.value === 'as' || this.value === 'satisfies') ? 0 : strength
  }

  #asserted(expression: PlainNode, pos: number, start: number): PlainNode {
    const kind = this.value === 'as' ? Kind.AsExpression : Kind.SatisfiesExpression
    this.next()
    const isConst = this.isWord('const') && kind === Kind.AsExpression
    const type = isConst ? this.leaf(Kind.OtherType) : this.readType()
    const node = this.node(kind, pos, start)
    node.expression = expression
    node.type = type
    return node
  }

  #operation(
    pos: number,
    start: number,
    left: PlainNode,
    operatorToken: PlainNode,
    right: PlainNode,
  ): PlainNode {
    const node = this.node(Kind.BinaryExpression, pos, start)
    node.left = left
    node.operatorToken = operatorToken
    node.right = right
    return node
  }

  #unary(): PlainNode {
    const { pos, start, kind, value } = this
    if (kind === SIGN && (value === '-' || value === '+' || value === '!' || value === '~')) {
      this.next()
      this.enter()
      const operand = this.#unary()
      this.leave()
      return this.#prefixed(pos, start, value, operand)
    }
    if (kind === SIGN && (value === '++' || value === '--')) {
      this.next()
      return this.#prefixed(pos, start, value, target(this.readOperand()))
    }
    if (kind === WORD && (value === 'typeof' || value === 'void' || value === 'delete')) {
      this.next()
      this.enter()
      const expression = this.#unary()
      this.leave()
      if (this.is('**')) unsure()
      const kinds = {
        typeof: Kind.TypeOfExpression,
        void: Kind.VoidExpression,
        delete: Kind.DeleteExpression,
      }
      const node = this.node(kinds[value], pos, start)
      node.expression = expression
      return node
    }
    const operand = this.readOperand()
    if ((!this.is('++') && !this.is('--')) || this.newLine) return operand
    const operator = OPERATOR_KINDS.get(this.value)
    target(operand)
    this.next()
    const node = this.node(Kind.PostfixUnaryExpression, pos, start)
    node.operator = operator
    node.operand = operand
    return node
  }

  #prefixed(pos: number, start: number, sign: string, operand: PlainNode): PlainNode {
    const node = this.node(Kind.PrefixUnaryExpression, pos, start)
    node.operator = OPERATOR_KINDS.get(sign)
    node.operand = operand
    return node
  }

  /** One more access or call. */
  #access(object: PlainNode, pos: number, start: number, inHeritage: boolean): PlainNode | undefined {
    if (this.kind === TEMPLATE || this.kind === TEMPLATE_HEAD) unsure()
    if (this.kind !== SIGN) return undefined
    switch (this.value) {
      case '.':
        this.next()
        return this.#member(object, pos, start)
      case '?.': {
        const questionDotToken = this.leaf(Kind.OtherToken)
        if (this.is('<')) unsure()
        const isMember = !this.is('(') && !this.is('[')
        const node = isMember
          ? this.#member(object, pos, start)
          : this.#access(object, pos, start, inHeritage)!
        node.questionDotToken = questionDotToken
        node.flags = Flag.OptionalChain
        return node
      }
      case '(':
        return this.#call(object, pos, start)
      case '[': {
        this.next()
        const argumentExpression = this.readAssignment()
        this.expect(']')
        const node = this.node(Kind.ElementAccessExpression, pos, start)
        node.expression = object
        node.argumentExpression = argumentExpression
        node.flags = chained(object)
        return node
      }
      case '!': {
        if (this.newLine) return undefined
        if (object.flags !== 0) unsure()
        this.next()
        const node = this.node(Kind.NonNullExpression, pos, start)
        node.expression = object
        return node
      }
      case '<': {
        if (inHeritage) return undefined
        if (this.isJavaScript) unsure()
        this.readTypeArguments()
        if (!this.is('(')) unsure()
        return this.#call(object, pos, start)
      }
    }
    return undefined
  }

  #member(object: PlainNode, pos: number, start: number): PlainNode {
    if (this.newLine) unsure()
    let name: PlainNode
    if (this.kind === PRIVATE) {
      const { value } = this
      name = this.leaf(Kind.PrivateIdentifier)
      name.text = value
    } else name = this.identifier()
    const node = this.node(Kind.PropertyAccessExpression, pos, start)
    node.expression = object
    node.name = name
    node.flags = chained(object)
    return node
  }

  #call(callee: PlainNode, pos: number, start: number): PlainNode {
    const items = this.#items('(', ')')
    const node = this.node(Kind.CallExpression, pos, start)
    node.expression = callee
    node.arguments = items
    node.flags = chained(callee)
    return node
  }

  /** Arguments, or the elements of a list. */
  #items(open: string, close: string): PlainNode[] {
    const items: PlainNode[] = []
    this.expect(open)
    while (!this.is(close)) {
      const { pos, start } = this
      if (this.is(',')) {
        if (close === ')') unsure()
        items.push(this.node(Kind.OmittedExpression, pos, pos))
      } else if (this.take('...')) {
        const expression = this.readAssignment()
        const spread = this.node(Kind.SpreadElement, pos, start)
        spread.expression = expression
        items.push(spread)
      } else items.push(this.readAssignment())
      if (!this.take(',')) break
    }
    this.expect(close)
    return items
  }

  #primary(): PlainNode {
    const { pos, start, value } = this
    switch (this.kind) {
      case WORD:
        return this.#word()
      case STRING:
        return this.#literal(Kind.StringLiteral)
      case NUMBER:
        return this.#literal(Kind.NumericLiteral)
      case BIGINT:
        return this.#literal(Kind.BigIntLiteral)
      case TEMPLATE:
        return this.#literal(Kind.NoSubstitutionTemplateLiteral)
      case TEMPLATE_HEAD:
        return this.#template()
      case SIGN:
        break
      default:
        return unsure()
    }
    if (value === '{') return this.readObject()
    if (value === '[') {
      const elements = this.#items('[', ']')
      const node = this.node(Kind.ArrayLiteralExpression, pos, start)
      node.elements = elements
      return node
    }
    if (value === '/' || value === '/=') {
      this.rescanRegExp()
      return this.#literal(Kind.RegularExpressionLiteral)
    }
    this.expect('(')
    const expression = this.readAssignment()
    this.expect(')')
    const node = this.node(Kind.ParenthesizedExpression, pos, start)
    node.expression = expression
    return node
  }

  #literal(kind: number): PlainNode {
    const { value } = this
    const node = this.leaf(kind)
    node.text = value
    return node
  }

  #template(): PlainNode {
    const { pos, start } = this
    const piece = (): PlainNode => {
      const node = new PlainNode(Kind.TemplatePiece, this.pos, this.start, this.end)
      node.text = this.value
      return node
    }
    const head = piece()
    const templateSpans: PlainNode[] = []
    do {
      this.next()
      const at = this.pos
      const expression = this.readAssignment()
      if (!this.is('}')) unsure()
      this.rescanTemplate()
      const span = new PlainNode(Kind.TemplateSpan, at, at, this.end)
      span.expression = expression
      span.literal = piece()
      templateSpans.push(span)
    } while (this.kind !== TEMPLATE)
    this.next()
    const node = this.node(Kind.TemplateExpression, pos, start)
    node.head = head
    node.templateSpans = templateSpans
    return node
  }

  #word(): PlainNode {
    const { pos, start, value } = this
    const kind = WORD_KINDS.get(value)
    if (kind !== undefined) return this.leaf(kind)
    if (value === 'class') return this.readClassExpression()
    if (value === 'function') return this.readFunction(Kind.FunctionExpression, pos, start)
    if (value === 'new') return this.#new(pos, start)
    if (value === 'import') {
      const node = this.leaf(Kind.ImportKeyword)
      if (!this.is('(')) unsure()
      return node
    }
    return this.name()
  }

  /** `new A.B<C>(d)` */
  #new(pos: number, start: number): PlainNode {
    this.next()
    const { pos: at, start: from } = this
    let callee = this.name()
    while (this.take('.')) callee = this.#member(callee, at, from)
    const typeArguments = this.is('<') ? this.readTypeArguments() : undefined
    if (!this.is('(')) unsure()
    const items = this.#items('(', ')')
    const node = this.node(Kind.NewExpression, pos, start)
    node.expression = callee
    node.arguments = items
    node.typeArguments = typeArguments
    return node
  }

  #arrow(): PlainNode | undefined {
    const { pos, start } = this
    if (this.is('(')) {
      const sign = this.signBehindBrackets()
      if (sign === '=>') return this.#arrowFunction(pos, start)
      if (sign === '{' || (sign === ':' && this.#inMiddle)) unsure()
      return sign === ':' ? this.#arrowFunction(pos, start) : undefined
    }
    if (this.kind !== WORD) return undefined
    if (this.value !== 'async') return this.#isBeforeArrow() ? this.#arrowFunction(pos, start) : undefined
    const modifier = this.leaf(Kind.AsyncKeyword)
    if (this.newLine) unsure()
    const isFunction = this.isWord('function')
    const node = isFunction
      ? this.readFunction(Kind.FunctionExpression, pos, start)
      : this.#arrowFunction(pos, start)
    node.modifiers = [modifier]
    return node
  }

  #isBeforeArrow(): boolean {
    let at = this.end
    while (this.text.charCodeAt(at) === 32) at++
    return this.text.startsWith('=>', at)
  }

  #arrowFunction(pos: number, start: number): PlainNode {
    let parameters: PlainNode[]
    if (this.is('(')) {
      parameters = this.readParameters()
      if (this.take(':')) this.readResult()
    } else {
      const { pos: at, start: from } = this
      const name = this.name()
      const parameter = this.node(Kind.Parameter, at, from)
      parameter.name = name
      parameters = [parameter]
    }
    if (this.newLine) unsure()
    this.expect('=>')
    const body = this.is('{') ? this.readBody() : this.readAssignment()
    const node = this.node(Kind.ArrowFunction, pos, start)
    node.parameters = parameters
    node.body = body
    return node
  }
}

/** What is counted up or down. */
function target(node: PlainNode): PlainNode {
  const isTarget =
    node.kind === Kind.Identifier ||
    ((node.kind === Kind.PropertyAccessExpression || node.kind === Kind.ElementAccessExpression) &&
      node.flags === 0)
  return isTarget ? node : unsure()
}

function chained(object: PlainNode): number {
  return object.flags & Flag.OptionalChain
}

/** Whether `??` and `||` or `&&` meet without parentheses, which is an error to some and not to others. */
function mixes(operator: string, { kind, operatorToken }: PlainNode): boolean {
  if (kind !== Kind.BinaryExpression) return false
  if (operator === '??') {
    return operatorToken!.kind === Kind.BarBarToken || operatorToken!.kind === Kind.AmpersandAmpersandToken
  }
  return (operator === '||' || operator === '&&') && operatorToken!.kind === Kind.QuestionQuestionToken
}
