import type { Cut } from './facts.ts'
import { unwrap } from './fields.ts'
import { unsure } from './plain/unsure.ts'
import { loadCompiler, type TypeScript } from './syntax.ts'

/** The name under which the marker decorator is exported. */
const MARKER = 'multiClass'

/** The marker decorators of a file: which classes carry one, and what to cut so that no trace is left. */
export interface Markers {
  /** Whether a class is decorated with the marker. */
  readonly marks: (node: TypeScript.ClassLikeDeclaration) => boolean
  readonly cuts: readonly Cut[]
}

/**
 * Whether a text can have marker decorators at all: it takes an import with the name in braces, or of everything. Files
 * that say `multiClass` in a comment or as a member have none, and need not be read to know that.
 */
export function mayHaveMarkers(text: string): boolean {
  if (!text.includes(MARKER)) return false
  const opening = text.indexOf('{')
  const first = opening < 0 ? -1 : text.indexOf(MARKER, opening)
  // A comment may stand between the star and its name.
  return (first >= 0 && /\bfrom\b/.test(text.slice(first))) || /\*\s*(?:as\b|\/[*/])/.test(text)
}

/** Where a file has marker decorators, and how often it uses the names that they have there. */
interface MarkerUses {
  readonly decorators: ReadonlyMap<TypeScript.Node, readonly TypeScript.Decorator[]>
  /** Imports are among the uses. */
  readonly uses: ReadonlyMap<string, number>
}

/**
 * Finds the decorators that are the marker, under whatever name they were imported.
 *
 * @param packages specifiers whose `multiClass` is the marker
 * @param isPlain whether it is the tree of a plain file, without bodies: then it may be `unsure`
 */
export function findMarkers(
  source: TypeScript.SourceFile,
  packages: readonly string[],
  isPlain = false,
): Markers {
  const imports = mayHaveMarkers(source.text) ? markerImports(source, packages) : []
  if (imports.length === 0) return { marks: () => false, cuts: [] }
  const { decorators, uses } = isPlain ? usesInPlain(source, imports) : usesInTree(source, imports)
  if (decorators.size === 0) return { marks: () => false, cuts: [] }
  const cuts = [...decorators.values()].flat().map((decorator) => decoratorCut(source, decorator))
  const counts = [...decorators.values()].flat().map((decorator) => rootName(decorator))
  for (const { names, statement } of groupByStatement(imports)) {
    const unused = names.filter((name) => {
      const inDecorators = counts.filter((used) => used === name.local).length
      return (uses.get(name.local) ?? 0) === inDecorators + name.ownUses
    })
    cuts.push(...importCuts(source, statement, unused))
  }
  return { marks: (node) => decorators.has(node), cuts: mergeCuts(cuts) }
}

function usesInTree(source: TypeScript.SourceFile, imports: readonly MarkerImport[]): MarkerUses {
  const decorators = new Map<TypeScript.Node, readonly TypeScript.Decorator[]>()
  const uses = new Map<string, number>()
  const visit = (node: TypeScript.Node): void => {
    const ts = loadCompiler()
    if (ts.isClassLike(node)) {
      const found = markersOf(node, imports)
      if (found.length > 0) decorators.set(node, found)
    }
    if (ts.isIdentifier(node)) uses.set(node.text, (uses.get(node.text) ?? 0) + 1)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { decorators, uses }
}

/**
 * Looks at the classes of a plain file, and at its text for the names. Where a name stands anywhere else, in a body or
 * just in a comment, only a whole tree tells what it is.
 */
function usesInPlain(source: TypeScript.SourceFile, imports: readonly MarkerImport[]): MarkerUses {
  const ts = loadCompiler()
  if (source.text.includes('\\u')) unsure()
  const decorators = new Map<TypeScript.Node, readonly TypeScript.Decorator[]>()
  for (const statement of source.statements) {
    const found = ts.isClassDeclaration(statement) ? markersOf(statement, imports) : []
    if (found.length > 0) decorators.set(statement, found)
  }
  const roots = [...decorators.values()].flat().map((decorator) => rootName(decorator))
  const uses = new Map<string, number>()
  for (const { local, ownUses, namespace } of imports) {
    const inText = source.text.split(local).length - 1
    const known = roots.filter((root) => root === local).length + ownUses
    if (namespace || uses.has(local) || inText !== known) unsure()
    uses.set(local, inText)
  }
  return { decorators, uses }
}

function markersOf(
  node: TypeScript.ClassLikeDeclaration,
  imports: readonly MarkerImport[],
): TypeScript.Decorator[] {
  const ts = loadCompiler()
  return (node.modifiers ?? []).flatMap((one): TypeScript.Decorator[] =>
    ts.isDecorator(one) && isMarker(one, imports) ? [one] : [],
  )
}

/**
 * Whether a file imports the marker decorator, or all that its package exports.
 *
 * @param packages specifiers whose `multiClass` is the marker
 */
export function importsMarker(source: TypeScript.SourceFile, packages: readonly string[]): boolean {
  return markerImports(source, packages).length > 0
}

interface MarkerImport {
  readonly local: string
  readonly namespace: boolean
  readonly statement: TypeScript.ImportDeclaration
  readonly specifier?: TypeScript.ImportSpecifier
  /** How often the import itself mentions the local name. */
  readonly ownUses: number
}

function markerImports(source: TypeScript.SourceFile, packages: readonly string[]): MarkerImport[] {
  const ts = loadCompiler()
  return source.statements.flatMap((statement): MarkerImport[] => {
    if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) return []
    const bindings = statement.importClause?.namedBindings
    if (bindings === undefined || !packages.includes(statement.moduleSpecifier.text)) return []
    if (ts.isNamespaceImport(bindings)) {
      return [{ local: bindings.name.text, namespace: true, statement, ownUses: 1 }]
    }
    return bindings.elements
      .filter((specifier) => (specifier.propertyName ?? specifier.name).text === MARKER)
      .map((specifier) => ({
        local: specifier.name.text,
        namespace: false,
        statement,
        specifier,
        ownUses:
          specifier.propertyName !== undefined && specifier.propertyName.text === specifier.name.text ? 2 : 1,
      }))
  })
}

