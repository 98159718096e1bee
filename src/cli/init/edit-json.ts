import { loadCompiler, type TypeScript } from '../../compiler/parse/syntax.ts'
import { addItem, insert, type Spanned } from './edit-text.ts'

/** A JSON text with comments, such as a tsconfig, that can be added to without touching the rest of it. */
export class JsonText {
  readonly text: string
  readonly #source: TypeScript.JsonSourceFile
  readonly #root: TypeScript.ObjectLiteralExpression | undefined

  constructor(text: string) {
    const ts = loadCompiler()
    this.text = text
    this.#source = ts.parseJsonText('file.json', text)
    const { parseDiagnostics = [] } = this.#source as unknown as { parseDiagnostics?: readonly unknown[] }
    const root = this.#source.statements[0]?.expression
    const isSound = parseDiagnostics.length === 0 && root !== undefined && ts.isObjectLiteralExpression(root)
    this.#root = isSound ? root : undefined
  }

  /** Whether the text is an object that can be read. */
  get isObject(): boolean {
    return this.#root !== undefined
  }

  /** The texts in a list; nothing when there is no list of texts at that path. */
  textsAt(...path: string[]): string[] | undefined {
    const ts = loadCompiler()
    const list = this.#find(path)
    if (list === undefined || !ts.isArrayLiteralExpression(list)) return undefined
    return list.elements.flatMap((one) => (ts.isStringLiteralLike(one) ? one.text : []))
  }

  /** The keys of an object; nothing when there is none at that path. */
  keysAt(...path: string[]): string[] | undefined {
    const object = this.#objectAt(path)
    return object?.properties.flatMap((one) => keyOf(one) ?? [])
  }

  /** The text with another text at the end of a list that is there. */
  withText(added: string, ...path: string[]): string {
    const ts = loadCompiler()
    const list = this.#find(path)
    if (list === undefined || !ts.isArrayLiteralExpression(list)) return this.text
    const items = list.elements.map((one) => this.#span(one))
    return insert(this.text, addItem(this.text, this.#span(list), items, JSON.stringify(added)))
  }

  /**
   * The text with another key in an object that is there.
   *
   * @param value JSON text
   * @param isSorted whether it goes where the order of the keys has it, instead of to the end
   */
  withKey(key: string, value: string, isSorted: boolean, ...path: string[]): string {
    const object = this.#objectAt(path)
    if (object === undefined) return this.text
    const { properties } = object
    const next = isSorted ? properties.findIndex((one) => (keyOf(one) ?? '') > key) : -1
    const items = properties.map((one) => this.#span(one))
    const item = `${JSON.stringify(key)}: ${value}`
    const at = next < 0 ? items.length : next
    return insert(this.text, addItem(this.text, this.#span(object), items, item, at))
  }

  #objectAt(path: readonly string[]): TypeScript.ObjectLiteralExpression | undefined {
    const found = this.#find(path)
    return found !== undefined && loadCompiler().isObjectLiteralExpression(found) ? found : undefined
  }

  #find(path: readonly string[]): TypeScript.Expression | undefined {
    const ts = loadCompiler()
    let value: TypeScript.Expression | undefined = this.#root
    for (const key of path) {
      if (value === undefined || !ts.isObjectLiteralExpression(value)) return undefined
      const property: TypeScript.ObjectLiteralElementLike | undefined = value.properties.find(
        (one) => keyOf(one) === key,
      )
      value = property !== undefined && ts.isPropertyAssignment(property) ? property.initializer : undefined
    }
    return value
  }

  #span(node: TypeScript.Node): Spanned {
    return { start: node.getStart(this.#source), end: node.end }
  }
}

function keyOf(property: TypeScript.ObjectLiteralElementLike): string | undefined {
  const ts = loadCompiler()
  return property.name !== undefined && ts.isStringLiteralLike(property.name) ? property.name.text : undefined
}
