import { loadCompiler, parseSource, type TypeScript } from '../../compiler/parse/syntax.ts'
import { addItem, type Insertion, insert, lineEndOf, type Spanned } from './edit-text.ts'
import { constantsOf, findConfigObject } from './find-config-object.ts'

/** What came of adding the plugin to a configuration. */
export type EditedConfig =
  | { readonly kind: 'edited'; readonly text: string }
  /** The plugin is there already. */
  | { readonly kind: 'present' }
  /** It is written in a way that is not understood. */
  | { readonly kind: 'unknown' }

/** The two lines to add by hand. */
export interface ByHand {
  readonly importLine: string
  readonly call: string
}

const PACKAGE = 'unplugin-module-registry'
const UNKNOWN: EditedConfig = { kind: 'unknown' }

/** What has to be written in a configuration that nobody edits. */
export function linesByHand(bundler: string): ByHand {
  return {
    importLine: `import moduleRegistry from '${PACKAGE}/${bundler}'`,
    call: 'plugins: [moduleRegistry()]',
  }
}

/**
 * Adds the plugin to the configuration of a bundler: an import, and a call in `plugins`. Nothing is run.
 *
 * @param path names the language by its ending
 * @param bundler the entry of the package, such as `vite`
 */
export function editConfig(path: string, text: string, bundler: string): EditedConfig {
  const source = parseSource(path, text)
  if (isBroken(source)) return UNKNOWN
  if (mentionsPackage(source)) return { kind: 'present' }
  const found = findConfigObject(source)
  if (found === undefined) return UNKNOWN
  const name = /\bmoduleRegistry\b/.test(text) ? 'moduleRegistryPlugin' : 'moduleRegistry'
  const call = addCall(source, found.object, `${name}()`)
  if (call === undefined) return UNKNOWN
  const edited = insert(text, [addImport(source, name, bundler, found.commonJs), ...call])
  return isBroken(parseSource(path, edited)) ? UNKNOWN : { kind: 'edited', text: edited }
}

/** Whether the compiler found a syntax error; it keeps a list of them on every source. */
function isBroken(source: TypeScript.SourceFile): boolean {
  const { parseDiagnostics = [] } = source as unknown as { parseDiagnostics?: readonly unknown[] }
  return parseDiagnostics.length > 0
}

function mentionsPackage(source: TypeScript.SourceFile): boolean {
  const ts = loadCompiler()
  let found = false
  const visit = (node: TypeScript.Node): void => {
    if (ts.isStringLiteralLike(node) && (node.text === PACKAGE || node.text.startsWith(`${PACKAGE}/`))) {
      found = true
    }
    if (!found) ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

/** Adds the call to the list of plugins, or the list to the object. */
function addCall(
  source: TypeScript.SourceFile,
  object: TypeScript.ObjectLiteralExpression,
  call: string,
): Insertion[] | undefined {
  const ts = loadCompiler()
  const { text } = source
  const span = (node: TypeScript.Node): Spanned => ({ start: node.getStart(source), end: node.end })
  const property = object.properties.find((one) => nameOf(one) === 'plugins')
  if (property === undefined) {
    // What is spread may have plugins of its own, which a new list would replace.
    if (object.properties.some((one) => ts.isSpreadAssignment(one))) return undefined
    return addItem(text, span(object), object.properties.map(span), `plugins: [${call}]`, 0)
  }
  const value = ts.isPropertyAssignment(property)
    ? property.initializer
    : ts.isShorthandPropertyAssignment(property)
      ? property.name
      : undefined
  const list = value === undefined ? undefined : listOf(value, source)
  return list === undefined ? undefined : addItem(text, span(list), list.elements.map(span), call)
}

/** The list that a value is: written there, or as a constant of the file; `.filter(Boolean)` may follow. */
function listOf(
  value: TypeScript.Expression,
  source: TypeScript.SourceFile,
): TypeScript.ArrayLiteralExpression | undefined {
  const ts = loadCompiler()
  if (ts.isArrayLiteralExpression(value)) return value
  if (ts.isParenthesizedExpression(value) || ts.isAsExpression(value) || ts.isSatisfiesExpression(value)) {
    return listOf(value.expression, source)
  }
  if (ts.isCallExpression(value) && ts.isPropertyAccessExpression(value.expression)) {
    return value.expression.name.text === 'filter' ? listOf(value.expression.expression, source) : undefined
  }
  if (!ts.isIdentifier(value)) return undefined
  const constant = constantsOf(source).get(value.text)
  return constant !== undefined && ts.isArrayLiteralExpression(constant) ? constant : undefined
}

function nameOf(property: TypeScript.ObjectLiteralElementLike): string | undefined {
  const ts = loadCompiler()
  const { name } = property
  return name !== undefined && (ts.isIdentifier(name) || ts.isStringLiteralLike(name)) ? name.text : undefined
}

/** Adds the import behind the last one, in their style. */
function addImport(
  source: TypeScript.SourceFile,
  name: string,
  bundler: string,
  commonJs: boolean,
): Insertion {
  const ts = loadCompiler()
  const { text } = source
  const links = source.statements.filter((one) => (commonJs ? isRequire(one) : ts.isImportDeclaration(one)))
  const last = links.at(-1)
  const sample = last?.getText(source) ?? text
  const quote = sample.includes("'") || !sample.includes('"') ? "'" : '"'
  const isTerminated = last === undefined ? /;\s*$/m.test(text) : sample.endsWith(';')
  const specifier = `${quote}${PACKAGE}/${bundler}${quote}`
  const statement = commonJs ? `const ${name} = require(${specifier})` : `import ${name} from ${specifier}`
  const line = `${statement}${isTerminated ? ';' : ''}`
  const end = lineEndOf(text)
  if (last !== undefined) return { at: last.end, text: `${end}${line}` }
  return { at: startOfCode(source), text: `${line}${end}${end}` }
}

/** Where the first statement begins that is no directive, with the doc comment that belongs to it. */
function startOfCode(source: TypeScript.SourceFile): number {
  const ts = loadCompiler()
  const { text } = source
  const first = source.statements.find(
    (one) => !(ts.isExpressionStatement(one) && ts.isStringLiteral(one.expression)),
  )
  if (first === undefined) return text.length
  const comment = ts.getLeadingCommentRanges(text, first.getFullStart())?.at(-1)
  const isDoc = comment !== undefined && text.startsWith('/**', comment.pos)
  return isDoc ? comment.pos : first.getStart(source)
}

function isRequire(statement: TypeScript.Statement): boolean {
  const ts = loadCompiler()
  if (!ts.isVariableStatement(statement)) return false
  return statement.declarationList.declarations.some(
    ({ initializer }) =>
      initializer !== undefined &&
      ts.isCallExpression(initializer) &&
      ts.isIdentifier(initializer.expression) &&
      initializer.expression.text === 'require',
  )
}
