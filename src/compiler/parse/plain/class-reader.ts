import { ExpressionReader } from './expression-reader.ts'
import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { PRIVATE, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'

const MODIFIER_KINDS: ReadonlyMap<string, number> = new Map([
  ...['public', 'private', 'protected', 'readonly', 'override'].map((word): [string, number] => [
    word,
    Kind.PropertyModifier,
  ]),
  ['static', Kind.StaticKeyword],
  ['abstract', Kind.AbstractKeyword],
  ['declare', Kind.DeclareKeyword],
  ['async', Kind.AsyncKeyword],
])

/** Reads what has members: classes, and objects. */
export abstract class ClassReader extends ExpressionReader {
  readClassExpression(): PlainNode {
    const { pos, start } = this
    return this.readClass(Kind.ClassExpression, pos, start, undefined)
  }

  /** Reads a class from the word `class` on. */
  readClass(kind: number, pos: number, start: number, modifiers: PlainNode[] | undefined): PlainNode {
    this.next()
    const isNamed = this.kind === WORD && this.value !== 'extends' && this.value !== 'implements'
    const name = isNamed ? this.name() : undefined
    const typeParameters = this.readTypeParameters()
    const heritageClauses: PlainNode[] = []
    if (this.isWord('extends')) heritageClauses.push(this.#heritage(Kind.ExtendsKeyword))
    if (this.isWord('implements')) heritageClauses.push(this.#heritage(Kind.ImplementsKeyword))
    const members = this.#members()
    const node = this.node(kind, pos, start)
    if (modifiers !== undefined) node.modifiers = modifiers
    node.name = name
    node.typeParameters = typeParameters
    if (heritageClauses.length > 0) node.heritageClauses = heritageClauses
    node.members = members
    return node
  }

  /** What an interface extends. */
  readExtended(): PlainNode {
    return this.#heritage(Kind.ImplementsKeyword)
  }

  readObject(): PlainNode {
    const { pos, start } = this
    const properties: PlainNode[] = []
    this.next()
    while (!this.is('}')) {
      properties.push(this.#property())
      if (!this.take(',')) break
    }
    this.expect('}')
    const node = this.node(Kind.ObjectLiteralExpression, pos, start)
    node.properties = properties
    return node
  }

  /** @param token which word it begins with; names only, where it is not that of the base of a class */
  #heritage(token: number): PlainNode {
    const { pos, start } = this
    const types: PlainNode[] = []
    this.next()
    do {
      const { pos: at, start: from } = this
      const expression = token === Kind.ExtendsKeyword ? this.readOperand(true) : this.#path()
      const typeArguments = this.is('<') ? this.readTypeArguments() : undefined
      const type = this.node(Kind.ExpressionWithTypeArguments, at, from)
      type.expression = expression
      type.typeArguments = typeArguments
      types.push(type)
    } while (token === Kind.ImplementsKeyword && this.take(','))
    const node = this.node(Kind.HeritageClause, pos, start)
    node.token = token
    node.types = types
    return node
  }

  #path(): PlainNode {
    const { pos, start } = this
    let path = this.name()
    while (this.take('.')) {
      if (this.newLine) unsure()
      const name = this.identifier()
      const node = this.node(Kind.PropertyAccessExpression, pos, start)
      node.expression = path
      node.name = name
      path = node
    }
    return path
  }

  #members(): PlainNode[] {
    const members: PlainNode[] = []
    this.expect('{')
    while (!this.is('}')) if (!this.take(';')) members.push(this.#member())
    this.next()
    return members
  }

  #member(): PlainNode {
    const { pos, start } = this
    const modifiers: PlainNode[] = []
    let accessor = 0
    for (;;) {
      if (this.kind !== WORD) break
      const kind = MODIFIER_KINDS.get(this.value)
      const isAccessor = this.value === 'get' || this.value === 'set'
      if ((kind === undefined && !isAccessor && this.value !== 'accessor') || !this.modifiesMember()) break
      if (isAccessor) {
        accessor = this.value === 'get' ? Kind.GetAccessorDeclaration : Kind.SetAccessorDeclaration
        this.next()
        break
      }
      if (kind === undefined) unsure()
      modifiers.push(this.leaf(kind))
      if (kind === Kind.StaticKeyword && this.is('{')) {
        if (modifiers.length > 1) unsure()
        return this.#staticBlock(pos, start)
      }
    }
    const isGenerator = this.take('*')
    if (isGenerator && accessor !== 0) unsure()
    if (this.isWord('constructor') && accessor === 0 && !isGenerator) {
      this.next()
      return this.#construct(pos, start, modifiers)
    }
    const name = this.readMemberName()
    const node =
      accessor !== 0
        ? this.#accessor(accessor, pos, start, modifiers)
        : this.inside(false, false, () => this.#propertyOrMethod(pos, start, modifiers, isGenerator))
    node.name = name
    if (modifiers.length > 0) node.modifiers = modifiers
    if (name.kind === Kind.StringLiteral && name.text === 'constructor') unsure()
    return node
  }

  #staticBlock(pos: number, start: number): PlainNode {
    const body = this.readBody()
    const node = this.node(Kind.ClassStaticBlockDeclaration, pos, start)
    node.body = body
    return node
  }

  #construct(pos: number, start: number, modifiers: readonly PlainNode[]): PlainNode {
    if (!this.is('(') || modifiers.some(({ kind }) => kind !== Kind.PropertyModifier)) unsure()
    return this.#function(Kind.ConstructorDeclaration, pos, start)
  }

  #accessor(kind: number, pos: number, start: number, modifiers: readonly PlainNode[]): PlainNode {
    if (modifiers.some((one) => one.kind === Kind.AsyncKeyword)) unsure()
    return this.#function(kind, pos, start)
  }

  #propertyOrMethod(
    pos: number,
    start: number,
    modifiers: readonly PlainNode[],
    isGenerator: boolean,
  ): PlainNode {
    const isOptional = this.take('?')
    if (this.is('(') || this.is('<'))
      return this.#function(
        Kind.MethodDeclaration,
        pos,
        start,
        modifiers.some(({ kind }) => kind === Kind.AsyncKeyword),
        isGenerator,
      )
    if (isGenerator || modifiers.some(({ kind }) => kind === Kind.AsyncKeyword)) unsure()
    if (!isOptional && this.is('!')) {
      if (this.newLine) unsure()
      this.next()
    }
    if (this.take(':')) this.readType()
    const initializer = this.readInitializer()
    this.endStatement()
    const node = this.node(Kind.PropertyDeclaration, pos, start)
    node.initializer = initializer
    return node
  }

  /** Type parameters, parameters, result and body of a member. */
  #function(kind: number, pos: number, start: number, isAsync = false, isGenerator = false): PlainNode {
    const typeParameters = this.readTypeParameters()
    if (typeParameters !== undefined && kind !== Kind.MethodDeclaration) unsure()
    const parameters = this.inside(false, false, () => this.readParameters())
    if (this.take(':')) this.readResult()
    let body: PlainNode | undefined
    if (this.is('{'))
      body = kind === Kind.GetAccessorDeclaration ? this.#getterBody() : this.readBody(isAsync, isGenerator)
    else this.endStatement()
    const node = this.node(kind, pos, start)
    node.parameters = parameters
    node.body = body
    return node
  }

  /** The body of a getter that does nothing but return; of what others do nothing is known anyway. */
  #getterBody(): PlainNode {
    if (this.keepsBodies) return this.readBody()
    const { pos, start } = this
    const bodies = this.bodies.length
    this.next()
    if (this.isWord('return')) {
      const { pos: at, start: from } = this
      this.next()
      if (!this.newLine && !this.is(';') && !this.is('}')) {
        const expression = this.readAssignment()
        this.endStatement()
        const statement = this.node(Kind.ReturnStatement, at, from)
        statement.expression = expression
        if (this.take('}')) {
          const body = this.node(Kind.Block, pos, start)
          body.statements = [statement]
          return body
        }
      }
    }
    this.bodies.length = bodies
    this.moveTo(pos)
    return this.readBody()
  }

  /** A part of an object. */
  #property(): PlainNode {
    const { pos, start } = this
    if (this.take('...')) {
      const expression = this.readAssignment()
      const node = this.node(Kind.SpreadAssignment, pos, start)
      node.expression = expression
      return node
    }
    const word = this.kind === WORD ? this.value : ''
    if ((word === 'get' || word === 'set') && this.modifiesMember()) {
      this.next()
      const kind = word === 'get' ? Kind.GetAccessorDeclaration : Kind.SetAccessorDeclaration
      const name = this.#objectKey()
      const node = this.#function(kind, pos, start)
      if (node.body === undefined) unsure()
      node.name = name
      return node
    }
    const isAsync = word === 'async' && this.modifiesMember()
    if (isAsync) this.next()
    const isGenerator = this.take('*')
    const isWord = this.kind === WORD
    const at = this.pos
    const name = this.#objectKey()
    if (this.is('(') || this.is('<')) {
      const node = this.#function(Kind.MethodDeclaration, pos, start, isAsync, isGenerator)
      if (node.body === undefined) unsure()
      node.name = name
      return node
    }
    if (isAsync || isGenerator) unsure()
    if (!this.take(':')) {
      if (!isWord) unsure()
      this.moveTo(at)
      const shorthand = this.name()
      const node = this.node(Kind.ShorthandPropertyAssignment, pos, start)
      node.name = shorthand
      return node
    }
    const initializer = this.readAssignment()
    const node = this.node(Kind.PropertyAssignment, pos, start)
    node.name = name
    node.initializer = initializer
    return node
  }

  #objectKey(): PlainNode {
    if (this.kind === PRIVATE) unsure()
    return this.readMemberName()
  }
}
