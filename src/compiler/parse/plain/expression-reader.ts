import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { OperandReader } from './operand-reader.ts'
import { SIGN, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'

/** How strongly operators bind. */
const STRENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ '??': 1, '||': 2, '&&': 3, '|': 4, '^': 5, '&': 6 },
    ...{
      '==': 7,
      '!=': 7,
      '===': 7,
      '!==': 7,
      '<': 8,
      '>': 8,
      '<=': 8,
      instanceof: 8,
      in: 8,
      as: 8,
      satisfies: 8,
    },
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

/** Reads expressions: operators, assignments, and arrow functions. */
export abstract class ExpressionReader extends OperandReader {
  /** Whether this is the middle of `a ? b : c`, where `(b):` is hard to tell from the head of an arrow function. */
  #inMiddle = false
  /** Whether this is the head of a loop, where the word `in` may belong to the loop. */
  #inHead = false

  /** An expression without commas. */
  readAssignment(): PlainNode {
    this.enter()
    const expression =
      this.canYield && this.isWord('yield') ? this.#yield() : (this.#arrow() ?? this.#assignment())
    this.leave()
    return expression
  }

  /** Reads the head of a loop. */
  protected withoutIn(read: () => PlainNode): PlainNode {
    this.#inHead = true
    const result = read()
    this.#inHead = false
    return result
  }

  #yield(): PlainNode {
    const { pos, start } = this
    this.next()
    const isDelegated = !this.newLine && this.take('*')
    const isEmpty = this.newLine || (this.kind === SIGN && /^[;)}\],:]$/.test(this.value))
    if (isEmpty && isDelegated) unsure()
    const expression = isEmpty ? undefined : this.readAssignment()
    const node = this.node(Kind.YieldExpression, pos, start)
    node.expression = expression
    return node
  }

  #assignment(): PlainNode {
    const { pos, start } = this
    const left = this.#binary(0)
    if (this.kind !== SIGN) return left
    if (ASSIGNMENTS.has(this.value)) {
      const isTarget =
        left.kind === Kind.Identifier ||
        (this.value === '=' &&
          (left.kind === Kind.ArrayLiteralExpression || left.kind === Kind.ObjectLiteralExpression)) ||
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
    if (this.#inHead && this.value === 'in') return 0
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
    if (kind === WORD && value === 'await' && this.canAwait) {
      this.next()
      this.enter()
      const expression = this.#unary()
      this.leave()
      if (this.is('**')) unsure()
      const node = this.node(Kind.AwaitExpression, pos, start)
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
      ? this.readFunction(Kind.FunctionExpression, pos, start, true)
      : this.#arrowFunction(pos, start, true)
    node.modifiers = [modifier]
    return node
  }

  #isBeforeArrow(): boolean {
    let at = this.end
    while (this.text.charCodeAt(at) === 32) at++
    return this.text.startsWith('=>', at)
  }

  #arrowFunction(pos: number, start: number, isAsync = false): PlainNode {
    let parameters: PlainNode[]
    if (this.is('(')) {
      parameters = this.inside(false, false, () => this.readParameters())
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
    const body = this.is('{')
      ? this.readBody(isAsync)
      : this.inside(isAsync, false, () => this.readAssignment())
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

/** Whether `??` and `||` or `&&` meet without parentheses, which is an error to some and not to others. */
function mixes(operator: string, { kind, operatorToken }: PlainNode): boolean {
  if (kind !== Kind.BinaryExpression) return false
  if (operator === '??') {
    return operatorToken!.kind === Kind.BarBarToken || operatorToken!.kind === Kind.AmpersandAmpersandToken
  }
  return (operator === '||' || operator === '&&') && operatorToken!.kind === Kind.QuestionQuestionToken
}
