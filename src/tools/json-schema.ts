/** A JSON Schema that is an object, as all but `true` and `false` are. */
export type JsonSchema = Record<string, unknown>

/** A place in a schema that holds another one. */
export interface SchemaSlot {
  readonly holder: Record<string, unknown>
  readonly key: string
  readonly schema: JsonSchema
}

const HOLD_ONE = [
  ...['additionalItems', 'additionalProperties', 'contains', 'contentSchema', 'else', 'if', 'items', 'not'],
  ...['propertyNames', 'then', 'unevaluatedItems', 'unevaluatedProperties'],
]
const HOLD_MANY = [
  ...['$defs', 'allOf', 'anyOf', 'definitions', 'dependentSchemas', 'items', 'oneOf', 'patternProperties'],
  ...['prefixItems', 'properties'],
]

/** The schemas directly inside of one; what stands below `enum`, `const`, `default` or `examples` is data. */
export function schemasIn(schema: JsonSchema): SchemaSlot[] {
  const slots: SchemaSlot[] = []
  const add = (holder: unknown, key: string): void => {
    if (!isObject(holder) || !Object.hasOwn(holder, key)) return
    const inner = holder[key]
    if (isObject(inner) && !Array.isArray(inner)) slots.push({ holder, key, schema: inner })
  }
  for (const key of HOLD_ONE) add(schema, key)
  for (const key of HOLD_MANY) {
    const many = Object.hasOwn(schema, key) ? schema[key] : undefined
    if (!isObject(many) || (key === 'items' && !Array.isArray(many))) continue
    for (const name of Object.keys(many)) add(many, name)
  }
  return slots
}

/** All schemas of a schema, itself included. */
export function* allSchemas(schema: JsonSchema): Generator<JsonSchema> {
  yield schema
  for (const slot of schemasIn(schema)) yield* allSchemas(slot.schema)
}

/** An array or an object. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object'
}
