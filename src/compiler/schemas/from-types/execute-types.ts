import type TypeScript from 'typescript'
import type { SchemaSide } from '../../fold/schema-library.ts'
import type { Compiler } from './generator.ts'

/** The types that are written at the `execute` of a module; one that says nothing is absent. */
export type ExecuteTypes = { readonly [side in SchemaSide]?: TypeScript.TypeNode }

/**
 * Finds the types of `execute(inputs: In): Promise<Out>`, also of one that is inherited or is an arrow function.
 *
 * @param name of the class or of the variable, as it is exported: `default` for one without a name
 */
export function findExecuteTypes(
  source: TypeScript.SourceFile,
  name: string,
  checker: TypeScript.TypeChecker,
  ts: Compiler,
): ExecuteTypes {
  const module = checker.getSymbolAtLocation(source)
  const exported = module && checker.getExportsOfModule(module).find((symbol) => symbol.name === name)
  if (exported === undefined) return {}
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const type =
    symbol.flags & ts.SymbolFlags.Class
      ? checker.getDeclaredTypeOfSymbol(symbol)
      : checker.getTypeOfSymbolAtLocation(symbol, source)
  const declaration = checker.getPropertyOfType(type, 'execute')?.valueDeclaration
  const method = declaration && functionOf(declaration, ts)
  if (method === undefined) return {}
  const input = method.parameters.find(({ name: own }) => own.getText() !== 'this')?.type
  const output = method.type && awaited(method.type, ts)
  return {
    ...(input === undefined || saysNothing(input, ts) ? {} : { input }),
    ...(output === undefined || saysNothing(output, ts) ? {} : { output }),
  }
}

function functionOf(
  declaration: TypeScript.Declaration,
  ts: Compiler,
): TypeScript.SignatureDeclaration | undefined {
  if (ts.isMethodDeclaration(declaration) || ts.isMethodSignature(declaration)) return declaration
  if (!ts.isPropertyDeclaration(declaration) && !ts.isPropertyAssignment(declaration)) return undefined
  const value = declaration.initializer
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined
}

/** `Out` of `Promise<Out>`, and of `Promise<Out> | Out` the whole. */
function awaited(node: TypeScript.TypeNode, ts: Compiler): TypeScript.TypeNode {
  const isPromise =
    ts.isTypeReferenceNode(node) && ['Promise', 'PromiseLike'].includes(node.typeName.getText())
  return (isPromise ? node.typeArguments?.[0] : undefined) ?? node
}

function saysNothing(node: TypeScript.TypeNode, ts: Compiler): boolean {
  const { AnyKeyword, UnknownKeyword, VoidKeyword, UndefinedKeyword, NeverKeyword } = ts.SyntaxKind
  return [AnyKeyword, UnknownKeyword, VoidKeyword, UndefinedKeyword, NeverKeyword].some(
    (kind) => node.kind === kind,
  )
}
