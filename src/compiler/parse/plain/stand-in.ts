import type { Compiler } from '../syntax.ts'
import { leadingComments } from './comments.ts'
import { Flag, Kind } from './kinds.ts'
import type { PlainNode } from './node.ts'
import { Tokens } from './tokens.ts'

type Test = (node: PlainNode) => boolean

function of(...kinds: readonly number[]): Test {
  const [only] = kinds
  if (kinds.length === 1) return ({ kind }) => kind === only
  const wanted = new Uint8Array(200)
  for (const kind of kinds) wanted[kind] = 1
  return ({ kind }) => wanted[kind] === 1
}

const never: Test = () => false

/** What no plain file holds: a reader of facts that asks for it is told that there is none. */
const NEVER = (
  'isEnumDeclaration isExternalModuleReference ' +
  'isImportEqualsDeclaration isImportTypeNode isLiteralTypeNode isModuleBlock ' +
  'isModuleDeclaration isTaggedTemplateExpression isTypeAssertionExpression'
).split(' ')

const ALIKE = (
  'ArrayLiteralExpression ArrowFunction AsExpression AwaitExpression CatchClause ForInStatement ForOfStatement ' +
  'ForStatement ThrowStatement BigIntLiteral BinaryExpression BindingElement Block CallExpression ' +
  'ClassDeclaration ClassExpression ClassStaticBlockDeclaration ComputedPropertyName ConditionalExpression ' +
  'ConstructorDeclaration Decorator DeleteExpression ElementAccessExpression ExportAssignment ExportDeclaration ' +
  'FunctionDeclaration FunctionExpression GetAccessorDeclaration Identifier ImportDeclaration InterfaceDeclaration ' +
  'MethodDeclaration NamespaceExport NamespaceImport NewExpression NonNullExpression NumericLiteral ' +
  'ObjectLiteralExpression OmittedExpression ParenthesizedExpression PostfixUnaryExpression PrefixUnaryExpression ' +
  'PropertyAccessExpression PropertyAssignment PropertyDeclaration ReturnStatement SatisfiesExpression ' +
  'ShorthandPropertyAssignment SpreadAssignment SpreadElement StringLiteral TemplateExpression TemplateSpan ' +
  'TypeAliasDeclaration TypeOfExpression VariableDeclarationList VariableStatement VoidExpression'
).split(' ') as (keyof typeof Kind)[]

const tests: Record<string, Test> = {
  ...Object.fromEntries(NEVER.map((name) => [name, never])),
  ...Object.fromEntries(ALIKE.map((name) => [`is${name}`, of(Kind[name])])),
  isClassLike: of(Kind.ClassDeclaration, Kind.ClassExpression),
  isConstructSignatureDeclaration: of(Kind.ConstructSignature),
  isConstructorTypeNode: of(Kind.ConstructorType),
  isIntersectionTypeNode: of(Kind.IntersectionType),
  isParenthesizedTypeNode: of(Kind.ParenthesizedType),
  isTypeLiteralNode: of(Kind.TypeLiteral),
  isTypeQueryNode: of(Kind.TypeQuery),
  isTypeReferenceNode: of(Kind.TypeReference),
  isStringLiteralLike: of(Kind.StringLiteral, Kind.NoSubstitutionTemplateLiteral),
  isTypeNode: ({ kind }) => kind >= Kind.TypeReference && kind <= Kind.OtherType,
  isFunctionLike: of(
    ...[Kind.MethodDeclaration, Kind.ConstructorDeclaration, Kind.GetAccessorDeclaration],
    ...[Kind.SetAccessorDeclaration, Kind.FunctionDeclaration, Kind.FunctionExpression, Kind.ArrowFunction],
    ...[Kind.ConstructorType, Kind.ConstructSignature, Kind.OtherSignature],
  ),
  isExpression: ({ kind }) =>
    (kind >= Kind.ArrayLiteralExpression && kind <= Kind.YieldExpression) ||
    (kind >= Kind.Identifier && kind <= Kind.TemplateExpression) ||
    (kind >= Kind.TrueKeyword && kind <= Kind.ImportKeyword),
  isOptionalChain: ({ flags, kind }) =>
    (flags & Flag.OptionalChain) !== 0 &&
    kind >= Kind.PropertyAccessExpression &&
    kind <= Kind.CallExpression,
}

/** Children in the order of the text, of those nodes whose children are asked for without naming them. */
function forEachChild(node: PlainNode, visit: (child: PlainNode) => void): void {
  switch (node.kind) {
    case Kind.VariableStatement:
      visit(node.declarationList!)
      break
    case Kind.ExpressionStatement:
    case Kind.ExportAssignment:
    case Kind.ExpressionWithTypeArguments:
    case Kind.TypeOfExpression:
    case Kind.VoidExpression:
    case Kind.DeleteExpression:
      visit(node.expression!)
      break
    case Kind.InterfaceDeclaration:
      node.heritageClauses?.forEach(visit)
      break
    case Kind.HeritageClause:
      node.types!.forEach(visit)
      break
    case Kind.TemplateExpression:
      node.templateSpans!.forEach(visit)
      break
    case Kind.TemplateSpan:
      visit(node.expression!)
      break
    case Kind.YieldExpression:
      if (node.expression !== undefined) visit(node.expression)
      break
    default:
      node.children?.forEach(visit)
  }
}

/** Whether a parameter of a constructor is a property, too. */
function isParameterPropertyDeclaration(node: PlainNode, parent: PlainNode): boolean {
  return node.modifiers !== undefined && parent.kind === Kind.ConstructorDeclaration
}

/** Goes through tokens as the compiler's scanner does, as far as readers of facts use that. */
function createScanner(
  _target: unknown,
  _skipTrivia: boolean,
  _variant: unknown,
  text: string,
  _onError: unknown,
  start: number,
) {
  const tokens = new Tokens(text)
  let from = start
  return {
    scan: (): void => {
      tokens.moveTo(from)
      from = tokens.end
    },
    getTokenStart: (): number => tokens.start,
    getTokenEnd: (): number => tokens.end,
  }
}

/**
 * What the readers of facts need of the compiler, for the tree of a plain file. It knows what they ask for today;
 * whatever else they ask for fails at once.
 */
export const standIn = {
  ...tests,
  SyntaxKind: Kind,
  NodeFlags: { Const: Flag.Const },
  ScriptTarget: { Latest: 0 },
  LanguageVariant: { JSX: 1, Standard: 0 },
  forEachChild,
  isParameterPropertyDeclaration,
  getLeadingCommentRanges: leadingComments,
  createScanner,
} as unknown as Compiler
