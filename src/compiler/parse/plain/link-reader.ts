import { ClassReader } from './class-reader.ts'
import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { STRING, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'

/** Reads statements that link names between files: imports, and lists of exports. */
export abstract class LinkReader extends ClassReader {
  /** Reads an import from its word on. */
  readImport(): PlainNode {
    const { pos, start } = this
    this.next()
    const importClause = this.kind === STRING ? undefined : this.#importClause()
    const moduleSpecifier = this.#specifier()
    this.endStatement()
    const node = this.node(Kind.ImportDeclaration, pos, start)
    node.importClause = importClause
    node.moduleSpecifier = moduleSpecifier
    return node
  }

  /** Reads `export {`, `export *` and the like, behind the word `export`. */
  readExportList(pos: number, start: number): PlainNode {
    const isTypeOnly = this.isWord('type')
    if (isTypeOnly) this.next()
    let exportClause: PlainNode | undefined
    let isFromOther = true
    if (this.is('*')) exportClause = this.#star()
    else {
      exportClause = this.#names(Kind.NamedExports, Kind.ExportSpecifier)
      isFromOther = this.isWord('from')
    }
    let moduleSpecifier: PlainNode | undefined
    if (isFromOther) {
      this.#word('from')
      moduleSpecifier = this.#specifier()
    }
    this.endStatement()
    const node = this.node(Kind.ExportDeclaration, pos, start)
    node.isTypeOnly = isTypeOnly
    node.exportClause = exportClause
    node.moduleSpecifier = moduleSpecifier
    return node
  }

  #importClause(): PlainNode {
    const { pos, start } = this
    let isTypeOnly = false
    if (this.isWord('type')) {
      this.next()
      // `import type from 'x'` imports something that is called `type`.
      if (this.isWord('from')) unsure()
      isTypeOnly = true
    }
    let name: PlainNode | undefined
    let namedBindings: PlainNode | undefined
    if (this.kind === WORD) {
      if (this.value === 'defer' || this.value === 'source') unsure()
      name = this.name()
    }
    if (name === undefined || this.take(',')) {
      if (name !== undefined && isTypeOnly) unsure()
      namedBindings = this.is('*') ? this.#namespace() : this.#names(Kind.NamedImports, Kind.ImportSpecifier)
    }
    this.#word('from')
    const node = this.node(Kind.ImportClause, pos, start)
    node.name = name
    node.namedBindings = namedBindings
    node.isTypeOnly = isTypeOnly
    return node
  }

  #namespace(): PlainNode {
    const { pos, start } = this
    this.next()
    this.#word('as')
    const name = this.name()
    const node = this.node(Kind.NamespaceImport, pos, start)
    node.name = name
    return node
  }

  /** `*` and `* as name`. */
  #star(): PlainNode | undefined {
    const { pos, start } = this
    this.next()
    if (!this.isWord('as')) return undefined
    this.next()
    const name = this.identifier()
    const node = this.node(Kind.NamespaceExport, pos, start)
    node.name = name
    return node
  }

  /** `{ a, b as c, type D }` */
  #names(kind: number, elementKind: number): PlainNode {
    const { pos, start } = this
    const elements: PlainNode[] = []
    this.expect('{')
    while (!this.is('}')) {
      elements.push(this.#element(elementKind))
      if (!this.take(',')) break
    }
    this.expect('}')
    const node = this.node(kind, pos, start)
    node.elements = elements
    return node
  }

  #element(kind: number): PlainNode {
    const { pos, start } = this
    let isTypeOnly = false
    let first = this.#plainName()
    // `type` may itself be the name.
    if (first.text === 'type' && this.kind === WORD) {
      isTypeOnly = true
      first = this.#plainName()
    }
    let propertyName: PlainNode | undefined
    let name = first
    if (this.isWord('as')) {
      this.next()
      propertyName = first
      name = kind === Kind.ImportSpecifier ? this.name() : this.#plainName()
    } else if (kind === Kind.ImportSpecifier) {
      this.moveTo(first.pos)
      name = this.name()
    }
    const node = this.node(kind, pos, start)
    node.isTypeOnly = isTypeOnly
    node.propertyName = propertyName
    node.name = name
    return node
  }

  /** A name that is not `as`, which would have to be told from the word. */
  #plainName(): PlainNode {
    if (this.value === 'as') unsure()
    return this.identifier()
  }

  #specifier(): PlainNode {
    if (this.kind !== STRING) unsure()
    const { value } = this
    const node = this.leaf(Kind.StringLiteral)
    node.text = value
    return node
  }

  #word(word: string): void {
    if (!this.isWord(word)) unsure()
    this.next()
  }
}
