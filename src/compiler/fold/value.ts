import type { Range } from '../../diagnostics/diagnostic.ts'

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
interface ValueObject {
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

/** One installed schema library. Nothing here throws, except that `Unfoldable` of a thunk passes through. */
export interface SchemaLibrary {
  /** Specifier of the package, for texts. */
  readonly name: string
  /** Whether its values are JSON Schemas as they are, so that they may stand inside of a schema literal (TypeBox). */
  readonly valuesAreSchemas: boolean
  /**
   * Calls a builder of the library, or refuses: what is no pure builder is never called.
   *
   * @param args folded; values of the library and thunks may be anywhere inside of their arrays and objects. A thunk
   * that the library is not meant to call (`transform`, `refine`, a computed default) is a refusal of that argument.
   */
  call(target: CallTarget, args: readonly Value[]): LibraryResult
  /**
   * Reads an export that is not called, such as `['z', 'regexes', 'email']` or `['EMAIL_REGEX']`.
   *
   * @param path from the exports of the package, as in {@link CallTarget}
   */
  constant(path: readonly string[]): LibraryResult
  /**
   * Reads a property of one of its values, such as `Query.shape`.
   *
   * @param key the property as text, also for an index
   */
  read(receiver: LibraryValue, key: string): LibraryResult
  /** Converts one of its values to JSON Schema, draft 2020-12, as plain data. */
  toJsonSchema(value: LibraryValue, side: SchemaSide): { readonly schema: object | boolean } | Refusal
}

/** What is called. */
export type CallTarget =
  /** A function by its path from the exports of the package: `['z', 'object']`, `['default', 'object']`, `['object']`. */
  | { readonly path: readonly string[] }
  /** A method of one of the library's values. */
  | { readonly receiver: LibraryValue; readonly method: string }

/** Which side of a module a schema describes: what goes in, before defaults and transforms, or what comes out. */
export type SchemaSide = 'input' | 'output'

/** What a library made: one of its values wrapped, or plain data. */
export type LibraryResult = { readonly value: Value } | Refusal

/** An honest no. */
export interface Refusal {
  /** Why, in the library's own words where it has some. */
  readonly reason: string
  /** Index of the argument that is to blame, if it is one. */
  readonly argument?: number
}

/** Why an expression has no constant value, and where. */
export interface Unknowable {
  /** A sentence part in the user's words, such as `a function call is not evaluated`. */
  readonly reason: string
  /** Absolute path of the file that holds the expression. */
  readonly path: string
  readonly range: Range
}

/**
 * Thrown to end a fold: the expression has no constant value. It is no `Error`, since nobody reads where in this code
 * it was thrown, and finding that out costs more than most folds.
 */
export class Unfoldable {
  readonly why: Unknowable

  constructor(why: Unknowable) {
    this.why = why
  }
}
