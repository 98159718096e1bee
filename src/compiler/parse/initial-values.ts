import { unwrap } from './fields.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** Functions of the platform whose result may be a part of what they are given, and that change nothing. */
export const SHARING_CALLS =
  /^(?:Object\.(?:keys|values|entries|freeze|isFrozen|hasOwn)|Set|Map|Array\.from)$/

/** Whether a value is made by a call, as schemas are, and is not just handed through. */
export function isMade(initializer: TypeScript.Expression): boolean {
  const inner = unwrap(initializer)
  if (!loadCompiler().isCallExpression(inner)) return false
  const path = pathText(unwrap(inner.expression))
  return path === undefined || !SHARING_CALLS.test(path)
}

/** Whether a value cannot be changed: it is frozen, and holds nothing but literals. */
export function isFrozen(initializer: TypeScript.Expression): boolean {
  const ts = loadCompiler()
  const inner = unwrap(initializer)
  if (!ts.isCallExpression(inner) || pathText(unwrap(inner.expression)) !== 'Object.freeze') return false
  return inner.arguments[0] !== undefined && isFlat(inner.arguments[0])
}

/** Whether a value is a list or an object of literals. */
export function isFlat(initializer: TypeScript.Expression): boolean {
  const ts = loadCompiler()
  const inner = unwrap(initializer)
  if (ts.isArrayLiteralExpression(inner)) return inner.elements.every(isLiteral)
  if (!ts.isObjectLiteralExpression(inner)) return false
  return inner.properties.every((one) => ts.isPropertyAssignment(one) && isLiteral(one.initializer))
}

/** `Object.freeze` as text; nothing for what is no such path. */
export function pathText(node: TypeScript.Expression): string | undefined {
  const ts = loadCompiler()
  if (ts.isIdentifier(node)) return node.text
  if (!ts.isPropertyAccessExpression(node)) return undefined
  const left = pathText(unwrap(node.expression))
  return left === undefined ? undefined : `${left}.${node.name.text}`
}

function isLiteral(node: TypeScript.Expression): boolean {
  const { SyntaxKind, isStringLiteralLike, isNumericLiteral } = loadCompiler()
  const inner = unwrap(node)
  return (
    isStringLiteralLike(inner) ||
    isNumericLiteral(inner) ||
    [SyntaxKind.TrueKeyword, SyntaxKind.FalseKeyword, SyntaxKind.NullKeyword].some(
      (kind) => kind === inner.kind,
    )
  )
}
