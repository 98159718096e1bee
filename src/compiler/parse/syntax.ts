import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { extname } from 'pathe'
import type { ts as TypeScript } from 'ts-morph'
import type { Range } from '../../diagnostics/diagnostic.ts'
import { requireWithCode } from '../cache/code-cache.ts'

export type { TypeScript }

/** The compiler's namespace. */
export type Compiler = typeof TypeScript

let loaded: Compiler | undefined
let instead: Compiler | undefined
let codeFolder: string | undefined

/** Lets the compiler be loaded with compiled code that an earlier process has left in a folder. */
export function keepCompiledCode(folder: string): void {
  codeFolder ??= folder
}

/**
 * Loads the compiler that ts-morph carries, at the first call. `require` is used because importing it makes
 * Node search nine megabytes of CommonJS for export names first; the wrappers are not needed, so they stay out.
 */
export function loadCompiler(): Compiler {
  if (instead !== undefined) return instead
  if (loaded === undefined) {
    const fromHere = createRequire(import.meta.url)
    const fromTsMorph = createRequire(fromHere.resolve('ts-morph'))
    loaded = loadFast(fromTsMorph) ?? (fromTsMorph('@ts-morph/common') as { ts: Compiler }).ts
  }
  return loaded
}

/** The version of the package that brings the compiler, without loading it. */
export function compilerPackageVersion(): string {
  const entry = createRequire(import.meta.url).resolve('ts-morph')
  const manifest = readFileSync(join(dirname(entry), '../package.json'), 'utf8')
  return (JSON.parse(manifest) as { version: string }).version
}

/**
 * Goes through a tree that something else than the compiler has made.
 *
 * @param standIn what {@link loadCompiler} gives meanwhile: as much of the compiler as `read` asks for
 */
export function readWith<T>(standIn: Compiler, read: () => T): T {
  instead = standIn
  try {
    return read()
  } finally {
    instead = undefined
  }
}

/** Loads the compiler alone. It is a file of its own in the package that ts-morph takes it from, as long as that is so. */
function loadFast(fromTsMorph: NodeJS.Require): Compiler | undefined {
  // Other engines than V8 have no use for its code.
  if (process.versions.bun !== undefined || process.versions.deno !== undefined) return undefined
  try {
    const file = join(dirname(fromTsMorph.resolve('@ts-morph/common')), 'typescript.js')
    const compiler = (
      codeFolder === undefined ? fromTsMorph(file) : requireWithCode(file, codeFolder)
    ) as Partial<Compiler>
    return typeof compiler.createSourceFile === 'function' ? (compiler as Compiler) : undefined
  } catch {
    return undefined
  }
}

/** Parses one text. It is never executed. */
export function parseSource(path: string, text: string): TypeScript.SourceFile {
  const ts = loadCompiler()
  const kinds: Record<string, TypeScript.ScriptKind> = {
    '.js': ts.ScriptKind.JS,
    '.mjs': ts.ScriptKind.JS,
    '.cjs': ts.ScriptKind.JS,
    '.jsx': ts.ScriptKind.JSX,
    '.tsx': ts.ScriptKind.TSX,
  }
  const options = {
    languageVersion: ts.ScriptTarget.Latest,
    jsDocParsingMode: ts.JSDocParsingMode.ParseNone,
  }
  return ts.createSourceFile(path, text, options, false, kinds[extname(path)] ?? ts.ScriptKind.TS)
}

/** The 1-based range between two offsets. */
export function rangeOf(source: TypeScript.SourceFile, start: number, end: number): Range {
  const from = source.getLineAndCharacterOfPosition(start)
  const to = source.getLineAndCharacterOfPosition(end)
  return {
    line: from.line + 1,
    column: from.character + 1,
    endLine: to.line + 1,
    endColumn: to.character + 1,
  }
}

/** The 1-based range of a node, without the comments in front of it. */
export function nodeRange(source: TypeScript.SourceFile, node: TypeScript.Node): Range {
  return rangeOf(source, node.getStart(source), node.end)
}

/** The range of a token, counted from an offset on; comments are no tokens. */
export function tokenRange(source: TypeScript.SourceFile, offset: number, index = 0): Range {
  const ts = loadCompiler()
  const variant = /x$/.test(source.fileName) ? ts.LanguageVariant.JSX : ts.LanguageVariant.Standard
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, variant, source.text, undefined, offset)
  for (let i = 0; i <= index; i++) scanner.scan()
  return rangeOf(source, scanner.getTokenStart(), scanner.getTokenEnd())
}

/** Whether a source is JavaScript, where types are written in doc comments. */
export function isJavaScript(source: TypeScript.SourceFile): boolean {
  return /\.[cm]?jsx?$/.test(source.fileName)
}
