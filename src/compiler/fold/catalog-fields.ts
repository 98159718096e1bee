import { relative } from 'pathe'
import {
  type CatalogFields,
  CORE_FIELDS,
  FIELD_NAMES,
  type FieldName,
  type UnresolvedField,
} from '../../catalog/fields.ts'
import type { Report } from '../../diagnostics/collector.ts'
import type { Place, Range } from '../../diagnostics/diagnostic.ts'
import { reportAnnotations } from './annotations.ts'
import type { FoldedFields } from './module-fields.ts'
import type { Unknowable } from './value.ts'

/** What decides how fields are shown, and what is said about them. */
export interface FieldSettings {
  /** The project, absolute. */
  readonly root: string
  /** Whether every core field has to be known. */
  readonly required: boolean
  /** Whether types may stand in for a schema that is not written: then others say what is missing. */
  readonly schemaFromTypes: boolean
}

/** A module whose fields were folded. */
export interface FoldedModule {
  readonly name: string
  /** Place of the name. */
  readonly at: Place
  /** The text of its doc comment. */
  readonly doc: string | undefined
  readonly fields: FoldedFields
}

/** Puts the fields of a module into the form of the catalog, and reports what is wrong with them. */
export function catalogFields(module: FoldedModule, settings: FieldSettings, report: Report): CatalogFields {
  const { fields, doc } = module
  const values: { [F in FieldName]?: unknown } = {}
  const unresolved: { [F in FieldName]?: UnresolvedField } = {}
  for (const name of FIELD_NAMES) {
    const field = fields[name]
    if (field?.kind === 'value') values[name] = field.value
    else if (field !== undefined) {
      const { file, line, column } = placeOf(field.why, settings)
      unresolved[name] = { reason: field.why.reason, file, line, column }
    }
  }
  const { annotations } = fields
  if (annotations?.kind === 'value') {
    reportAnnotations(annotations.value, placeOf(annotations.at, settings), report)
  }
  const commented = doc !== undefined && fields.description === undefined
  if (settings.required) reportMissing(module, commented, settings, report)
  return {
    ...(values as CatalogFields),
    ...(commented ? { description: doc, descriptionFrom: 'comment' } : {}),
    ...(Object.keys(unresolved).length === 0 ? {} : { unresolved }),
  }
}

function reportMissing(
  { name: className, at, fields }: FoldedModule,
  commented: boolean,
  settings: FieldSettings,
  report: Report,
): void {
  for (const field of CORE_FIELDS) {
    const folded = fields[field]
    if (folded?.kind === 'value' || (field === 'description' && commented)) continue
    if (folded === undefined && field !== 'description' && settings.schemaFromTypes) continue
    if (folded === undefined) report('METADATA_UNRESOLVED', { className, field }, { at })
    else {
      const { reason } = folded.why
      report('METADATA_UNRESOLVED', { className, field, reason }, { at: placeOf(folded.why, settings) })
    }
  }
}

function placeOf({ path, range }: Unknowable, { root }: FieldSettings): Place & Range {
  return { file: relative(root, path), ...range }
}
