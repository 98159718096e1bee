import type { Refusal, SchemaLibrary } from './value.ts'

export type { CallTarget, LibraryResult, Refusal, SchemaLibrary, SchemaSide } from './value.ts'

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
