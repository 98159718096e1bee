import type { Range } from '../../diagnostics/diagnostic.ts'
import type { SchemaLibrary } from './schema-library.ts'

/**
 * What a constant expression comes to. Objects have no prototype, so that `__proto__` is a key like any other; nothing
 * in here is a function. A regular expression is for schema libraries, and no plain data.
 */
export type Value =
  | undefined
  | null
  | boolean
  | number
  | bigint
  | string
  | RegExp
  | readonly Value[]
  | ValueObject
  | LibraryValue
  | Thunk

/** An object literal, with its own keys alone; made by `Object.create(null)`. A getter is a {@link Thunk}. */
export interface ValueObject {
  readonly [key: string]: Value
}

/** A value that a schema library made. Only that library looks inside. */
export class LibraryValue {
  readonly library: SchemaLibrary
  /** What the library's function returned. */
  readonly raw: unknown

  constructor(library: SchemaLibrary, raw: unknown) {
    this.library = library
    this.raw = raw
  }
}

/**
 * How a thunk is written: `() => expression`, or `get name() { return expression }` in an object literal. Every other
 * function is a `function`: calling it always ends the fold, and a library gets none, but it may be what an error
 * message is made by, which no schema shows.
 */
export type ThunkKind = 'arrow' | 'getter' | 'function'

/**
 * One expression of the user that a schema library may ask for later, as it does for recursive schemas. The library is
 * given a function of ours that calls this; no function of the user exists.
 */
export class Thunk {
  readonly kind: ThunkKind
  readonly #evaluate: (args: readonly Value[]) => Value

  constructor(kind: ThunkKind, evaluate: (args: readonly Value[]) => Value) {
    this.kind = kind
    this.#evaluate = evaluate
  }

  /**
   * Folds the expression.
   *
   * @param args values of the parameters of an arrow
   * @throws Unfoldable when it has no constant value; whoever calls lets it pass through to the folder
   */
  call(args: readonly Value[]): Value {
    return this.#evaluate(args)
  }
}

/** Why an expression has no constant value, and where. */
export interface Unknowable {
  /** A sentence part in the user's words, such as `a function call is not evaluated`. */
  readonly reason: string
  /** Absolute path of the file that holds the expression. */
  readonly path: string
  readonly range: Range
}

/** Ends a fold: the expression has no constant value. */
export class Unfoldable extends Error {
  readonly why: Unknowable

  constructor(why: Unknowable) {
    super(why.reason)
    this.name = 'Unfoldable'
    this.why = why
  }
}
