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
        return this.value === 'import' ? this.#import() : this.#export(pos, start, [])
      }
      const statement = this.readDeclaration(pos, start, []) ?? this.readControl(pos, start)
      if (statement !== undefined) return statement
      if (STATEMENT_WORDS.has(this.value)) unsure()
    } else if (this.is('@')) return isOutside ? this.#decorated() : unsure()
    else if (this.take(';')) return this.node(Kind.EmptyStatement, pos, start)
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
    return this.readImport()
  }

  /** A class with decorators in front. Only such as are no more than a name, or a call of it, are plain. */
  #decorated(): PlainNode {
    const { pos, start } = this
    const modifiers: PlainNode[] = []
    while (this.is('@')) modifiers.push(this.#decorator())
    const statement = this.isWord('export')
      ? this.#export(pos, start, modifiers)
      : this.readDeclaration(pos, start, modifiers)
    return statement?.kind === Kind.ClassDeclaration ? statement : unsure()
  }

  #decorator(): PlainNode {
    const { pos, start } = this
    this.next()
    const { pos: at, start: from } = this
    let expression = this.name()
    if (this.take('(')) {
      this.expect(')')
      const call = this.node(Kind.CallExpression, at, from)
      call.expression = expression
      call.arguments = []
      expression = call
    }
    if (this.kind !== WORD && !this.is('@')) unsure()
    const node = this.node(Kind.Decorator, pos, start)
    node.expression = expression
    return node
  }

  #export(pos: number, start: number, modifiers: PlainNode[]): PlainNode {
    modifiers.push(this.leaf(Kind.ExportKeyword))
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
