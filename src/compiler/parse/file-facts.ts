import { FIELD_NAMES } from '../../catalog/fields.ts'
import { isSchemaPackage } from '../fold/schema-library.ts'
import { type FoundChanges, findChanges } from './changes.ts'
import { classFacts } from './class-facts.ts'
import { docComments, hasMarkerTag } from './doc-comments.ts'
import { collectDocDeclarations } from './doc-declarations.ts'
import { enumFacts } from './enum-facts.ts'
import { type ClassFacts, DEFAULT_VALUE, type FileFacts, type Scope } from './facts.ts'
import { hasModifier } from './fields.ts'
import type { FileContext } from './file-context.ts'
import { collectLinks } from './links.ts'
import { findMarkers, importsMarker, mayHaveMarkers } from './marker.ts'
import { readPlain } from './plain/read-plain.ts'
import type { Body } from './skeleton/bodies.ts'
import { bodiesMatter } from './skeleton/mentions.ts'
import { skeletonOf } from './skeleton/skeleton.ts'
import { isJavaScript, loadCompiler, parseSource, type TypeScript } from './syntax.ts'
import { findSyntaxError, hasSyntaxErrors } from './syntax-error.ts'
import { emptyShape, expressionPath, interfaceShape, typeShape } from './type-shape.ts'
import { expressionVariable, variableFacts } from './variable-facts.ts'

/** What decides how names in a text are read. */
export interface ParseSettings {
  /** Specifiers whose `multiClass` is the marker decorator. */
  readonly markerPackages: readonly string[]
}

/**
 * Parses one file and keeps what it says about names, classes and their heritage.
 *
 * @param path where the file is; its extension decides the language
 * @param text its text; it is never executed
 * @param whole whether to parse the whole text, without short cuts
 */
export function parseFile(path: string, text: string, settings: ParseSettings, whole = false): FileFacts {
  try {
    return (
      (whole ? undefined : factsOfPlain(path, text, settings)) ??
      (whole ? undefined : factsOfSkeleton(path, text, settings)) ??
      readFacts(parseSource(path, text), settings)
    )
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const range = { line: 1, column: 1, endLine: 1, endColumn: 1 }
    const syntaxError = { reason: 'this file is nested too deeply to be parsed.', range, related: [] }
    return {
      scope: createScope(),
      syntaxError,
      marked: false,
      markerCuts: [],
      lineStarts: [0],
      changes: new Map(),
    }
  }
}

/** Whether the bodies of functions can be left out: no JSX, no types in comments inside of bodies. */
function mayBeCut(path: string, text: string): boolean {
  if (!/(?<!\.d)\.[cm]?[jt]s$/.test(path)) return false
  return !/\.[cm]?js$/.test(path) || !/@(?:typedef|callback|import|template|enum)\b/.test(text)
}

/**
 * Reads a file without the bodies of its functions, which is several times faster.
 *
 * @returns nothing when there is any doubt that the whole text gives the same
 */
export function factsOfSkeleton(path: string, text: string, settings: ParseSettings): FileFacts | undefined {
  if (!mayBeCut(path, text)) return undefined
  const skeleton = skeletonOf(text)
  if (skeleton === undefined || skeleton.bodies.length === 0) return undefined
  const source = parseSource(path, skeleton.text)
  // Markers are cut out of bodies, too.
  const isMarked = mayHaveMarkers(text) && importsMarker(source, settings.markerPackages)
  if (hasSyntaxErrors(source) || isMarked) return undefined
  // Offsets are those of the text itself, so what is quoted or read around a node comes from there.
  source.text = text
  const { facts, hasAliases } = readAll(source, settings, skeleton.bodies)
  return hasAliases || bodiesMatter(text, skeleton.bodies, facts.scope) ? undefined : facts
}

/**
 * Reads a file without the compiler.
 *
 * @returns nothing when there is any doubt that the compiler gives the same
 */
export function factsOfPlain(path: string, text: string, settings: ParseSettings): FileFacts | undefined {
  const read = (keepsBodies: boolean) =>
    readPlain(path, text, keepsBodies, ({ source, bodies }) => {
      const { facts, hasAliases } = readAll(source, settings, bodies, true)
      return bodies.length > 0 && (hasAliases || bodiesMatter(text, bodies, facts.scope)) ? MATTERS : facts
    })
  const found = read(false)
  const facts = found === MATTERS ? read(true) : found
  return facts === MATTERS ? undefined : facts
}

