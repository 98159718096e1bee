import ts from 'typescript'
import {
  isSchemaPackage,
  type LibraryResult,
  type Refusal,
  type SchemaLibraries,
  type SchemaLibrary,
} from '../../../../src/compiler/fold/schema-library.ts'
import { LibraryValue, Thunk, type ThunkKind, type Value } from '../../../../src/compiler/fold/value.ts'

/** An expression that names something in a library: `z`, `z.iso`, `v.EMAIL_REGEX`. */
interface Export {
  library: SchemaLibrary
  path: string[]
}
type Scope = Map<string, () => Value | Export>
type Node = ts.Expression

/** Thrown with the reason of a refusal. */
export class Refused extends Error {}

/**
 * Folds the constants of a source in the simplest way that can be: a stand-in for the constant folder, so that what the
 * libraries are asked can be tested without it. Knows what schemas are written with, and nothing else.
 *
 * @param from absolute path that the imports are looked up from
 * @returns a function that gives the value of a top-level constant
 */
export function foldSource(text: string, from: string, libraries: SchemaLibraries): (name: string) => Value {
  const scope: Scope = new Map()
  for (const statement of ts.createSourceFile('a.ts', text, ts.ScriptTarget.ESNext, true).statements) {
    if (ts.isImportDeclaration(statement)) bindImports(statement, from, libraries, scope)
    else if (ts.isEnumDeclaration(statement))
      scope.set(
        statement.name.text,
        once(() => enumOf(statement, scope)),
      )
    else if (ts.isVariableStatement(statement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (initializer)
          scope.set(
            name.getText(),
            once(() => fold(initializer, scope)),
          )
      }
    }
  }
  return (name) => plain(scope.get(name)?.())
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function bindImports(
  node: ts.ImportDeclaration,
  from: string,
  libraries: SchemaLibraries,
  scope: Scope,
): void {
  const specifier = (node.moduleSpecifier as ts.StringLiteral).text
  if (!isSchemaPackage(specifier)) return
  const bind = (local: ts.Identifier, path: string[]) =>
    scope.set(local.text, () => ({ library: taken(libraries.open(specifier, from)), path }))
  const bindings = node.importClause?.namedBindings
  if (node.importClause?.name) bind(node.importClause.name, ['default'])
  if (bindings && ts.isNamespaceImport(bindings)) bind(bindings.name, [])
  if (bindings && ts.isNamedImports(bindings)) {
    for (const { name, propertyName } of bindings.elements) bind(name, [(propertyName ?? name).text])
  }
}

function taken<T extends object>(result: T | Refusal): T {
  if ('reason' in result) throw new Refused(result.reason)
  return result
}

function isExport(value: Value | Export): value is Export {
  return typeof value === 'object' && value !== null && 'path' in value && 'library' in value
}

function plain(value: Value | Export): Value {
  if (!isExport(value)) return value
  return taken(value.library.constant(value.path) as LibraryResult as { value: Value } | Refusal).value
}

function fold(node: Node, scope: Scope): Value | Export {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) {
    return fold(node.expression, scope)
  }
  if (ts.isIdentifier(node)) {
    if (node.text === 'undefined') return undefined
    const found = scope.get(node.text)
    if (!found) throw new Refused(`${node.text} is not known`)
    return found()
  }
  if (ts.isPropertyAccessExpression(node)) return property(fold(node.expression, scope), node.name.text)
  if (ts.isElementAccessExpression(node)) {
    return property(fold(node.expression, scope), String(fold(node.argumentExpression, scope)))
  }
  if (ts.isCallExpression(node)) return call(node, scope)
  if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) return functionOf(node, scope)
  return literal(node, scope)
}

