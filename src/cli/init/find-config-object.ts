import { loadCompiler, type TypeScript } from '../../compiler/parse/syntax.ts'

/** The object that a configuration file hands to its bundler. */
export interface ConfigObject {
  readonly object: TypeScript.ObjectLiteralExpression
  /** Whether the file hands it over by `module.exports`. */
  readonly commonJs: boolean
}

/**
 * Finds the object that a configuration file exports: itself, through a constant, in `defineConfig(…)` under whatever
 * name, or as what a function with one `return` gives.
 */
export function findConfigObject(source: TypeScript.SourceFile): ConfigObject | undefined {
  const ts = loadCompiler()
  for (const statement of source.statements) {
    if (ts.isExportAssignment(statement)) {
      const object = objectOf(statement.expression, source)
      return object === undefined ? undefined : { object, commonJs: statement.isExportEquals === true }
    }
    if (!ts.isExpressionStatement(statement) || !ts.isBinaryExpression(statement.expression)) continue
    const { left, right, operatorToken } = statement.expression
    if (operatorToken.kind !== ts.SyntaxKind.EqualsToken || left.getText(source) !== 'module.exports')
      continue
    const object = objectOf(right, source)
    return object === undefined ? undefined : { object, commonJs: true }
  }
  return undefined
}

function objectOf(
  value: TypeScript.Expression,
  source: TypeScript.SourceFile,
  seen = new Set<TypeScript.Node>(),
): TypeScript.ObjectLiteralExpression | undefined {
  const ts = loadCompiler()
  if (seen.has(value)) return undefined
  seen.add(value)
  if (ts.isObjectLiteralExpression(value)) return value
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) {
    return objectOf(value.expression, source, seen)
  }
  if (ts.isAwaitExpression(value)) return objectOf(value.expression, source, seen)
  if (ts.isCallExpression(value)) {
    const [argument, ...others] = value.arguments
    const isDefine = ts.isIdentifier(value.expression) && /^define\w*Config$/.test(value.expression.text)
    return isDefine && argument !== undefined && others.length === 0
      ? objectOf(argument, source, seen)
      : undefined
  }
  if (ts.isArrayLiteralExpression(value)) {
    const [only, ...others] = value.elements
    return only !== undefined && others.length === 0 ? objectOf(only, source, seen) : undefined
  }
  if (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) return resultOf(value.body, source, seen)
  return ts.isIdentifier(value) ? named(value.text, source, seen) : undefined
}

/** What a constant or a function of the file stands for. */
function named(
  name: string,
  source: TypeScript.SourceFile,
  seen: Set<TypeScript.Node>,
): TypeScript.ObjectLiteralExpression | undefined {
  const ts = loadCompiler()
  for (const statement of source.statements) {
    if (
      ts.isFunctionDeclaration(statement) &&
      statement.name?.text === name &&
      statement.body !== undefined
    ) {
      return resultOf(statement.body, source, seen)
    }
  }
  const value = constantsOf(source).get(name)
  return value === undefined ? undefined : objectOf(value, source, seen)
}

/** What the only `return` of a function gives. */
function resultOf(
  body: TypeScript.ConciseBody,
  source: TypeScript.SourceFile,
  seen: Set<TypeScript.Node>,
): TypeScript.ObjectLiteralExpression | undefined {
  const ts = loadCompiler()
  if (!ts.isBlock(body)) return objectOf(body, source, seen)
  const returned: (TypeScript.Expression | undefined)[] = []
  const visit = (node: TypeScript.Node): void => {
    if (ts.isReturnStatement(node)) returned.push(node.expression)
    if (!ts.isFunctionLike(node)) ts.forEachChild(node, visit)
  }
  visit(body)
  const [only, ...others] = returned
  return only !== undefined && others.length === 0 ? objectOf(only, source, seen) : undefined
}

/** The constants of a file that have a value. */
export function constantsOf(source: TypeScript.SourceFile): Map<string, TypeScript.Expression> {
  const ts = loadCompiler()
  const constants = new Map<string, TypeScript.Expression>()
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer)
    }
  }
  return constants
}