/** Instead of facts: what was left out has a say in them. */
const MATTERS = 'matters'

function readFacts(source: TypeScript.SourceFile, settings: ParseSettings): FileFacts {
  return readAll(source, settings).facts
}

/**
 * @param bodies what was left out of the tree
 * @param isPlain whether the tree is that of a plain file
 */
function readAll(
  source: TypeScript.SourceFile,
  settings: ParseSettings,
  bodies: readonly Body[] = [],
  isPlain = false,
): { readonly facts: FileFacts; readonly hasAliases: boolean } {
  const syntaxError = findSyntaxError(source)
  const markers = findMarkers(source, settings.markerPackages, isPlain)
  const scope = createScope()
  const ambient = source.isDeclarationFile
  collectStatements({ source, markers, ambient }, source.statements, scope)
  if (isJavaScript(source)) collectDocDeclarations(source, scope)
  const first = source.statements[0] ?? source.endOfFileToken
  const isAsked = mayChange(scope) || source.statements.some(acts) || mentionsField(source.text, bodies)
  const found = isAsked ? findChanges(source, isPure(settings)) : NO_CHANGES
  const facts: FileFacts = {
    scope,
    ...(syntaxError === undefined ? {} : { syntaxError }),
    marked: hasMarkerTag(docComments(source, first)),
    markerCuts: markers.cuts,
    lineStarts: [...source.getLineStarts()],
    changes: found.changes,
  }
  return { facts, hasAliases: found.hasAliases }
}

const NO_CHANGES: FoundChanges = { changes: new Map(), hasAliases: false }

/** Words without which a text has no fields of the catalog, and changes none. */
const FIELD = new RegExp(`\\b(?:${FIELD_NAMES.join('|')})\\b`)

/** Whether a text says one of these words outside of its bodies. */
function mentionsField(text: string, bodies: readonly Body[]): boolean {
  let from = 0
  for (const { start, end } of bodies) {
    if (FIELD.test(text.slice(from, start))) return true
    from = end
  }
  return FIELD.test(from === 0 ? text : text.slice(from))
}

/** Whether it matters what the code of a file does: it has constants that can be changed, members with values, or inherits some. */
function mayChange(scope: Scope): boolean {
  for (const value of scope.values.values()) {
    if (value.kind === 'namespace' && mayChange(value.scope)) return true
    // What it inherits may be made of members that have any name.
    if (value.kind === 'class' && (value.class.base !== undefined || hasValues(value.class))) return true
    if (value.kind !== 'variable') continue
    const { init, value: expression, ambient } = value.variable
    if (init.kind === 'class') return true
    if (expression === undefined ? !ambient : CHANGEABLE.has(expression.kind)) return true
  }
  return false
}

function hasValues({ members }: ClassFacts): boolean {
  return members.some(({ kind }) => kind !== 'method')
}

