import type TypeScript from 'typescript'
import { Refused } from '../refused.ts'
import type { Compiler } from './generator.ts'

/**
 * Refuses types that have methods. The generator refuses functions, but takes a method for what it returns.
 *
 * @throws Refused with the name of the first one
 */
export function refuseMethods(node: TypeScript.TypeNode, program: TypeScript.Program, ts: Compiler): void {
  const checker = program.getTypeChecker()
  const done = new Set<TypeScript.Type>()
  const isBuiltIn = (symbol: TypeScript.Symbol): boolean =>
    symbol.declarations?.some((one) => program.isSourceFileDefaultLibrary(one.getSourceFile())) ?? false
  const visit = (type: TypeScript.Type): void => {
    if (done.has(type)) return
    done.add(type)
    if (type.isUnionOrIntersection()) type.types.forEach(visit)
    if ((type.flags & ts.TypeFlags.Object) === 0) return
    checker.getTypeArguments(type as TypeScript.TypeReference).forEach(visit)
    for (const index of checker.getIndexInfosOfType(type)) visit(index.type)
    for (const property of checker.getPropertiesOfType(type)) {
      // What arrays, dates and the like can do is no data.
      if (isBuiltIn(property)) continue
      if (property.flags & ts.SymbolFlags.Method) throw new Refused(`"${property.name}" is a method`)
      visit(checker.getTypeOfSymbolAtLocation(property, node))
    }
  }
  visit(checker.getTypeFromTypeNode(node))
}
