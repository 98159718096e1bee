/** The fields of a module that the catalog shows, sorted. */
export const FIELD_NAMES = [
  'annotations',
  'description',
  'documentation',
  'examples',
  'inputSchema',
  'metadata',
  'outputSchema',
  'tags',
  'version',
] as const

export type FieldName = (typeof FIELD_NAMES)[number]

/** The fields that a complete catalog has of every module. */
export const CORE_FIELDS = ['description', 'inputSchema', 'outputSchema'] as const

/** Why a field has no value that can be known without running the module. */
export interface UnresolvedField {
  readonly reason: string
  /** The file with the expression that is to blame, relative to the project. */
  readonly file: string
  /** Its place, both 1-based. */
  readonly line: number
  readonly column: number
}

/** What is written of a module, as far as it can be read without running it. */
export interface CatalogFields {
  readonly description?: string
  /** Says that the description is the text of the doc comment, because none is written. */
  readonly descriptionFrom?: 'comment'
  readonly documentation?: string
  /** JSON Schema, draft 2020-12, of what goes in. */
  readonly inputSchema?: object
  /** JSON Schema of what comes out. */
  readonly outputSchema?: object
  /** Says that the schema comes from the types of `execute`, because none is written. */
  readonly inputSchemaFrom?: 'types'
  /** The same for what comes out. */
  readonly outputSchemaFrom?: 'types'
  readonly annotations?: object
  readonly examples?: readonly object[]
  readonly tags?: readonly string[]
  readonly version?: string
  readonly metadata?: object
  /** The fields that are written, and cannot be read. */
  readonly unresolved?: { readonly [F in FieldName]?: UnresolvedField }
}

/** Takes the fields out of something that has others as well. */
export function catalogFieldsOf(source: CatalogFields): CatalogFields {
  const names = [
    ...FIELD_NAMES,
    'descriptionFrom',
    'inputSchemaFrom',
    'outputSchemaFrom',
    'unresolved',
  ] as const
  return Object.fromEntries(
    names.flatMap((name) => (source[name] === undefined ? [] : [[name, source[name]]])),
  )
}
