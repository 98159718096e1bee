import { loadCompiler, type TypeScript } from './syntax.ts'

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

function propertyText(name: TypeScript.PropertyName | undefined): string | undefined {
  const ts = loadCompiler()
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : undefined
}
