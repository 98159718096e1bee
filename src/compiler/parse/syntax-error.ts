import type { Range } from '../../diagnostics/diagnostic.ts'
import { loadCompiler, rangeOf, type TypeScript } from './syntax.ts'

/** Literals and comments without an end: everything behind them is misread, wherever they begin. */
const UNTERMINATED = new Set([1002, 1010, 1126, 1160, 1161])

/**
 * Finds the syntax error to report.
 *
 * Errors inside function bodies are left to the bundler, which reads bodies anyway; the scanner does not need
 * them. Where one of the errors lies outside of all bodies, or a literal has no end, the structure itself is in
 * doubt, and the first error of all is the one to show: the others mostly follow from it.
 */
export function findSyntaxError(source: TypeScript.SourceFile): { reason: string; range: Range } | undefined {
  const ts = loadCompiler()
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: TypeScript.DiagnosticWithLocation[] }
  const first = parseDiagnostics[0]
  if (first === undefined) return undefined
  const bodies = bodyRanges(source)
  const harmless = parseDiagnostics.every(
    ({ start, length, code }) =>
      !UNTERMINATED.has(code) && bodies.some((body) => start > body.start && start + length < body.end),
  )
  if (harmless) return undefined
  const end = Math.min(source.text.length, first.start + first.length)
  return {
    reason: ts.flattenDiagnosticMessageText(first.messageText, ' '),
    range: rangeOf(source, first.start, Math.max(first.start, end)),
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
