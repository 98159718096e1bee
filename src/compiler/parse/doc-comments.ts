import type { TypeRef, TypeShape } from './facts.ts'
import { loadCompiler, rangeOf, type TypeScript } from './syntax.ts'
import { emptyShape } from './type-shape.ts'

const MARKER_TAG = /^[\s*]*@multiClass\b/m

/** A doc comment (`/** … *​/`) in front of a node. */
export interface DocComment {
  readonly start: number
  readonly text: string
}

/** The doc comments in front of a node, from top to bottom; those behind its decorators are among them. */
export function docComments(source: TypeScript.SourceFile, node: TypeScript.Node): DocComment[] {
  const ts = loadCompiler()
  const { modifiers = [] } = node as { modifiers?: readonly TypeScript.ModifierLike[] }
  const decorators = modifiers.filter((modifier) => ts.isDecorator(modifier))
  const starts = [node.getFullStart(), ...decorators.map((decorator) => decorator.end)]
  return starts
    .flatMap((start) => ts.getLeadingCommentRanges(source.text, start) ?? [])
    .map(({ pos, end }) => ({ start: pos, text: source.text.slice(pos, end) }))
    .filter(({ text }) => text.startsWith('/**'))
}

/** Whether one of the comments carries the tag `@multiClass`. */
export function hasMarkerTag(comments: readonly DocComment[]): boolean {
  return comments.some(({ text }) => MARKER_TAG.test(text.slice(3)))
}

/**
 * Reads the types of a tag such as `@implements {Module}` out of doc comments, as JavaScript sources write them.
 * A name may stand without braces, as TypeScript has it.
 *
 * @param tags names of tags, without `@`
 */
export function tagTypes(
  source: TypeScript.SourceFile,
  comments: readonly DocComment[],
  tags: readonly string[],
): TypeShape {
  const shape = emptyShape()
  for (const comment of comments) {
    for (const match of comment.text.matchAll(/@([A-Za-z]+)(?:\s*(\{)|[ \t]+(?=[\p{L}_$]))/gu)) {
      if (!tags.includes(match[1]!)) continue
      const start = match.index + match[0].length
      const end = match[2] === undefined ? endOfName(comment.text, start) : closingBrace(comment.text, start)
      if (end === undefined) continue
      const ref = parseTypeRef(comment.text.slice(start, end))
      if (ref === undefined) continue
      const range = rangeOf(source, comment.start + start, comment.start + end)
      shape.refs.push({ ...ref, range })
    }
  }
  return shape
}

/** `Module`, `ns.Module`, `import('x').Module`, each with or without type arguments; `!` in front is an old habit. */
export function parseTypeRef(text: string): Omit<TypeRef, 'range'> | undefined {
  const trimmed = text.trim().replace(/^!/, '')
  const imported = /^import\(\s*(['"])(.+?)\1\s*\)((?:\.[\w$]+)+)\s*(?:<|$)/.exec(trimmed)
  if (imported !== null) {
    return { from: imported[2]!, path: imported[3]!.slice(1).split('.'), text: trimmed }
  }
  const named = /^([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}\p{N}_$]+)*)\s*(?:\.?<|$)/u.exec(trimmed)
  return named === null ? undefined : { path: named[1]!.split('.'), text: trimmed }
}

function endOfName(text: string, start: number): number {
  return start + (/^[\p{L}\p{N}_$.]+/u.exec(text.slice(start))?.[0].length ?? 0)
}

/** Where the brace closes that was opened in front of an offset. */
export function closingBrace(text: string, start: number): number | undefined {
  let depth = 1
  for (let i = start; i < text.length; i++) {
    if (text[i] === '{') depth++
    else if (text[i] === '}' && --depth === 0) return i
  }
  return undefined
}
