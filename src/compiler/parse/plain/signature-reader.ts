import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { NodeReader } from './node-reader.ts'
import { NUMBER, STRING, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { isName, MODIFIERS, NO_TYPE_NAMES } from './words.ts'

/** Reads what types have in common with functions and interfaces: parameters, results, members. */
export abstract class SignatureReader extends NodeReader {
  abstract readParameters(): PlainNode[]
  abstract readType(): PlainNode

  /** The type behind the colon of a function, or behind its arrow. */
  readResult(): PlainNode {
    const { pos, start } = this
    // `is` can stand behind a blank or a comment only, and mostly there is neither.
    const behind = this.text.charCodeAt(this.end)
    const mayBeFollowed = behind <= 32 || behind === 47
    if (mayBeFollowed && this.kind === WORD && (this.value === 'this' || isName(this.value))) {
      const isAssertion = this.value === 'asserts'
      this.next()
      if (isAssertion && this.kind === WORD && !this.newLine && this.value !== 'is') {
        if (!this.isWord('this')) this.name()
        else this.next()
        if (this.isWord('is') && !this.newLine) this.skipWordAndType()
        return this.node(Kind.OtherType, pos, start)
      }
      if (this.isWord('is') && !this.newLine) {
        this.skipWordAndType()
        return this.node(Kind.OtherType, pos, start)
      }
      this.moveTo(pos)
    }
    return this.readType()
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
      if (this.isWord('extends')) this.skipWordAndType()
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

  /** Goes over a word and the type behind it. */
  protected skipWordAndType(): void {
    this.next()
    this.readType()
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
      } else if (this.kind === WORD && MODIFIERS.has(this.value) && !this.#isBeforeType()) unsure()
    }
    this.#memberName()
    this.take('?')
    if (this.is('(') || this.is('<')) this.#signature()
    else if (this.take(':')) this.readType()
  }

  /** Whether the word that is the current token is a name with its type behind it. */
  #isBeforeType(): boolean {
    const { pos } = this
    this.next()
    const found = this.is(':') || this.is('?')
    this.moveTo(pos)
    return found
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
}