function isMarker(decorator: TypeScript.Decorator, imports: readonly MarkerImport[]): boolean {
  const ts = loadCompiler()
  const target = calledTarget(decorator)
  return imports.some((one) =>
    one.namespace
      ? ts.isPropertyAccessExpression(target) &&
        ts.isIdentifier(target.expression) &&
        target.expression.text === one.local &&
        target.name.text === MARKER
      : ts.isIdentifier(target) && target.text === one.local,
  )
}

/** What a decorator names, with or without a call. */
function calledTarget(decorator: TypeScript.Decorator): TypeScript.Expression {
  const ts = loadCompiler()
  const expression = unwrap(decorator.expression)
  return ts.isCallExpression(expression) ? unwrap(expression.expression) : expression
}

function rootName(decorator: TypeScript.Decorator): string {
  const ts = loadCompiler()
  const target = calledTarget(decorator)
  const root = ts.isPropertyAccessExpression(target) ? target.expression : target
  return ts.isIdentifier(root) ? root.text : ''
}

/** A decorator with the blanks behind it; a line that it had for itself keeps its end, so that lines stay in place. */
function decoratorCut(source: TypeScript.SourceFile, decorator: TypeScript.Decorator): Cut {
  let end = decorator.end
  while (source.text[end] === ' ' || source.text[end] === '\t') end++
  return { start: decorator.getStart(source), end }
}

function groupByStatement(
  imports: readonly MarkerImport[],
): { statement: TypeScript.ImportDeclaration; names: MarkerImport[] }[] {
  const groups = new Map<TypeScript.ImportDeclaration, MarkerImport[]>()
  for (const one of imports) groups.set(one.statement, [...(groups.get(one.statement) ?? []), one])
  return [...groups].map(([statement, names]) => ({ statement, names }))
}

/** Cuts unused names out of an import; all of it when only types would be left. */
function importCuts(
  source: TypeScript.SourceFile,
  statement: TypeScript.ImportDeclaration,
  unused: readonly MarkerImport[],
): Cut[] {
  if (unused.length === 0) return []
  const ts = loadCompiler()
  const whole = { start: statement.getStart(source), end: statement.end }
  const clause = statement.importClause!
  const bindings = clause.namedBindings!
  if (ts.isNamespaceImport(bindings)) return clause.name === undefined ? [whole] : []
  const gone = new Set(unused.map((one) => one.specifier))
  const kept = bindings.elements.filter((element) => !gone.has(element))
  if (clause.name === undefined && kept.every((element) => element.isTypeOnly)) return [whole]
  return bindings.elements.flatMap((element, index): Cut[] => {
    if (!gone.has(element)) return []
    const next = bindings.elements[index + 1]
    if (next !== undefined) return [{ start: element.getStart(source), end: next.getStart(source) }]
    const previous = bindings.elements[index - 1]
    return [{ start: previous?.end ?? element.getStart(source), end: element.end }]
  })
}

function mergeCuts(cuts: Cut[]): Cut[] {
  const merged: Cut[] = []
  for (const cut of cuts.sort((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || cut.start > last.end) merged.push(cut)
    else merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, cut.end) }
  }
  return merged
}
