import { closingBrace, parseTypeRef } from './doc-comments.ts'
import type { Scope } from './facts.ts'
import { rangeOf, type TypeScript } from './syntax.ts'

/** Reads the types that doc comments declare, which is how JavaScript names the types of other files. */
export function collectDocDeclarations(source: TypeScript.SourceFile, scope: Scope): void {
  for (const { 0: comment, index } of source.text.matchAll(/\/\*\*[\s\S]*?\*\//g)) {
    collectTypedefs(source, comment, index, scope)
    for (const [, clause, , specifier] of comment.matchAll(/@import\s+([^'"@]+?)\s*from\s*(['"])(.+?)\2/g)) {
      collectImportTag(clause!, specifier!, scope)
    }
  }
}

/** `@typedef {import('x').Tool} Tool` and `@typedef {Module<string>} Tool`. */
function collectTypedefs(source: TypeScript.SourceFile, comment: string, offset: number, scope: Scope): void {
  for (const match of comment.matchAll(/@typedef\s*\{/g)) {
    const start = match.index + match[0].length
    const end = closingBrace(comment, start)
    if (end === undefined) continue
    const name = /^\}\s*([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(comment.slice(end))?.[1]
    const ref = parseTypeRef(comment.slice(start, end))
    if (name === undefined || ref === undefined || scope.types.has(name)) continue
    const range = rangeOf(source, offset + start, offset + end)
    scope.types.set(name, { refs: [{ ...ref, range }], constructs: [], queries: [] })
  }
}

/** `@import { Module as M } from 'x'`, `@import * as x from 'x'`, `@import X from 'x'`. */
function collectImportTag(clause: string, specifier: string, scope: Scope): void {
  const text = clause.replace(/^[ \t]*\*(?!\s*as\b)/gm, ' ').trim()
  const add = (local: string, imported: string): void => {
    if (!scope.imports.has(local)) scope.imports.set(local, { specifier, imported })
  }
  const whole = /\*\s*as\s+([\p{L}\p{N}_$]+)/u.exec(text)
  if (whole !== null) add(whole[1]!, '*')
  const main = /^([\p{L}_$][\p{L}\p{N}_$]*)/u.exec(text)
  if (main !== null) add(main[1]!, 'default')
  for (const item of /\{([^}]*)\}/.exec(text)?.[1]?.split(',') ?? []) {
    const [imported, local = imported] = item.trim().split(/\s+as\s+/)
    if (imported !== undefined && imported !== '') add(local!, imported)
  }
}
