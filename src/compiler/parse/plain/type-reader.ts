import { endOfBrackets } from '../skeleton/bodies.ts'
import { Kind } from './kinds.ts'
import { PlainNode } from './node.ts'
import { BIGINT, NUMBER, PRIVATE, SIGN, STRING, TEMPLATE, TEMPLATE_HEAD, Tokens, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { isName, KEYWORD_TYPES, MODIFIERS, NO_TYPE_NAMES, TYPE_OPERATORS } from './words.ts'

/** How deep expressions and types may be in each other. The compiler gets on with more. */
const MAX_DEPTH = 100

/** Reads types. All of their grammar is checked; only what heritage can go through is told apart. */
export abstract class TypeReader extends Tokens {
  #depth = 0
  /** Whether `extends` belongs to the conditional type around this one. */
  #inExtends = false

  abstract readonly isJavaScript: boolean

  abstract readParameters(): PlainNode[]

  /** The node of what was read since an offset. */
  protected node(kind: number, pos: number, start: number): PlainNode {
    return new PlainNode(kind, pos, start, this.pos)
  }

  /** Takes the current token as a node. */
  protected leaf(kind: number): PlainNode {
    const node = new PlainNode(kind, this.pos, this.start, this.end)
    this.next()
    return node
  }

  protected identifier(): PlainNode {
    if (this.kind !== WORD) unsure()
    const { value } = this
    const node = this.leaf(Kind.Identifier)
    node.text = value
    return node
  }

  /** A name that is declared or referred to. */
  protected name(): PlainNode {
    if (!isName(this.value)) unsure()
    return this.identifier()
  }

  protected enter(): void {
    if (++this.#depth > MAX_DEPTH) unsure()
  }

  protected leave(): void {
    this.#depth--
  }

  /** The sign behind the brackets that begin at the current token; empty when it is something else. */
  protected signBehindBrackets(): string {
    const end = endOfBrackets(this.text, this.start)
    if (end === undefined) unsure()
    const { pos } = this
    this.moveTo(end)
    const sign = this.kind === SIGN ? this.value : ''
    this.moveTo(pos)
    return sign
  }

  readType(): PlainNode {
    // Types in JavaScript are errors that are found elsewhere.
    if (this.isJavaScript) unsure()
    this.enter()
    const { pos, start } = this
    const type = this.#beginsFunction() ? this.#function(pos, start) : this.#conditional(pos, start)
    this.leave()
    return type
  }

  /** The type behind the colon of a function, or behind its arrow. */
  readResult(): PlainNode {
    const { pos, start } = this
    if (this.kind === WORD && (this.value === 'this' || isName(this.value))) {
      const isAssertion = this.value === 'asserts'
      this.next()
      if (isAssertion && this.kind === WORD && !this.newLine && this.value !== 'is') {
        if (!this.isWord('this')) this.name()
        else this.next()
        if (this.isWord('is') && !this.newLine) this.#afterIs()
        return this.node(Kind.OtherType, pos, start)
      }
      if (this.isWord('is') && !this.newLine) {
        this.#afterIs()
        return this.node(Kind.OtherType, pos, start)
      }
      this.moveTo(pos)
    }
    return this.readType()
  }

  #afterIs(): void {
    this.next()
    this.readType()
  }

  /** `<A, B>` */
  readTypeArguments(): PlainNode[] {
    this.expect('<')
    const types = [this.readType()]
    while (this.take(',')) types.push(this.readType())
    this.expect('>')
    return types
  }

  /** `<A extends B = C>`, if there is any. */
  readTypeParameters(): PlainNode[] | undefined {
    if (!this.take('<')) return undefined
    const parameters: PlainNode[] = []
    do {
      const { pos, start } = this
      if (this.kind !== WORD || NO_TYPE_NAMES.has(this.value)) unsure()
      this.name()
      if (this.isWord('extends')) this.#afterIs()
      if (this.take('=')) this.readType()
      parameters.push(this.node(Kind.TypeParameter, pos, start))
    } while (this.take(','))
    this.expect('>')
    return parameters
  }

  /** What stands between the braces of an interface or of a type: its construct signatures, and something for the others. */
  readTypeMembers(): PlainNode[] {
    this.expect('{')
    const members: PlainNode[] = []
    while (!this.is('}')) members.push(this.#typeMember())
    this.next()
    return members
  }

  #typeMember(): PlainNode {
    const { pos, start } = this
    let type: PlainNode | undefined
    let kind: number = Kind.OtherSignature
    if (this.is('(') || this.is('<')) this.#signature()
    else if (this.is('[') && this.#beginsIndex()) this.#index()
    else {
      if (this.isWord('new')) {
        this.next()
        if (this.is('(') || this.is('<')) {
          kind = Kind.ConstructSignature
          type = this.#signature()
        } else this.moveTo(pos)
      }
      if (kind === Kind.OtherSignature) this.#namedMember()
    }
    if (!this.take(',')) this.endStatement()
    const member = this.node(kind, pos, start)
    member.type = type
    return member
  }

  #namedMember(): void {
    if (this.kind === WORD && MODIFIERS.has(this.value)) {
      const { value } = this
      const at = this.pos
      this.next()
      const isModifier = this.kind === WORD || this.kind === STRING || this.kind === NUMBER || this.is('[')
      if (!isModifier || value === 'out') this.moveTo(at)
      else if (this.newLine) unsure()
      else if (value === 'get' || value === 'set') {
        this.#memberName()
        if (!this.is('(')) unsure()
        this.#signature()
        return
      } else if (value !== 'readonly') unsure()
      else if (this.is('[') && this.#beginsIndex()) {
        this.#index()
        return
      } else if (this.kind === WORD && MODIFIERS.has(this.value)) unsure()
    }
    this.#memberName()
    this.take('?')
    if (this.is('(') || this.is('<')) this.#signature()
    else if (this.take(':')) this.readType()
  }

  #memberName(): void {
    if (this.kind === WORD || this.kind === STRING || this.kind === NUMBER) this.next()
    else {
      this.expect('[')
      if (this.kind === STRING) this.next()
      else {
        this.name()
        while (this.take('.')) this.identifier()
      }
      this.expect(']')
    }
  }

  /** Parameters and the type of the result. */
  #signature(): PlainNode | undefined {
    this.readTypeParameters()
    this.readParameters()
    return this.take(':') ? this.readResult() : undefined
  }

  #beginsIndex(): boolean {
    const { pos } = this
    this.next()
    const isName = this.kind === WORD
    this.next()
    const found = isName && this.is(':')
    this.moveTo(pos)
    return found
  }

  #index(): void {
    this.next()
    this.name()
    this.expect(':')
    this.readType()
    this.expect(']')
    this.expect(':')
    this.readType()
  }

  #beginsFunction(): boolean {
    if (this.kind === WORD) {
      if (this.value === 'new') return true
      if (this.value !== 'abstract') return false
    } else if (this.kind !== SIGN) return false
    if (this.value === '<') return true
    if (this.value !== '(' && this.value !== 'abstract') return false
    const isPattern = this.value === '(' && /[[{]/.test(this.text[this.end]!)
    if (isPattern && this.signBehindBrackets() === '=>') return true
    const { pos, value } = this
    this.next()
    const found = value === 'abstract' ? this.isWord('new') : this.#beginsParameters()
    this.moveTo(pos)
    return found
  }

  /** Whether what follows a parenthesis can be nothing but parameters. */
  #beginsParameters(): boolean {
    if (this.is(')') || this.is('...')) return true
    if (this.isWord('readonly')) this.next()
    if (this.kind !== WORD || !(isName(this.value) || this.value === 'this')) return false
    this.next()
    if (this.is(':') || this.is(',') || this.is('?') || this.is('=')) return true
    if (!this.take(')')) return false
    return this.is('=>')
  }

  #function(pos: number, start: number): PlainNode {
    if (this.isWord('abstract')) this.next()
    const isConstructor = this.isWord('new')
    if (isConstructor) this.next()
    this.readTypeParameters()
    this.readParameters()
    this.expect('=>')
    const type = this.readResult()
    const node = this.node(isConstructor ? Kind.ConstructorType : Kind.OtherType, pos, start)
    node.type = type
    return node
  }

  #conditional(pos: number, start: number): PlainNode {
    const type = this.#operators('|', pos, start)
    if (this.newLine || !this.isWord('extends')) return type
    if (this.#inExtends) unsure()
    this.next()
    this.#inExtends = true
    this.readType()
    this.#inExtends = false
    this.expect('?')
    this.readType()
    this.expect(':')
    this.readType()
    return this.node(Kind.OtherType, pos, start)
  }

  #operators(sign: '|' | '&', pos: number, start: number): PlainNode {
    const leads = this.take(sign)
    const part = (): PlainNode => (sign === '|' ? this.#operators('&', this.pos, this.start) : this.#prefix())
    const first = part()
    if (!leads && !this.is(sign)) return first
    const types = [first]
    while (this.take(sign)) types.push(part())
    const node = this.node(sign === '|' ? Kind.OtherType : Kind.IntersectionType, pos, start)
    node.types = types
    return node
  }

  #prefix(): PlainNode {
    const { pos, start } = this
    if (this.kind !== WORD) return this.#postfix(pos, start)
    if (TYPE_OPERATORS.has(this.value)) {
      this.next()
      this.enter()
      this.#prefix()
      this.leave()
      return this.node(Kind.OtherType, pos, start)
    }
    if (this.value !== 'infer') return this.#postfix(pos, start)
    this.next()
    this.name()
    // Whether `extends` belongs to it depends on what follows much later.
    if (this.isWord('extends')) unsure()
    return this.node(Kind.OtherType, pos, start)
  }

  #postfix(pos: number, start: number): PlainNode {
    const inExtends = this.#inExtends
    this.#inExtends = false
    let type = this.#primary(pos, start)
    while (!this.newLine) {
      if (this.is('[')) {
        this.next()
        if (!this.is(']')) this.readType()
        this.expect(']')
        type = this.node(Kind.OtherType, pos, start)
      } else if (this.is('?')) {
        this.#checkQuestion()
        break
      } else break
    }
    this.#inExtends = inExtends
    return type
  }

  /** Types may be followed by a question mark where they end for sure. */
  #checkQuestion(): void {
    const { pos } = this
    this.next()
    const isEnd =
      this.kind === WORD || this.kind === STRING || this.kind === NUMBER || /^[[{(,\]]$/.test(this.value)
    if (!isEnd) unsure()
    this.moveTo(pos)
  }

  #primary(pos: number, start: number): PlainNode {
    switch (this.kind) {
      case STRING:
      case NUMBER:
      case BIGINT:
      case TEMPLATE:
        return this.leaf(Kind.OtherType)
      case TEMPLATE_HEAD:
        this.#template()
        return this.node(Kind.OtherType, pos, start)
      case PRIVATE:
        return unsure()
      case WORD:
        return this.#word(pos, start)
    }
    if (this.is('{')) return this.#braces(pos, start)
    if (this.take('[')) {
      this.#tuple()
      return this.node(Kind.OtherType, pos, start)
    }
    if (this.take('-')) {
      if (this.kind !== NUMBER) unsure()
      return this.leaf(Kind.OtherType)
    }
    if (!this.is('(') || this.#beginsFunction()) unsure()
    this.next()
    const type = this.readType()
    this.expect(')')
    const node = this.node(Kind.ParenthesizedType, pos, start)
    node.type = type
    return node
  }

  #template(): void {
    do {
      this.next()
      this.readType()
      if (!this.is('}')) unsure()
      this.rescanTemplate()
    } while (this.kind !== TEMPLATE)
    this.next()
  }

  #word(pos: number, start: number): PlainNode {
    const { value } = this
    if (KEYWORD_TYPES.has(value) || value === 'this') {
      const node = this.leaf(Kind.OtherType)
      if (this.is('.') || (value === 'this' && this.isWord('is'))) unsure()
      return node
    }
    if (value === 'typeof') {
      this.next()
      const exprName = this.#entity()
      if (!this.newLine && this.is('<')) this.readTypeArguments()
      const node = this.node(Kind.TypeQuery, pos, start)
      node.exprName = exprName
      return node
    }
    if (NO_TYPE_NAMES.has(value)) unsure()
    const typeName = this.#entity()
    const typeArguments = !this.newLine && this.is('<') ? this.readTypeArguments() : undefined
    const node = this.node(Kind.TypeReference, pos, start)
    node.typeName = typeName
    node.typeArguments = typeArguments
    return node
  }

  #entity(): PlainNode {
    const { pos, start } = this
    let entity = this.name()
    while (this.take('.')) {
      if (this.newLine) unsure()
      const right = this.identifier()
      const node = this.node(Kind.QualifiedName, pos, start)
      node.left = entity
      node.right = right
      entity = node
    }
    return entity
  }

  #tuple(): void {
    while (!this.is(']')) {
      this.take('...')
      if (this.kind === WORD) {
        const { pos } = this
        this.next()
        this.take('?')
        if (!this.take(':')) this.moveTo(pos)
      }
      this.readType()
      this.take('?')
      if (!this.take(',')) break
    }
    this.expect(']')
  }

  /** Members of a type, or what goes through the members of another. */
  #braces(pos: number, start: number): PlainNode {
    if (!this.#beginsMapping()) {
      const members = this.readTypeMembers()
      const node = this.node(Kind.TypeLiteral, pos, start)
      node.members = members
      return node
    }
    this.next()
    this.#readonly()
    this.expect('[')
    this.name()
    this.next()
    this.readType()
    if (this.isWord('as')) this.#afterIs()
    this.expect(']')
    if (this.is('+') || this.is('-')) {
      this.next()
      this.expect('?')
    } else this.take('?')
    if (this.take(':')) this.readType()
    this.endStatement()
    this.expect('}')
    return this.node(Kind.OtherType, pos, start)
  }

  #beginsMapping(): boolean {
    const { pos } = this
    this.next()
    this.#readonly()
    const opens = this.take('[')
    const isName = this.kind === WORD
    this.next()
    const found = opens && isName && this.isWord('in')
    this.moveTo(pos)
    return found
  }

  #readonly(): void {
    const isSigned = this.take('+') || this.take('-')
    if (this.isWord('readonly')) this.next()
    else if (isSigned) unsure()
  }
}
