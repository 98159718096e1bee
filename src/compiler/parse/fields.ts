import { FIELD_NAMES, type FieldName, type Fields, type Folded } from './facts.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** Reads the catalog fields off the members of a class: instance or static properties, or getters that only return. */
export function classFields(members: TypeScript.NodeArray<TypeScript.ClassElement>): Fields {
  const ts = loadCompiler()
  const fields: { [F in FieldName]?: Folded } = {}
  for (const member of members) {
    const name = fieldName(member.name)
    if (name === undefined || (name in fields && isStatic(member))) continue
    if (ts.isPropertyDeclaration(member)) {
      if (member.initializer !== undefined) fields[name] = fold(member.initializer)
      else if (!hasModifier(member, ts.SyntaxKind.DeclareKeyword)) fields[name] = { unknowable: true }
    } else if (ts.isGetAccessorDeclaration(member)) {
      const only = member.body?.statements.length === 1 ? member.body.statements[0] : undefined
      const returned = only !== undefined && ts.isReturnStatement(only) ? only.expression : undefined
      fields[name] = returned === undefined ? { unknowable: true } : fold(returned)
    } else if (ts.isMethodDeclaration(member)) fields[name] = { unknowable: true }
  }
  return fields
}

/** Reads the catalog fields off an object literal. A spread behind a field may replace it, so it hides it. */
export function objectFields(node: TypeScript.ObjectLiteralExpression): Fields {
  const ts = loadCompiler()
  const fields: { [F in FieldName]?: Folded } = {}
  for (const property of node.properties) {
    if (ts.isSpreadAssignment(property)) {
      for (const name of FIELD_NAMES) fields[name] = { unknowable: true }
      continue
    }
    const name = fieldName(property.name)
    if (name === undefined) continue
    fields[name] = ts.isPropertyAssignment(property) ? fold(property.initializer) : { unknowable: true }
  }
  return fields
}

/** Whether a static property, or a property of an object, says `multiClass` with the value `true`. */
export function saysMultiClass(
  name: TypeScript.PropertyName | undefined,
  value: TypeScript.Expression | undefined,
): boolean {
  const ts = loadCompiler()
  return (
    propertyText(name) === 'multiClass' &&
    value !== undefined &&
    unwrap(value).kind === ts.SyntaxKind.TrueKeyword
  )
}

/** The expression inside of parentheses, `as`, `satisfies`, `!` and `<T>`. */
export function unwrap(node: TypeScript.Expression): TypeScript.Expression {
  const ts = loadCompiler()
  let inner = node
  while (
    ts.isParenthesizedExpression(inner) ||
    ts.isAsExpression(inner) ||
    ts.isSatisfiesExpression(inner) ||
    ts.isNonNullExpression(inner) ||
    ts.isTypeAssertionExpression(inner)
  ) {
    inner = inner.expression
  }
  return inner
}

export function hasModifier(node: TypeScript.Node, kind: TypeScript.SyntaxKind): boolean {
  const { modifiers } = node as { modifiers?: readonly TypeScript.ModifierLike[] }
  return modifiers?.some((modifier) => modifier.kind === kind) ?? false
}

export function isStatic(node: TypeScript.Node): boolean {
  return hasModifier(node, loadCompiler().SyntaxKind.StaticKeyword)
}

function fold(node: TypeScript.Expression): Folded {
  const ts = loadCompiler()
  const inner = unwrap(node)
  if (ts.isStringLiteralLike(inner)) return { value: inner.text }
  if (ts.isArrayLiteralExpression(inner)) {
    const items = inner.elements.map(unwrap)
    if (items.every((item) => ts.isStringLiteralLike(item))) return { value: items.map((item) => item.text) }
  }
  return { unknowable: true }
}

function fieldName(name: TypeScript.PropertyName | undefined): FieldName | undefined {
  const text = propertyText(name)
  return FIELD_NAMES.find((field) => field === text)
}

function propertyText(name: TypeScript.PropertyName | undefined): string | undefined {
  const ts = loadCompiler()
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
}
