import { type Body, endOfBrackets } from '../skeleton/bodies.ts'
import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { NUMBER, PRIVATE, STRING, WORD } from './tokens.ts'
import { TypeReader } from './type-reader.ts'
import { unsure } from './unsure.ts'
import { isName, PROPERTY_MODIFIERS } from './words.ts'

/** Reads what functions have in common: parameters, patterns, names of members, and bodies, which are left out. */
export abstract class BindingReader extends TypeReader {
  /** What was left out, in order: what stands between a pair of braces. */
  readonly bodies: Body[] = []
  /** Whether bodies are read, and not left out. */
  abstract readonly keepsBodies: boolean
  /** Whether the words `await` and `yield` are operators here. */
  protected canAwait = false
  protected canYield = false

  abstract readAssignment(): PlainNode
  abstract readBlock(): PlainNode

  /** Reads something inside of a function. */
  protected inside<T>(isAsync: boolean, isGenerator: boolean, read: () => T): T {
    const { canAwait, canYield } = this
    this.canAwait = isAsync
    this.canYield = isGenerator
    const result = read()
    this.canAwait = canAwait
    this.canYield = canYield
    return result
  }

  /** Goes over the body that begins here, leaving it out where bodies are left out. */
  readBody(isAsync = false, isGenerator = false): PlainNode {
    const { pos, start, end } = this
    if (!this.is('{')) unsure()
    if (this.keepsBodies) return this.inside(isAsync, isGenerator, () => this.readBlock())
    const behind = endOfBrackets(this.text, start)
    if (behind === undefined) unsure()
    this.bodies.push({ start: end, end: behind - 1 })
    this.moveTo(behind)
    const body = this.node(Kind.Block, pos, start)
    body.statements = []
    return body
  }

  /** `(a, b)` */
  readParameters(): PlainNode[] {
    this.expect('(')
    const parameters: PlainNode[] = []
    while (!this.is(')')) {
      parameters.push(this.#parameter())
      if (!this.take(',')) break
    }
    this.expect(')')
    return parameters
  }

  /** A name, or a pattern of names. */
  readBinding(): PlainNode {
    if (this.is('{')) return this.#objectPattern()
    return this.is('[') ? this.#arrayPattern() : this.name()
  }

  /** `= value`, if it is there. */
  readInitializer(): PlainNode | undefined {
    return this.take('=') ? this.readAssignment() : undefined
  }

  /** The name of a member of a class or of an object. */
  readMemberName(): PlainNode {
    const { kind, value, pos, start } = this
    if (kind === WORD) return this.identifier()
    if (kind === STRING || kind === NUMBER || kind === PRIVATE) {
      const name = this.leaf(
        kind === STRING ? Kind.StringLiteral : kind === NUMBER ? Kind.NumericLiteral : Kind.PrivateIdentifier,
      )
      name.text = value
      return name
    }
    this.expect('[')
    const expression = this.readAssignment()
    this.expect(']')
    const name = this.node(Kind.ComputedPropertyName, pos, start)
    name.expression = expression
    return name
  }

  /** Whether the word that is the current token is followed by the name of a member, to which it is a modifier. */
  protected modifiesMember(): boolean {
    const { pos } = this
    this.next()
    const modifies =
      this.kind === WORD || this.kind === STRING || this.kind === NUMBER || this.kind === PRIVATE
    const isOpen = modifies || this.is('[') || this.is('*') || this.is('{')
    // At the end of a line it may be a member of its own.
    if (isOpen && this.newLine) unsure()
    this.moveTo(pos)
    return isOpen
  }

  #parameter(): PlainNode {
    const { pos, start } = this
    const modifiers: PlainNode[] = []
    while (this.kind === WORD && PROPERTY_MODIFIERS.has(this.value)) {
      const before = this.pos
      const modifier = this.leaf(Kind.PropertyModifier)
      if (this.newLine) unsure()
      if (this.kind !== WORD) {
        this.moveTo(before)
        break
      }
      modifiers.push(modifier)
    }
    const dotDotDotToken = this.is('...') ? this.leaf(Kind.OtherToken) : undefined
    const name = this.isWord('this') ? this.identifier() : this.readBinding()
    const questionToken = this.is('?') ? this.leaf(Kind.OtherToken) : undefined
    if (this.take(':')) this.readType()
    const initializer = this.readInitializer()
    const node = this.node(Kind.Parameter, pos, start)
    if (modifiers.length > 0) node.modifiers = modifiers
    node.dotDotDotToken = dotDotDotToken
    node.name = name
    node.questionToken = questionToken
    node.initializer = initializer
    return node
  }

  #objectPattern(): PlainNode {
    const { pos, start } = this
    const elements: PlainNode[] = []
    this.next()
    while (!this.is('}')) {
      const { pos: at, start: from } = this
      let propertyName: PlainNode | undefined
      let name: PlainNode
      if (this.take('...')) name = this.name()
      else {
        const isWord = this.kind === WORD
        const canDeclare = isName(this.value)
        const key = this.readMemberName()
        if (this.take(':')) {
          propertyName = key
          name = this.readBinding()
        } else if (isWord && canDeclare) name = key
        else unsure()
      }
      elements.push(this.#element(at, from, propertyName, name))
      if (!this.take(',')) break
    }
    this.expect('}')
    const node = this.node(Kind.ObjectBindingPattern, pos, start)
    node.elements = elements
    return node
  }

  #arrayPattern(): PlainNode {
    const { pos, start } = this
    const elements: PlainNode[] = []
    this.next()
    while (!this.is(']')) {
      const { pos: at, start: from } = this
      if (this.is(',')) elements.push(this.node(Kind.OmittedExpression, at, at))
      else {
        this.take('...')
        elements.push(this.#element(at, from, undefined, this.readBinding()))
      }
      if (!this.take(',')) break
    }
    this.expect(']')
    const node = this.node(Kind.ArrayBindingPattern, pos, start)
    node.elements = elements
    return node
  }

  #element(pos: number, start: number, propertyName: PlainNode | undefined, name: PlainNode): PlainNode {
    const initializer = this.readInitializer()
    const element = this.node(Kind.BindingElement, pos, start)
    element.propertyName = propertyName
    element.name = name
    element.initializer = initializer
    return element
  }
}