function literal(node: Node, scope: Scope): Value {
  const at = (inner: Node) => plain(fold(inner, scope))
  if (ts.isStringLiteralLike(node)) return node.text
  if (ts.isNumericLiteral(node)) return Number(node.text)
  if (ts.isBigIntLiteral(node)) return BigInt(node.text.slice(0, -1))
  if (ts.isPrefixUnaryExpression(node)) return -(at(node.operand) as number)
  if (ts.isRegularExpressionLiteral(node)) {
    const end = node.text.lastIndexOf('/')
    return new RegExp(node.text.slice(1, end), node.text.slice(end + 1))
  }
  if (ts.isArrayLiteralExpression(node)) {
    return node.elements.flatMap((item) =>
      ts.isSpreadElement(item) ? (at(item.expression) as Value[]) : [at(item)],
    )
  }
  if (ts.isObjectLiteralExpression(node)) return objectOf(node, scope)
  if (node.kind === ts.SyntaxKind.TrueKeyword) return true
  if (node.kind === ts.SyntaxKind.FalseKeyword) return false
  if (node.kind === ts.SyntaxKind.NullKeyword) return null
  throw new Refused(`${ts.SyntaxKind[node.kind]} is not folded`)
}

function property(owner: Value | Export, key: string): Value | Export {
  if (isExport(owner)) return { library: owner.library, path: [...owner.path, key] }
  if (owner instanceof LibraryValue)
    return taken(owner.library.read(owner, key) as { value: Value } | Refusal).value
  const member = (owner as Record<string, Value>)[key]
  return member instanceof Thunk && member.kind === 'getter' ? member.call([]) : member
}

function call(node: ts.CallExpression, scope: Scope): Value {
  const args = node.arguments.map((arg) => plain(fold(arg, scope)))
  const callee = node.expression
  if (ts.isPropertyAccessExpression(callee)) {
    const receiver = fold(callee.expression, scope)
    if (receiver instanceof LibraryValue) {
      return taken(
        receiver.library.call({ receiver, method: callee.name.text }, args) as never as { value: Value },
      ).value
    }
  }
  const target = fold(callee, scope)
  if (!isExport(target)) throw new Refused('a function call is not folded')
  return taken(target.library.call({ path: target.path }, args) as never as { value: Value }).value
}

function functionOf(node: ts.ArrowFunction | ts.FunctionExpression, scope: Scope): Thunk {
  const { body } = node
  if (ts.isBlock(body))
    return thunk('function', () => {
      throw new Refused('a function is not folded')
    })
  return thunk('arrow', (args) => {
    const inner: Scope = new Map(scope)
    for (const [index, { name }] of node.parameters.entries()) inner.set(name.getText(), () => args[index])
    return plain(fold(body, inner))
  })
}

function thunk(kind: ThunkKind, run: (args: readonly Value[]) => Value): Thunk {
  return new Thunk(kind, run)
}

function objectOf(node: ts.ObjectLiteralExpression, scope: Scope): Value {
  const result: Record<string, Value> = Object.create(null)
  for (const member of node.properties) {
    if (ts.isSpreadAssignment(member)) Object.assign(result, fold(member.expression, scope))
    else if (ts.isPropertyAssignment(member))
      result[keyOf(member.name)] = plain(fold(member.initializer, scope))
    else if (ts.isShorthandPropertyAssignment(member))
      result[member.name.text] = plain(fold(member.name, scope))
    else if (ts.isGetAccessor(member)) {
      const statement = member.body?.statements[0] as ts.ReturnStatement
      result[keyOf(member.name)] = thunk('getter', () => plain(fold(statement.expression as Node, scope)))
    } else
      result[keyOf(member.name as ts.PropertyName)] = thunk('function', () => {
        throw new Refused('a method')
      })
  }
  return result
}

function keyOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)
    ? name.text
    : name.getText()
}

function enumOf(node: ts.EnumDeclaration, scope: Scope): Value {
  const result: Record<string, Value> = Object.create(null)
  let next = 0
  for (const { name, initializer } of node.members) {
    const value = initializer ? (plain(fold(initializer, scope)) as string | number) : next
    result[name.getText()] = value
    if (typeof value === 'number') {
      result[value] = name.getText()
      next = value + 1
    }
  }
  return result
}
