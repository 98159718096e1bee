import type { LibraryValue, Value } from './value.ts'

/** The packages that may be called while constants are folded: schema builders, which do nothing but build. */
const SCHEMA_PACKAGES: ReadonlySet<string> = new Set([
  '@sinclair/typebox',
  'typebox',
  'zod',
  'zod/v4',
  'zod/mini',
  'zod/v4/mini',
  'zod/v4-mini',
  'zod/v3',
  'valibot',
])

/** Whether an import names one of them. */
export function isSchemaPackage(specifier: string): boolean {
  return SCHEMA_PACKAGES.has(specifier)
}

/** Finds the schema libraries that a project has installed. */
export interface SchemaLibraries {
  /**
   * Loads a library, as it is installed for a file. Called again and again for the same file; the same installation
   * gives the same object.
   *
   * @param specifier as written in the import, one that {@link isSchemaPackage} accepts
   * @param from absolute path of the importing file; a file of the project that re-exports the library counts as one
   */
  open(specifier: string, from: string): SchemaLibrary | Refusal
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
