import { Flag, Kind } from './kinds.ts'
import { LinkReader } from './link-reader.ts'
import type { PlainNode } from './node.ts'
import { END, STRING, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { STATEMENT_WORDS } from './words.ts'

/** Reads whole files. */
export class StatementReader extends LinkReader {
  readonly isJavaScript: boolean
  /** Modules that names are imported from as a whole, or one by one; in order. */
  readonly imports: PlainNode[] = []

  constructor(text: string, isJavaScript: boolean) {
    super(text)
    this.isJavaScript = isJavaScript
  }

  readStatements(): PlainNode[] {
    const statements: PlainNode[] = []
    while (this.kind !== END) statements.push(this.#statement())
    return statements
  }

  endOfFile(): PlainNode {
    return this.leaf(Kind.EndOfFileToken)
  }

  #statement(): PlainNode {
    const { pos, start } = this
    if (this.kind === WORD) {
      switch (this.value) {
        case 'import':
          return this.#import()
        case 'export':
          return this.#export()
      }
      const declaration = this.#declaration(pos, start, [])
      if (declaration !== undefined) return declaration
      if (STATEMENT_WORDS.has(this.value)) unsure()
    } else if (this.take(';')) return this.node(Kind.EmptyStatement, pos, start)
    else if (this.kind !== STRING && !this.is('(') && !this.is('[')) unsure()
    const expression = this.readAssignment()
    this.endStatement()
    const node = this.node(Kind.ExpressionStatement, pos, start)
    node.expression = expression
    return node
  }

  #import(): PlainNode {
    const { end, text } = this
    // `import(…)` and `import.meta` are expressions.
    if (/\s*[(.]/y.test(text.slice(end, end + 20))) unsure()
    const node = this.readImport()
    this.imports.push(node)
    return node
  }

  #export(): PlainNode {
    const { pos, start } = this
    const modifiers = [this.leaf(Kind.ExportKeyword)]
    if (this.is('{') || this.is('*')) return this.readExportList(pos, start)
    if (this.kind !== WORD) unsure()
    if (this.value === 'default') {
      modifiers.push(this.leaf(Kind.DefaultKeyword))
      return this.#default(pos, start, modifiers)
    }
    if (this.value === 'type') {
      const at = this.pos
      this.next()
      const isList = this.is('{') || this.is('*')
      this.moveTo(at)
      if (isList) return this.readExportList(pos, start)
    }
    return this.#declaration(pos, start, modifiers) ?? unsure()
  }

  #default(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    if (this.kind === WORD) {
      if (this.value === 'class' || this.value === 'function')
        return this.#declaration(pos, start, modifiers)!
      if (this.value === 'abstract' || this.value === 'interface')
        return this.#declaration(pos, start, modifiers) ?? unsure()
      if (this.value === 'async') {
        const at = this.pos
        this.next()
        const isFunction = this.isWord('function')
        this.moveTo(at)
        if (isFunction) return this.#declaration(pos, start, modifiers) ?? unsure()
      } else if (STATEMENT_WORDS.has(this.value)) unsure()
    }
    const expression = this.readAssignment()
    this.endStatement()
    const node = this.node(Kind.ExportAssignment, pos, start)
    node.expression = expression
    return node
  }

  /** A declaration behind its first words; nothing when it is something else. */
  #declaration(pos: number, start: number, modifiers: PlainNode[]): PlainNode | undefined {
    const isDefault = modifiers.length === 2
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
    return this.#declaration(pos, start, modifiers) ?? unsure()
  }

  #function(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    const node = this.readFunction(Kind.FunctionDeclaration, pos, start)
    const isDefault = modifiers.some(({ kind }) => kind === Kind.DefaultKeyword)
    if (node.name === undefined && !isDefault) unsure()
    if (modifiers.length > 0) node.modifiers = modifiers
    return node
  }

  #variables(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    const { pos: at, start: from, value } = this
    this.next()
    const declarations: PlainNode[] = []
    do declarations.push(this.#variable())
    while (this.take(','))
    const list = this.node(Kind.VariableDeclarationList, at, from)
    list.declarations = declarations
    list.flags = value === 'const' ? Flag.Const : 0
    this.endStatement()
    const node = this.node(Kind.VariableStatement, pos, start)
    if (modifiers.length > 0) node.modifiers = modifiers
    node.declarationList = list
    return node
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
