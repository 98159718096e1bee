import { Flag, Kind } from './kinds.ts'
import { LinkReader } from './link-reader.ts'
import type { PlainNode } from './node.ts'
import { WORD } from './tokens.ts'
import { unsure } from './unsure.ts'

/** Reads declarations. */
export abstract class DeclarationReader extends LinkReader {
  /** A declaration behind its first words; nothing when it is something else. */
  protected readDeclaration(pos: number, start: number, modifiers: PlainNode[]): PlainNode | undefined {
    const isDefault = modifiers.some(({ kind }) => kind === Kind.DefaultKeyword)
    if (this.kind !== WORD) return undefined
    switch (this.value) {
      case 'class': {
        const node = this.readClass(Kind.ClassDeclaration, pos, start, modifiers)
        return node.name === undefined && !isDefault ? unsure() : node
      }
      case 'function':
        return this.#function(pos, start, modifiers)
      case 'const':
      case 'let':
      case 'var':
        return isDefault ? unsure() : this.#variables(pos, start, modifiers)
      case 'interface':
      case 'type': {
        const isAlias = this.value === 'type'
        if (!this.#begins(this.pos)) return undefined
        return isAlias ? this.#alias(pos, start, modifiers) : this.#interface(pos, start, modifiers)
      }
      case 'abstract':
      case 'declare':
      case 'async':
        return this.#modified(pos, start, modifiers)
    }
    return undefined
  }

  /** Whether a word on the same line follows the current token. */
  #begins(pos: number): boolean {
    this.next()
    const begins = this.kind === WORD && !this.newLine
    this.moveTo(pos)
    return begins
  }

  #modified(pos: number, start: number, modifiers: PlainNode[]): PlainNode | undefined {
    const { value } = this
    if (!this.#begins(this.pos)) return undefined
    const kinds = { abstract: Kind.AbstractKeyword, declare: Kind.DeclareKeyword, async: Kind.AsyncKeyword }
    modifiers.push(this.leaf(kinds[value as keyof typeof kinds]))
    const follows =
      value === 'declare'
        ? /^(?:abstract|class|function|const|let|var|interface|type)$/
        : value === 'abstract'
          ? /^class$/
          : /^function$/
    if (!follows.test(this.value)) unsure()
    return this.readDeclaration(pos, start, modifiers) ?? unsure()
  }

  #function(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    const isAsync = modifiers.some(({ kind }) => kind === Kind.AsyncKeyword)
    const node = this.readFunction(Kind.FunctionDeclaration, pos, start, isAsync)
    const isDefault = modifiers.some(({ kind }) => kind === Kind.DefaultKeyword)
    if (node.name === undefined && !isDefault) unsure()
    if (modifiers.length > 0) node.modifiers = modifiers
    return node
  }

  #variables(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    const list = this.readVariables()
    this.endStatement()
    const node = this.node(Kind.VariableStatement, pos, start)
    if (modifiers.length > 0) node.modifiers = modifiers
    node.declarationList = list
    return node
  }

  /** The variables behind one word. */
  protected readVariables(): PlainNode {
    const { pos, start, value } = this
    this.next()
    const declarations: PlainNode[] = []
    do declarations.push(this.#variable())
    while (this.take(','))
    const list = this.node(Kind.VariableDeclarationList, pos, start)
    list.declarations = declarations
    list.flags = value === 'const' ? Flag.Const : 0
    return list
  }

  #variable(): PlainNode {
    const { pos, start } = this
    const name = this.readBinding()
    const type = this.take(':') ? this.readType() : undefined
    const initializer = this.readInitializer()
    const node = this.node(Kind.VariableDeclaration, pos, start)
    node.name = name
    node.type = type
    node.initializer = initializer
    return node
  }

  #interface(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    if (this.isJavaScript) unsure()
    this.next()
    const name = this.name()
    const typeParameters = this.readTypeParameters()
    const heritageClauses = this.isWord('extends') ? [this.readExtended()] : undefined
    const members = this.readTypeMembers()
    const node = this.node(Kind.InterfaceDeclaration, pos, start)
    if (modifiers.length > 0) node.modifiers = modifiers
    node.name = name
    node.typeParameters = typeParameters
    node.heritageClauses = heritageClauses
    node.members = members
    return node
  }

  #alias(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    this.next()
    const name = this.name()
    this.readTypeParameters()
    this.expect('=')
    const type = this.readType()
    this.endStatement()
    const node = this.node(Kind.TypeAliasDeclaration, pos, start)
    if (modifiers.length > 0) node.modifiers = modifiers
    node.name = name
    node.type = type
    return node
  }
}
