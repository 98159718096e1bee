/** Keywords whose value is a schema. */
const ONE = new Set([
  ...['items', 'additionalItems', 'unevaluatedItems', 'contains', 'additionalProperties'],
  ...['unevaluatedProperties', 'propertyNames', 'not', 'if', 'then', 'else', 'contentSchema'],
])
/** Keywords whose value is a list of schemas. */
const LIST = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'])
/** Keywords whose value is an object with a schema for each key. */
const MAP = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'dependencies',
])

/** Keywords that hold schemas for others to refer to. */
export const DEFINITIONS: readonly string[] = ['$defs', 'definitions']

/** Whether something stands where a schema may, and is one. */
export type SchemaNode = Readonly<Record<string, unknown>>

/** Tells the places of schemas from the places of data, where a key `$ref` is a key like any other. */
export type Places = 'one' | 'list' | 'map' | 'data'

/** What a keyword holds. */
export function placesOf(keyword: string, value: unknown): Places {
  if (LIST.has(keyword) && Array.isArray(value)) return 'list'
  if (ONE.has(keyword)) return 'one'
  return MAP.has(keyword) && isObject(value) ? 'map' : 'data'
}

/**
 * The schemas right inside of a schema.
 *
 * @param without keywords whose schemas are left out
 */
export function subschemas(schema: object, without: readonly string[] = []): unknown[] {
  const found: unknown[] = []
  for (const keyword of Object.keys(schema)) {
    if (without.includes(keyword)) continue
    const value = (schema as SchemaNode)[keyword]
    const places = placesOf(keyword, value)
    if (places === 'one') found.push(value)
    else if (places === 'list') for (const member of value as unknown[]) found.push(member)
    else if (places === 'map') {
      // In `dependencies` a list names properties.
      for (const member of Object.values(value as object)) if (!Array.isArray(member)) found.push(member)
    }
  }
  return found
}

/** Whether something is an object, and no list. */
export function isObject(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The definitions right inside of a schema, with their names. */
export function definitionsOf(schema: SchemaNode): [name: string, definition: SchemaNode][] {
  if (!DEFINITIONS.some((keyword) => schema[keyword] !== undefined)) return []
  return DEFINITIONS.flatMap((keyword) =>
    Object.entries(isObject(schema[keyword]) ? schema[keyword] : {}),
  ).filter((entry): entry is [string, SchemaNode] => isObject(entry[1]))
}
