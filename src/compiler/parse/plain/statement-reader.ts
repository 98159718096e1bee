import { ControlReader } from './control-reader.ts'
import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { END, WORD } from './tokens.ts'
import { unsure } from './unsure.ts'
import { STATEMENT_WORDS } from './words.ts'

/** Reads whole files. */
export class StatementReader extends ControlReader {
  readonly isJavaScript: boolean
  readonly keepsBodies: boolean
  /** Modules that names are imported from as a whole, or one by one; in order. */
  readonly imports: PlainNode[] = []

  constructor(text: string, isJavaScript: boolean, keepsBodies = false) {
    super(text)
    this.isJavaScript = isJavaScript
    this.keepsBodies = keepsBodies
  }

  readStatements(): PlainNode[] {
    const statements: PlainNode[] = []
    while (this.kind !== END) statements.push(this.readStatement(true))
    return statements
  }

  endOfFile(): PlainNode {
    return this.leaf(Kind.EndOfFileToken)
  }

  /** @param isOutside whether it stands in nothing but the file */
  readStatement(isOutside = false): PlainNode {
    this.enter()
    const statement = this.#statement(isOutside)
    this.leave()
    return statement
  }

  #statement(isOutside: boolean): PlainNode {
    const { pos, start } = this
    if (this.kind === WORD) {
      if (this.value === 'import' || this.value === 'export') {
        if (!isOutside) unsure()
        return this.value === 'import' ? this.#import() : this.#export()
      }
      const statement = this.readDeclaration(pos, start, []) ?? this.readControl(pos, start)
      if (statement !== undefined) return statement
      if (STATEMENT_WORDS.has(this.value)) unsure()
    } else if (this.take(';')) return this.node(Kind.EmptyStatement, pos, start)
    else if (this.is('{')) return this.readBlock()
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
    return this.readDeclaration(pos, start, modifiers) ?? unsure()
  }

  #default(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    if (this.kind === WORD) {
      if (this.value === 'class' || this.value === 'function')
        return this.readDeclaration(pos, start, modifiers)!
      if (this.value === 'abstract' || this.value === 'interface')
        return this.readDeclaration(pos, start, modifiers) ?? unsure()
      if (this.value === 'async') {
        const at = this.pos
        this.next()
        const isFunction = this.isWord('function')
        this.moveTo(at)
        if (isFunction) return this.readDeclaration(pos, start, modifiers) ?? unsure()
      } else if (STATEMENT_WORDS.has(this.value)) unsure()
    }
    const expression = this.readAssignment()
    this.endStatement()
    const node = this.node(Kind.ExportAssignment, pos, start)
    node.expression = expression
    return node
  }
}
