import { classFacts } from './class-facts.ts'
import { docComments, hasMarkerTag, tagTypes } from './doc-comments.ts'
import { docText } from './doc-text.ts'
import type { InitFacts, ObjectFacts, TypeShape, VariableFacts } from './facts.ts'
import { saysMultiClass, unwrap } from './fields.ts'
import type { FileContext } from './file-context.ts'
import { readExpression } from './read-expression.ts'
import { isJavaScript, loadCompiler, nodeRange, type TypeScript, tokenRange } from './syntax.ts'
import { emptyShape, expressionPath, typeShape } from './type-shape.ts'

/** Reads the variables of a statement. What a pattern declares (`const { a } = b`) is there, but nobody knows what it is. */
export function variableFacts(
  context: FileContext,
  statement: TypeScript.VariableStatement,
): VariableFacts[] {
  const ts = loadCompiler()
  const { source } = context
  const constant = (statement.declarationList.flags & ts.NodeFlags.Const) !== 0
  return statement.declarationList.declarations.flatMap((declaration): VariableFacts[] => {
    if (!ts.isIdentifier(declaration.name)) {
      const text = `${oneLine(declaration.name.getText(source))} = …`
      return patternNames(declaration.name).map((name) => ({
        name: name.text,
        range: nodeRange(source, name),
        constant: false,
        ambient: context.ambient,
        type: emptyShape(),
        init: { kind: 'opaque', text },
      }))
    }
    const setting = { name: declaration.name.text, named: declaration.name, statement }
    return [
      {
        name: setting.name,
        range: nodeRange(source, declaration.name),
        constant,
        ambient: context.ambient,
        type: writtenTypes(context, declaration.type, declaration.initializer, statement),
        init: initFacts(context, declaration.initializer, setting),
        ...(constant ? constantFacts(context, declaration.initializer, statement) : {}),
      },
    ]
  })
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').slice(0, 80)
}

function patternNames(pattern: TypeScript.BindingPattern): TypeScript.Identifier[] {
  const ts = loadCompiler()
  return pattern.elements.flatMap((element) => {
    if (!ts.isBindingElement(element)) return []
    return ts.isIdentifier(element.name) ? [element.name] : patternNames(element.name)
  })
}

/** Reads the value of `export default …` and `export = …` that is neither a declaration nor a name. */
export function expressionVariable(
  context: FileContext,
  statement: TypeScript.ExportAssignment,
): VariableFacts {
  const start = statement.modifiers?.at(-1)?.end ?? statement.pos
  return {
    name: 'default',
    range: tokenRange(context.source, start, statement.isExportEquals ? 0 : 1),
    constant: true,
    ambient: context.ambient,
    type: writtenTypes(context, undefined, statement.expression, statement),
    init: initFacts(context, statement.expression, { name: 'default', statement }),
    ...constantFacts(context, statement.expression, statement),
  }
}

/** The value of a constant, and what its comment says. */
function constantFacts(
  { source, ambient }: FileContext,
  value: TypeScript.Expression | undefined,
  statement: TypeScript.Statement,
): Pick<VariableFacts, 'doc' | 'value'> {
  if (value === undefined || ambient || loadCompiler().isClassExpression(unwrap(value))) return {}
  const doc = docText(docComments(source, statement))
  return { ...(doc === undefined ? {} : { doc }), value: readExpression(source, value) }
}

/** The annotation, every `satisfies` around the value, and in JavaScript the types in the doc comment. */
function writtenTypes(
  context: FileContext,
  annotation: TypeScript.TypeNode | undefined,
  value: TypeScript.Expression | undefined,
  statement: TypeScript.Statement,
): TypeShape {
  const ts = loadCompiler()
  const { source } = context
  const shape = typeShape(source, annotation)
  let inner = value
  while (inner !== undefined && isWrapper(inner)) {
    if (ts.isSatisfiesExpression(inner)) shape.refs.push(...typeShape(source, inner.type).refs)
    inner = inner.expression
  }
  if (isJavaScript(source)) {
    shape.refs.push(...tagTypes(source, docComments(source, statement), ['type', 'satisfies']).refs)
  }
  return shape
}

function isWrapper(
  node: TypeScript.Expression,
): node is TypeScript.ParenthesizedExpression | TypeScript.AsExpression | TypeScript.SatisfiesExpression {
  const ts = loadCompiler()
  return ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
}

interface InitSetting {
  readonly name: string
  readonly named?: TypeScript.Node
  readonly statement: TypeScript.Statement
}

function initFacts(
  context: FileContext,
  value: TypeScript.Expression | undefined,
  setting: InitSetting,
): InitFacts {
  const ts = loadCompiler()
  if (value === undefined) return { kind: 'opaque', text: '' }
  const { source } = context
  const inner = unwrap(value)
  if (ts.isClassExpression(inner)) {
    const facts = classFacts(source, inner, {
      fallbackName: setting.name,
      ...(setting.named === undefined ? {} : { fallbackRange: setting.named }),
      statement: setting.statement,
      ambient: context.ambient,
    })
    return { kind: 'class', class: { ...facts, marked: facts.marked || context.markers.marks(inner) } }
  }
  const path = expressionPath(inner)
  if (path !== undefined) return { kind: 'path', path }
  if (ts.isObjectLiteralExpression(inner))
    return { kind: 'object', object: objectFacts(context, inner, setting) }
  if (ts.isNewExpression(inner) || ts.isCallExpression(inner)) {
    const callee = expressionPath(inner.expression)
    const first = inner.arguments?.[0]
    const argument = first === undefined ? undefined : unwrap(first)
    if (callee !== undefined) {
      return argument !== undefined && ts.isObjectLiteralExpression(argument)
        ? { kind: 'create', callee, object: objectFacts(context, argument, setting) }
        : { kind: 'create', callee }
    }
  }
  return { kind: 'opaque', text: oneLine(inner.getText(source)) }
}

function objectFacts(
  context: FileContext,
  node: TypeScript.ObjectLiteralExpression,
  setting: InitSetting,
): ObjectFacts {
  const ts = loadCompiler()
  const marked =
    hasMarkerTag(docComments(context.source, setting.statement)) ||
    node.properties.some(
      (property) => ts.isPropertyAssignment(property) && saysMultiClass(property.name, property.initializer),
    )
  return { marked }
}
