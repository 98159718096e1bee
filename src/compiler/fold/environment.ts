import type { Range } from '../../diagnostics/diagnostic.ts'
import type { LocatedClass } from '../parse/base-search.ts'
import type { ExportFollower, FactsOf } from '../parse/exports.ts'
import type { Scope } from '../parse/facts.ts'
import type { ModuleResolver } from '../parse/module-resolution.ts'
import type { Operand } from './operand.ts'
import type { SchemaLibraries } from './schema-library.ts'
import { Unfoldable, type Unknowable } from './value.ts'

/** What a folder needs to know of the project. */
export interface FoldSources {
  readonly factsOf: FactsOf
  readonly follower: ExportFollower
  readonly resolver: Pick<ModuleResolver, 'resolve'>
  readonly libraries: SchemaLibraries
  /** The class that a class extends, if it can be found. */
  readonly baseOf: (located: LocatedClass) => LocatedClass | undefined
}

/** Where an expression stands. */
export interface Environment {
  /** Absolute path of its file. */
  readonly path: string
  readonly scope: Scope
  /** What `this` is, in a member of a class. */
  readonly self?: Self
  /** Values of the parameters of the arrow functions around it. */
  readonly parameters?: ReadonlyMap<string, Operand>
}

/** What `this` means. */
export interface Self {
  /** The class that the expression is written in. */
  readonly located: LocatedClass
  /** The class of the instance: the same, or one that extends it. */
  readonly actual: LocatedClass
  readonly static: boolean
  /** Index of the member whose initialiser it is; absent in getters, which run when everything is there. */
  readonly index?: number
}

/** A piece of text by its offsets. */
export interface Span {
  readonly at: number
  readonly end: number
}

/** Ends the fold at a place. */
export function unfoldable(
  reason: string,
  span: Span,
  env: Pick<Environment, 'path'>,
  factsOf: FactsOf,
): Unfoldable {
  return new Unfoldable(unknowable(reason, span, env, factsOf))
}

/** Says of a place why nobody can tell what is there. */
export function unknowable(
  reason: string,
  span: Span,
  { path }: Pick<Environment, 'path'>,
  factsOf: FactsOf,
): Unknowable {
  return { reason, path, range: rangeAt(span, factsOf(path)?.lineStarts ?? [0]) }
}

/** The 1-based range between two offsets. */
function rangeAt({ at, end }: Span, lineStarts: readonly number[]): Range {
  const [line, column] = placeAt(at, lineStarts)
  const [endLine, endColumn] = placeAt(end, lineStarts)
  return { line, column, endLine, endColumn }
}

function placeAt(offset: number, lineStarts: readonly number[]): [number, number] {
  let low = 0
  let high = lineStarts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (lineStarts[middle]! <= offset) low = middle
    else high = middle
  }
  return [low + 1, offset - (lineStarts[low] ?? 0) + 1]
}