/** Whether a statement does something of its own, and does not just declare. */
function acts(statement: TypeScript.Statement): boolean {
  const ts = loadCompiler()
  return !(
    ts.isClassDeclaration(statement) ||
    ts.isFunctionDeclaration(statement) ||
    ts.isImportDeclaration(statement) ||
    ts.isExportDeclaration(statement) ||
    ts.isVariableStatement(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isExportAssignment(statement) ||
    ts.isModuleDeclaration(statement) ||
    ts.isEnumDeclaration(statement)
  )
}

const CHANGEABLE: ReadonlySet<string> = new Set('array object call member name conditional binary'.split(' '))

/** What an import does to its arguments, where that is known to be nothing. */
function isPure({ markerPackages }: ParseSettings): (specifier: string) => boolean {
  return (specifier) => isSchemaPackage(specifier) || markerPackages.includes(specifier)
}

function createScope(parent?: Scope): Scope {
  return {
    ...(parent === undefined ? {} : { parent }),
    imports: new Map(),
    types: new Map(),
    values: new Map(),
    exports: new Map(),
    stars: [],
  }
}

function collectStatements(
  context: FileContext,
  statements: readonly TypeScript.Statement[],
  scope: Scope,
): void {
  for (const statement of statements) {
    if (!collectLinks(statement, scope)) collectDeclaration(context, statement, scope)
  }
}

function collectDeclaration(context: FileContext, statement: TypeScript.Statement, scope: Scope): void {
  const ts = loadCompiler()
  const { source } = context
  const ambient = context.ambient || hasModifier(statement, ts.SyntaxKind.DeclareKeyword)
  if (ts.isClassDeclaration(statement)) {
    const local = statement.name?.text ?? DEFAULT_VALUE
    const facts = classFacts(source, statement, { fallbackName: 'default', statement, ambient })
    const marked = facts.marked || context.markers.marks(statement)
    scope.values.set(local, { kind: 'class', class: { ...facts, marked } })
    addExport(context, statement, local, scope, false)
  } else if (ts.isInterfaceDeclaration(statement)) {
    const shape = interfaceShape(source, statement)
    const before = scope.types.get(statement.name.text) ?? emptyShape()
    scope.types.set(statement.name.text, mergeShapes(before, shape))
    addExport(context, statement, statement.name.text, scope, true)
  } else if (ts.isTypeAliasDeclaration(statement)) {
    scope.types.set(statement.name.text, typeShape(source, statement.type))
    addExport(context, statement, statement.name.text, scope, true)
  } else if (ts.isVariableStatement(statement)) {
    for (const variable of variableFacts({ ...context, ambient }, statement)) {
      scope.values.set(variable.name, { kind: 'variable', variable })
      addExport(context, statement, variable.name, scope, false)
    }
  } else if (ts.isModuleDeclaration(statement)) collectNamespace({ ...context, ambient }, statement, scope)
  else if (ts.isExportAssignment(statement)) collectExportAssignment(context, statement, scope)
  else if (ts.isEnumDeclaration(statement)) {
    const before = scope.values.get(statement.name.text)
    const facts = enumFacts(source, statement, ambient, before?.kind === 'enum' ? before.enum : undefined)
    if (before === undefined || before.kind === 'enum')
      scope.values.set(statement.name.text, { kind: 'enum', enum: facts })
    addExport(context, statement, statement.name.text, scope, false)
  } else if (ts.isFunctionDeclaration(statement)) {
    const local = statement.name?.text ?? DEFAULT_VALUE
    if (!scope.values.has(local)) scope.values.set(local, { kind: 'other' })
    addExport(context, statement, local, scope, false)
  }
}

function collectNamespace(context: FileContext, node: TypeScript.ModuleDeclaration, scope: Scope): void {
  const ts = loadCompiler()
  if (!ts.isIdentifier(node.name) || node.body === undefined) return
  const existing = scope.values.get(node.name.text)
  const inner = existing?.kind === 'namespace' ? existing.scope : createScope(scope)
  if (ts.isModuleBlock(node.body)) collectStatements(context, node.body.statements, inner)
  else if (ts.isModuleDeclaration(node.body)) collectNamespace(context, node.body, inner)
  if (existing === undefined) scope.values.set(node.name.text, { kind: 'namespace', scope: inner })
  addExport(context, node, node.name.text, scope, false)
}

/** `export default value` and `export = value`. */
function collectExportAssignment(
  context: FileContext,
  statement: TypeScript.ExportAssignment,
  scope: Scope,
): void {
  const exported = statement.isExportEquals ? 'export=' : 'default'
  const path = expressionPath(statement.expression)
  if (path?.length === 1) {
    scope.exports.set(exported, { local: path[0]!, typeOnly: false })
    return
  }
  const value = path === undefined ? expressionVariable(context, statement) : undefined
  scope.values.set(
    DEFAULT_VALUE,
    value === undefined ? { kind: 'alias', path: path! } : { kind: 'variable', variable: value },
  )
  scope.exports.set(exported, { local: DEFAULT_VALUE, typeOnly: false })
}

/** In declaration files every name of a namespace counts as exported, as TypeScript has it. */
function addExport(
  context: FileContext,
  statement: TypeScript.Statement,
  local: string,
  scope: Scope,
  typeOnly: boolean,
): void {
  const ts = loadCompiler()
  const exported = hasModifier(statement, ts.SyntaxKind.ExportKeyword)
  if (!exported && !(context.ambient && scope.parent !== undefined)) return
  const name = hasModifier(statement, ts.SyntaxKind.DefaultKeyword) ? 'default' : local
  const before = scope.exports.get(name)
  if (before === undefined || before.typeOnly) scope.exports.set(name, { local, typeOnly })
}

function mergeShapes(a: ReturnType<typeof emptyShape>, b: ReturnType<typeof emptyShape>): typeof a {
  return {
    refs: [...a.refs, ...b.refs],
    constructs: [...a.constructs, ...b.constructs],
    queries: [...a.queries, ...b.queries],
  }
}
