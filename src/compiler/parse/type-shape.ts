import type { TypeRef, TypeShape } from './facts.ts'
import { loadCompiler, nodeRange, type TypeScript } from './syntax.ts'

/** Utility types that leave every member of their argument required: a class that implements one implements the argument. */
const TRANSPARENT = new Set(['Readonly', 'Required', 'NoInfer'])

export function emptyShape(): TypeShape {
  return { refs: [], constructs: [], queries: [] }
}

/** Reads off what a written type leads to. What heritage cannot go through (unions, conditionals) leads nowhere. */
export function typeShape(source: TypeScript.SourceFile, node: TypeScript.TypeNode | undefined): TypeShape {
  const shape = emptyShape()
  if (node !== undefined) addType(source, node, shape)
  return shape
}

/** The shape of an interface: what it extends, and what its construct signatures give. */
export function interfaceShape(
  source: TypeScript.SourceFile,
  node: TypeScript.InterfaceDeclaration,
): TypeShape {
  const ts = loadCompiler()
  const shape = emptyShape()
  for (const clause of node.heritageClauses ?? []) {
    for (const type of clause.types) addHeritageRef(source, type, shape.refs)
  }
  for (const member of node.members) {
    if (ts.isConstructSignatureDeclaration(member)) addConstructed(source, member.type, shape)
  }
  return shape
}

/** Adds the type that a heritage clause names, if it is one that has a name. */
export function addHeritageRef(
  source: TypeScript.SourceFile,
  node: TypeScript.ExpressionWithTypeArguments,
  refs: TypeRef[],
): void {
  const path = expressionPath(node.expression)
  if (path === undefined) return
  const argument = node.typeArguments?.[0]
  if (path.length === 1 && TRANSPARENT.has(path[0]!) && argument !== undefined) {
    refs.push(...typeShape(source, argument).refs)
  } else refs.push(makeRef(source, node.expression, path))
}

/** `a.b.c` as its names; `undefined` for any other expression. */
export function expressionPath(node: TypeScript.Expression): string[] | undefined {
  const ts = loadCompiler()
  if (ts.isIdentifier(node)) return [node.text]
  if (!ts.isPropertyAccessExpression(node) || !ts.isIdentifier(node.name)) return undefined
  const left = expressionPath(node.expression)
  return left === undefined ? undefined : [...left, node.name.text]
}

function addType(source: TypeScript.SourceFile, node: TypeScript.TypeNode, shape: TypeShape): void {
  const ts = loadCompiler()
  if (ts.isParenthesizedTypeNode(node)) addType(source, node.type, shape)
  else if (ts.isIntersectionTypeNode(node)) for (const part of node.types) addType(source, part, shape)
  else if (ts.isConstructorTypeNode(node)) addConstructed(source, node.type, shape)
  else if (ts.isTypeLiteralNode(node)) {
    for (const member of node.members) {
      if (ts.isConstructSignatureDeclaration(member)) addConstructed(source, member.type, shape)
    }
  } else if (ts.isTypeQueryNode(node)) {
    if (!ts.isImportTypeNode(node.exprName))
      shape.queries.push(makeRef(source, node, entityPath(node.exprName)))
  } else if (ts.isImportTypeNode(node)) addImportType(source, node, shape)
  else if (ts.isTypeReferenceNode(node)) {
    const path = entityPath(node.typeName)
    const argument = node.typeArguments?.[0]
    if (path.length === 1 && TRANSPARENT.has(path[0]!) && argument !== undefined)
      addType(source, argument, shape)
    else shape.refs.push(makeRef(source, node.typeName, path))
  }
}

function addImportType(
  source: TypeScript.SourceFile,
  node: TypeScript.ImportTypeNode,
  shape: TypeShape,
): void {
  const ts = loadCompiler()
  const { argument, qualifier } = node
  if (!ts.isLiteralTypeNode(argument) || !ts.isStringLiteral(argument.literal)) return
  const path = qualifier === undefined ? [] : entityPath(qualifier)
  const ref = { ...makeRef(source, node, path), from: argument.literal.text }
  if (node.isTypeOf) shape.queries.push(ref)
  else shape.refs.push(ref)
}

function addConstructed(
  source: TypeScript.SourceFile,
  type: TypeScript.TypeNode | undefined,
  shape: TypeShape,
): void {
  shape.constructs.push(...typeShape(source, type).refs)
}

/** `a.b.c` as its names, where a type is named. */
export function entityPath(name: TypeScript.EntityName): string[] {
  return loadCompiler().isIdentifier(name) ? [name.text] : [...entityPath(name.left), name.right.text]
}

function makeRef(source: TypeScript.SourceFile, node: TypeScript.Node, path: readonly string[]): TypeRef {
  return { path, text: node.getText(source), range: nodeRange(source, node) }
}
