import { endOfBrackets } from '../skeleton/bodies.ts'
import { Kind } from './kinds.ts'
import { PlainNode } from './node.ts'
import { SIGN, Tokens, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { isName } from './words.ts'

/** How deep expressions and types may be in each other. The compiler gets on with more. */
const MAX_DEPTH = 100

/** Makes nodes of tokens. */
export abstract class NodeReader extends Tokens {
  #depth = 0

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
}
