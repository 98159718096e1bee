import { BindingReader } from './binding-reader.ts'
import { Flag, Kind } from './kinds.ts'
import { PlainNode } from './node.ts'
import { BIGINT, END, NUMBER, PRIVATE, SIGN, STRING, TEMPLATE, TEMPLATE_HEAD, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { isName, NO_TYPE_NAMES } from './words.ts'

const WORD_KINDS: ReadonlyMap<string, number> = new Map([
  ['true', Kind.TrueKeyword],
  ['false', Kind.FalseKeyword],
  ['null', Kind.NullKeyword],
  ['this', Kind.ThisKeyword],
])

/** Reads operands: literals, names, functions, what is made with `new`, and accesses to them and calls of them. */
export abstract class OperandReader extends BindingReader {
  abstract readClassExpression(): PlainNode
  abstract readObject(): PlainNode

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
  readFunction(kind: number, pos: number, start: number, isAsync = false): PlainNode {
    this.next()
    const isGenerator = this.take('*')
    const name = this.kind === WORD ? this.name() : undefined
    this.readTypeParameters()
    const parameters = this.inside(false, false, () => this.readParameters())
    if (this.take(':')) this.readResult()
    const body = this.is('{') ? this.readBody(isAsync, isGenerator) : undefined
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
        if (this.isJavaScript || this.#isCompared()) return undefined
        this.readTypeArguments()
        if (!this.is('(')) unsure()
        return this.#call(object, pos, start)
      }
    }
    return undefined
  }

  /** Whether the token `<` compares for sure: what follows cannot be the arguments of a type. */
  #isCompared(): boolean {
    const { pos } = this
    this.next()
    const isThis = this.isWord('this')
    this.take('-')
    let isSimple = this.kind === NUMBER || isThis
    if (this.kind === WORD && isName(this.value) && !NO_TYPE_NAMES.has(this.value)) isSimple = true
    this.next()
    while (!isThis && this.take('.')) this.next()
    const ends =
      this.kind === END ||
      (this.kind === SIGN && !/^(?:[,><[|&!.]|=>|<<)$/.test(this.value)) ||
      (isThis && this.is('.'))
    this.moveTo(pos)
    return isSimple && ends
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
    if (value === 'super') {
      const node = this.leaf(Kind.SuperKeyword)
      if (!this.is('(') && !this.is('.') && !this.is('[')) unsure()
      return node
    }
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
}

function chained(object: PlainNode): number {
  return object.flags & Flag.OptionalChain
}
