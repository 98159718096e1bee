/** A node of the tree of a plain file, with those fields of the compiler's nodes that the readers of facts look at. */
export class PlainNode {
  readonly kind: number
  /** Where the token before it ended. */
  readonly pos: number
  readonly start: number
  readonly end: number
  flags = 0

  declare arguments: readonly PlainNode[] | undefined
  declare argumentExpression: PlainNode | undefined
  declare body: PlainNode | undefined
  declare condition: PlainNode | undefined
  declare declarationList: PlainNode | undefined
  declare declarations: readonly PlainNode[] | undefined
  declare dotDotDotToken: PlainNode | undefined
  declare elements: readonly PlainNode[] | undefined
  declare exportClause: PlainNode | undefined
  declare exprName: PlainNode | undefined
  declare expression: PlainNode | undefined
  declare head: PlainNode | undefined
  declare heritageClauses: readonly PlainNode[] | undefined
  declare importClause: PlainNode | undefined
  declare initializer: PlainNode | undefined
  declare isExportEquals: boolean | undefined
  declare isTypeOnly: boolean | undefined
  declare block: PlainNode | undefined
  /** What a statement consists of beside what has a name here, in the order of the text. */
  declare children: readonly PlainNode[] | undefined
  declare left: PlainNode | undefined
  declare literal: PlainNode | undefined
  declare members: readonly PlainNode[] | undefined
  declare modifiers: readonly PlainNode[] | undefined
  declare moduleSpecifier: PlainNode | undefined
  declare name: PlainNode | undefined
  declare namedBindings: PlainNode | undefined
  declare operand: PlainNode | undefined
  declare operator: number | undefined
  declare operatorToken: PlainNode | undefined
  declare parameters: readonly PlainNode[] | undefined
  declare properties: readonly PlainNode[] | undefined
  declare propertyName: PlainNode | undefined
  declare questionDotToken: PlainNode | undefined
  declare questionToken: PlainNode | undefined
  declare right: PlainNode | undefined
  declare statements: readonly PlainNode[] | undefined
  declare templateSpans: readonly PlainNode[] | undefined
  declare text: string | undefined
  declare token: number | undefined
  declare type: PlainNode | undefined
  declare typeArguments: readonly PlainNode[] | undefined
  declare typeName: PlainNode | undefined
  declare typeParameters: readonly PlainNode[] | undefined
  declare types: readonly PlainNode[] | undefined
  declare whenFalse: PlainNode | undefined
  declare whenTrue: PlainNode | undefined

  constructor(kind: number, pos: number, start: number, end: number) {
    this.kind = kind
    this.pos = pos
    this.start = start
    this.end = end
  }

  getFullStart(): number {
    return this.pos
  }

  getStart(): number {
    return this.start
  }

  getText(source: { readonly text: string }): string {
    return source.text.slice(this.start, this.end)
  }
}
