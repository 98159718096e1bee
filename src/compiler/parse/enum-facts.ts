import type { EnumFacts } from './expression-facts.ts'
import { hasModifier } from './fields.ts'
import { propertyKey, readExpression } from './read-expression.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/**
 * Reads an enum.
 *
 * @param before an earlier declaration of the same enum, which this one adds to
 */
export function enumFacts(
  source: TypeScript.SourceFile,
  node: TypeScript.EnumDeclaration,
  ambient: boolean,
  before: EnumFacts | undefined,
): EnumFacts {
  const { SyntaxKind } = loadCompiler()
  const members = node.members.map(({ name, initializer }) => ({
    name: propertyKey(name) ?? '',
    ...(initializer === undefined ? {} : { value: readExpression(source, initializer) }),
  }))
  return {
    name: node.name.text,
    constant: hasModifier(node, SyntaxKind.ConstKeyword) || before?.constant === true,
    ambient: ambient || before?.ambient === true,
    at: node.name.getStart(source),
    end: node.name.end,
    members: [...(before?.members ?? []), ...members],
    starts: [...(before?.starts ?? []), before?.members.length ?? 0],
  }
}
