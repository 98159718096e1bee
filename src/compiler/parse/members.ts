import type { Expression, MemberFacts } from './expression-facts.ts'
import { hasModifier, isStatic } from './fields.ts'
import { propertyKey, readExpression, readReturned } from './read-expression.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** Reads what a class holds before anything is called, in the order of the source. */
export function readMembers(
  source: TypeScript.SourceFile,
  node: TypeScript.ClassLikeDeclaration,
): MemberFacts[] {
  const ts = loadCompiler()
  return node.members.flatMap((member): MemberFacts[] => {
    if (ts.isConstructorDeclaration(member)) return parameterProperties(source, member)
    const name = propertyKey(member.name)
    if (name === undefined || member.name === undefined) return []
    if (hasModifier(member, ts.SyntaxKind.AbstractKeyword)) return []
    if (hasModifier(member, ts.SyntaxKind.DeclareKeyword)) return []
    const place = { at: member.name.getStart(source), end: member.name.end }
    const facts = { name, static: isStatic(member), ...place }
    const value = decorated(member, place)
    if (ts.isPropertyDeclaration(member)) {
      const read = value ?? (member.initializer && readExpression(source, member.initializer))
      return [{ ...facts, kind: 'property', ...(read === undefined ? {} : { value: read }) }]
    }
    if (ts.isGetAccessorDeclaration(member)) {
      return [{ ...facts, kind: 'getter', value: value ?? readReturned(source, member) }]
    }
    return ts.isMethodDeclaration(member) ? [{ ...facts, kind: 'method' }] : []
  })
}

/** `constructor(readonly description = 'x')` makes a property of a parameter. */
function parameterProperties(
  source: TypeScript.SourceFile,
  node: TypeScript.ConstructorDeclaration,
): MemberFacts[] {
  const ts = loadCompiler()
  return node.parameters.flatMap((parameter): MemberFacts[] => {
    if (!ts.isIdentifier(parameter.name) || !ts.isParameterPropertyDeclaration(parameter, node)) return []
    const place = { at: parameter.name.getStart(source), end: parameter.name.end }
    const reason = 'a parameter of the constructor is known at run time only'
    const value: Expression = { kind: 'opaque', reason, ...place }
    return [{ name: parameter.name.text, static: false, kind: 'property', value, ...place }]
  })
}

function decorated(
  member: TypeScript.ClassElement,
  place: { at: number; end: number },
): Expression | undefined {
  const ts = loadCompiler()
  const { modifiers } = member as { modifiers?: readonly TypeScript.ModifierLike[] }
  if (modifiers?.some((modifier) => ts.isDecorator(modifier)) !== true) return undefined
  return { kind: 'opaque', reason: 'a decorator may change it', ...place }
}
