import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { SignatureReader } from './signature-reader.ts'
import { BIGINT, NUMBER, PRIVATE, SIGN, STRING, TEMPLATE, TEMPLATE_HEAD, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { isName, KEYWORD_TYPES, NO_TYPE_NAMES, TYPE_OPERATORS } from './words.ts'

/** Reads types. All of their grammar is checked; only what heritage can go through is told apart. */
export abstract class TypeReader extends SignatureReader {
  abstract readonly isJavaScript: boolean

  /** Whether `extends` belongs to the conditional type around this one. */
  #inExtends = false

  readType(): PlainNode {
    // Types in JavaScript are errors that are found elsewhere.
    if (this.isJavaScript) unsure()
    this.enter()
    const { pos, start } = this
    const type = this.#beginsFunction() ? this.#function(pos, start) : this.#conditional(pos, start)
    this.leave()
    return type
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
    const isWord =
      this.kind === WORD &&
      (isName(this.value) || KEYWORD_TYPES.has(this.value) || /^(?:this|typeof|new)$/.test(this.value))
    const isEnd = isWord || this.kind === STRING || this.kind === NUMBER || /^[[{,\]]$/.test(this.value)
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
    if (this.isWord('as')) this.skipWordAndType()
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
