import type { CatalogFields } from '../../catalog/fields.ts'
import type { Report } from '../../diagnostics/collector.ts'
import type { Range } from '../../diagnostics/diagnostic.ts'
import type { ResolvedOptions } from '../options.ts'
import type { LocatedClass } from '../parse/base-search.ts'
import type { Expression } from '../parse/expression-facts.ts'
import type { FileFacts, VariableFacts } from '../parse/facts.ts'
import { catalogFields } from './catalog-fields.ts'
import type { Folder } from './folder.ts'
import { type FoldedFields, foldClass, foldObject } from './module-fields.ts'

/** A file whose modules are asked for their fields. */
interface FieldSource {
  /** Relative to the project. */
  readonly file: string
  /** Absolute. */
  readonly path: string
  readonly facts: FileFacts
}

/** Reads the catalog fields of the modules of a file. */
export interface FieldReader {
  ofClass(located: LocatedClass): CatalogFields
  /** @param value the object; absent where nobody can tell what it is */
  ofObject(variable: VariableFacts, value: Expression | undefined): CatalogFields
}

/** Makes a reader that folds what is asked for, and reports what is wrong with it. */
export function createFieldReader(
  { file, path, facts }: FieldSource,
  folder: Folder,
  { root, metadata, schemaFromTypes }: Pick<ResolvedOptions, 'root' | 'metadata' | 'schemaFromTypes'>,
  report: Report,
): FieldReader {
  const settings = { root, required: metadata === 'required', schemaFromTypes }
  const read = (
    { name, range, doc }: { readonly name: string; readonly range: Range; readonly doc?: string },
    fields: FoldedFields,
  ): CatalogFields => catalogFields({ name, at: { file, ...range }, doc, fields }, settings, report)
  return {
    ofClass: (located) => read(located.class, foldClass(located, folder)),
    ofObject: (variable, value) => read(variable, foldObject(variable, value, facts.scope, path, folder)),
  }
}
