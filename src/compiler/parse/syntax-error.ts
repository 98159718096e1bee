import type { Range } from '../../diagnostics/diagnostic.ts'
import { loadCompiler, rangeOf, type TypeScript } from './syntax.ts'

/** Literals and comments without an end: everything behind them is misread, wherever they begin. */
const UNTERMINATED = new Set([1002, 1010, 1126, 1160, 1161])

/** One thing that the parser says, and where. */
interface SyntaxNote {
  readonly reason: string
  readonly range: Range
}

/** A syntax error, and the places that explain it, such as the bracket that was never closed. */
export interface SyntaxProblem extends SyntaxNote {
  readonly related: readonly SyntaxNote[]
}

/**
 * Finds the syntax error to report.
 *
 * Errors inside function bodies are left to the bundler, which reads bodies anyway; the scanner does not need
 * them. Where one of the errors lies outside of all bodies, or a literal has no end, the structure itself is in
 * doubt, and the first error of all is the one to show: the others mostly follow from it.
 */
export function findSyntaxError(source: TypeScript.SourceFile): SyntaxProblem | undefined {
  const parseDiagnostics = syntaxErrors(source)
  const first = parseDiagnostics[0]
  if (first === undefined) return findNamelessClass(source)
  const bodies = bodyRanges(source)
  const harmless = parseDiagnostics.every(
    ({ start, length, code }) =>
      !UNTERMINATED.has(code) && bodies.some((body) => start > body.start && start + length < body.end),
  )
  if (harmless) return findNamelessClass(source)
  return {
    ...describe(source, first.messageText, first.start, first.length),
    related: (first.relatedInformation ?? []).map(({ messageText, start = 0, length = 1 }) =>
      describe(source, messageText, start, length),
    ),
  }
}

/** Whether the parser found anything wrong, wherever it is. */
export function hasSyntaxErrors(source: TypeScript.SourceFile): boolean {
  return syntaxErrors(source).length > 0
}

function syntaxErrors(source: TypeScript.SourceFile): readonly TypeScript.DiagnosticWithLocation[] {
  return (source as unknown as { parseDiagnostics: TypeScript.DiagnosticWithLocation[] }).parseDiagnostics
}

/** A class declaration without a name, which the parser lets through to the checker. */
function findNamelessClass(source: TypeScript.SourceFile): SyntaxProblem | undefined {
  const ts = loadCompiler()
  for (const statement of source.statements) {
    if (!ts.isClassDeclaration(statement) || statement.name !== undefined) continue
    if (statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)) continue
    const keyword = statement.getChildren(source).find(({ kind }) => kind === ts.SyntaxKind.ClassKeyword)
    const start = keyword?.getStart(source) ?? statement.getStart(source)
    const reason = 'A class that is not the default export must have a name.'
    return { reason, range: rangeOf(source, start, start + 'class'.length), related: [] }
  }
  return undefined
}

function describe(
  source: TypeScript.SourceFile,
  message: string | TypeScript.DiagnosticMessageChain,
  start: number,
  length: number,
): SyntaxNote {
  const end = Math.min(source.text.length, start + length)
  return {
    reason: loadCompiler().flattenDiagnosticMessageText(message, ' '),
    range: rangeOf(source, start, Math.max(start, end)),
  }
}

function bodyRanges(source: TypeScript.SourceFile): { start: number; end: number }[] {
  const ts = loadCompiler()
  const ranges: { start: number; end: number }[] = []
  const visit = (node: TypeScript.Node): void => {
    const body = ts.isFunctionLike(node) ? (node as { body?: TypeScript.Node }).body : undefined
    const block =
      body !== undefined && ts.isBlock(body)
        ? body
        : ts.isClassStaticBlockDeclaration(node)
          ? node.body
          : undefined
    if (block !== undefined && source.text[block.end - 1] === '}') {
      ranges.push({ start: block.getStart(source), end: block.end })
    } else ts.forEachChild(node, visit)
  }
  visit(source)
  return ranges
}
