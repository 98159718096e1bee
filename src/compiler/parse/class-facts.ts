import { docComments, hasMarkerTag, tagTypes } from './doc-comments.ts'
import { docText } from './doc-text.ts'
import type { BaseRef, ClassFacts } from './facts.ts'
import { hasModifier, isStatic, saysMultiClass, unwrap } from './fields.ts'
import { readMembers } from './members.ts'
import { isJavaScript, loadCompiler, nodeRange, type TypeScript, tokenRange } from './syntax.ts'
import { addHeritageRef, expressionPath } from './type-shape.ts'

/** Where a class stands: what it is called without a name of its own, and where its doc comment is. */
export interface ClassSetting {
  /** The name that an anonymous class gets at run time. */
  readonly fallbackName: string
  /** Range of the name to show for an anonymous class; default: the `class` keyword. */
  readonly fallbackRange?: TypeScript.Node
  /** The statement that carries the doc comment. */
  readonly statement: TypeScript.Node
  readonly ambient: boolean
}

/** Reads one class, without its bodies. */
export function classFacts(
  source: TypeScript.SourceFile,
  node: TypeScript.ClassLikeDeclaration,
  setting: ClassSetting,
): ClassFacts {
  const ts = loadCompiler()
  const comments = docComments(source, setting.statement)
  const implemented = isJavaScript(source) ? [...tagTypes(source, comments, ['implements']).refs] : []
  let base: BaseRef | undefined
  for (const clause of node.heritageClauses ?? []) {
    if (clause.token === ts.SyntaxKind.ImplementsKeyword) {
      for (const type of clause.types) addHeritageRef(source, type, implemented)
    } else if (clause.types[0] !== undefined) base = baseRef(source, clause.types[0].expression, setting)
  }
  const required = requiredArguments(node)
  const doc = docText(comments)
  return {
    name: node.name?.text ?? setting.fallbackName,
    range: nameRange(source, node, setting),
    abstract: hasModifier(node, ts.SyntaxKind.AbstractKeyword),
    ambient: setting.ambient || hasModifier(node, ts.SyntaxKind.DeclareKeyword),
    generic: (node.typeParameters?.length ?? 0) > 0,
    expression: ts.isClassExpression(node),
    implements: implemented,
    ...(base === undefined ? {} : { base }),
    ...(required === undefined ? {} : { requiredArguments: required }),
    marked: hasMarkerTag(comments) || node.members.some(isMarkerMember),
    ...(doc === undefined ? {} : { doc }),
    offset: node.pos,
    members: readMembers(source, node),
  }
}

function isMarkerMember(member: TypeScript.ClassElement): boolean {
  const ts = loadCompiler()
  return (
    ts.isPropertyDeclaration(member) && isStatic(member) && saysMultiClass(member.name, member.initializer)
  )
}

function nameRange(
  source: TypeScript.SourceFile,
  node: TypeScript.ClassLikeDeclaration,
  setting: ClassSetting,
): ClassFacts['range'] {
  const named = node.name ?? setting.fallbackRange
  if (named !== undefined) return nodeRange(source, named)
  return tokenRange(source, node.modifiers?.at(-1)?.end ?? node.pos)
}

function baseRef(
  source: TypeScript.SourceFile,
  expression: TypeScript.Expression,
  setting: ClassSetting,
): BaseRef | undefined {
  const ts = loadCompiler()
  const inner = unwrap(expression)
  if (inner.kind === ts.SyntaxKind.NullKeyword) return undefined
  const where = { text: shorten(expression.getText(source)), range: nodeRange(source, expression) }
  if (ts.isClassExpression(inner)) {
    const { ambient } = setting
    return {
      kind: 'class',
      class: classFacts(source, inner, { fallbackName: '', statement: inner, ambient }),
      ...where,
    }
  }
  const path = expressionPath(inner)
  return path === undefined ? { kind: 'opaque', ...where } : { kind: 'path', path, ...where }
}

function requiredArguments(node: TypeScript.ClassLikeDeclaration): number | undefined {
  const ts = loadCompiler()
  const constructors = node.members.filter((member) => ts.isConstructorDeclaration(member))
  if (constructors.length === 0) return undefined
  const implementation = constructors.find((member) => member.body !== undefined)
  const judged = implementation === undefined ? constructors : [implementation]
  return Math.min(...judged.map((member) => lastRequired(member.parameters)))
}

function lastRequired(parameters: readonly TypeScript.ParameterDeclaration[]): number {
  const needed = parameters.map(
    (parameter) =>
      parameter.questionToken === undefined &&
      parameter.initializer === undefined &&
      parameter.dotDotDotToken === undefined,
  )
  return needed.lastIndexOf(true) + 1
}

function shorten(text: string): string {
  const oneLine = text.replace(/\s+/g, ' ')
  return oneLine.length > 80 ? `${oneLine.slice(0, 79)}…` : oneLine
}
