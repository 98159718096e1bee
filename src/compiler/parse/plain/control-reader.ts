import { DeclarationReader } from './declaration-reader.ts'
import { Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { SIGN } from './tokens.ts'
import { unsure } from './unsure.ts'

/** Reads statements that decide what is done next. */
export abstract class ControlReader extends DeclarationReader {
  abstract readStatement(): PlainNode

  /** `{ … }` */
  readBlock(): PlainNode {
    const { pos, start } = this
    this.expect('{')
    const statements = this.#statementsUntil(() => false)
    this.expect('}')
    const node = this.node(Kind.Block, pos, start)
    node.statements = statements
    return node
  }

  /** Reads what the current word begins; nothing when it is no word of control. */
  protected readControl(pos: number, start: number): PlainNode | undefined {
    switch (this.value) {
      case 'if':
        return this.#if(pos, start)
      case 'for':
        return this.#for(pos, start)
      case 'while':
        return this.#while(pos, start)
      case 'do':
        return this.#do(pos, start)
      case 'switch':
        return this.#switch(pos, start)
      case 'try':
        return this.#try(pos, start)
      case 'return':
      case 'throw':
        return this.#leave(pos, start)
      case 'break':
      case 'continue': {
        this.next()
        this.endStatement()
        return this.node(Kind.Jump, pos, start)
      }
    }
    return undefined
  }

  #statement(kind: number, pos: number, start: number, children: readonly PlainNode[]): PlainNode {
    const node = this.node(kind, pos, start)
    node.children = children
    return node
  }

  #statementsUntil(ends: () => boolean): PlainNode[] {
    const statements: PlainNode[] = []
    while (!this.is('}') && !ends()) statements.push(this.readStatement())
    return statements
  }

  #condition(): PlainNode {
    this.expect('(')
    const condition = this.readAssignment()
    this.expect(')')
    return condition
  }

  #if(pos: number, start: number): PlainNode {
    this.next()
    const children = [this.#condition(), this.readStatement()]
    if (this.isWord('else')) {
      this.next()
      children.push(this.readStatement())
    }
    return this.#statement(Kind.IfStatement, pos, start, children)
  }

  #while(pos: number, start: number): PlainNode {
    this.next()
    const children = [this.#condition(), this.readStatement()]
    return this.#statement(Kind.OtherLoop, pos, start, children)
  }

  #do(pos: number, start: number): PlainNode {
    this.next()
    const body = this.readStatement()
    if (!this.isWord('while')) unsure()
    this.next()
    const condition = this.#condition()
    this.take(';')
    return this.#statement(Kind.OtherLoop, pos, start, [body, condition])
  }

  #for(pos: number, start: number): PlainNode {
    this.next()
    this.expect('(')
    let kind: number = Kind.ForStatement
    let initializer: PlainNode | undefined
    const children: PlainNode[] = []
    if (this.isWord('const') || this.isWord('let') || this.isWord('var')) {
      initializer = this.withoutIn(() => this.readVariables())
      children.push(initializer)
      if (this.isWord('of')) kind = Kind.ForOfStatement
      else if (this.isWord('in')) kind = Kind.ForInStatement
      if (kind !== Kind.ForStatement && initializer.declarations!.length > 1) unsure()
    } else if (!this.is(';')) unsure()
    let expression: PlainNode | undefined
    if (kind === Kind.ForStatement) {
      this.expect(';')
      if (!this.is(';')) children.push(this.readAssignment())
      this.expect(';')
      if (!this.is(')')) children.push(this.readAssignment())
    } else {
      this.next()
      expression = this.readAssignment()
      children.push(expression)
    }
    this.expect(')')
    children.push(this.readStatement())
    const node = this.#statement(kind, pos, start, children)
    node.initializer = initializer
    node.expression = expression
    return node
  }

  #switch(pos: number, start: number): PlainNode {
    this.next()
    const children = [this.#condition()]
    this.expect('{')
    while (!this.is('}')) children.push(this.#clause())
    this.next()
    return this.#statement(Kind.SwitchStatement, pos, start, children)
  }

  #clause(): PlainNode {
    const { pos, start } = this
    const children: PlainNode[] = []
    const isDefault = this.isWord('default')
    if (!isDefault && !this.isWord('case')) unsure()
    this.next()
    if (!isDefault) children.push(this.readAssignment())
    this.expect(':')
    children.push(...this.#statementsUntil(() => this.isWord('case') || this.isWord('default')))
    return this.#statement(Kind.CaseClause, pos, start, children)
  }

  #try(pos: number, start: number): PlainNode {
    this.next()
    const children = [this.readBlock()]
    if (this.isWord('catch')) children.push(this.#catch())
    if (this.isWord('finally')) {
      this.next()
      children.push(this.readBlock())
    } else if (children.length === 1) unsure()
    return this.#statement(Kind.TryStatement, pos, start, children)
  }

  #catch(): PlainNode {
    const { pos, start } = this
    this.next()
    if (this.take('(')) {
      this.readBinding()
      if (this.take(':')) this.readType()
      this.expect(')')
    }
    const block = this.readBlock()
    const node = this.node(Kind.CatchClause, pos, start)
    node.block = block
    return node
  }

  /** `return` and `throw`, which may stand in bodies only. */
  #leave(pos: number, start: number): PlainNode {
    const kind = this.value === 'return' ? Kind.ReturnStatement : Kind.ThrowStatement
    this.next()
    const isEmpty = this.newLine || (this.kind === SIGN && (this.is(';') || this.is('}')))
    if (isEmpty && kind === Kind.ThrowStatement) unsure()
    const expression = isEmpty ? undefined : this.readAssignment()
    this.endStatement()
    const node = this.node(kind, pos, start)
    node.expression = expression
    return node
  }
}
