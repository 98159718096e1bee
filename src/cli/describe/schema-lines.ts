type Schema = Readonly<Record<string, unknown>>

/** How deep the properties of properties are shown. */
const DEEPEST = 4

/**
 * Prints a JSON Schema for people: a line for each property with its type, and what is said of it.
 *
 * @returns rows of a name with its indentation, a type, and a text
 */
export function schemaRows(schema: unknown, depth = 0): string[][] {
  const { properties, required, items } = asSchema(schema)
  if (depth >= DEEPEST) return []
  if (isObject(properties)) {
    const needed = Array.isArray(required) ? required : []
    return Object.entries(properties).flatMap(([name, property]) => {
      const { description = '' } = asSchema(property)
      const label = `${'  '.repeat(depth)}${name}${needed.includes(name) ? '' : '?'}`
      return [[label, typeOf(property), String(description)], ...schemaRows(property, depth + 1)]
    })
  }
  return isObject(items) ? schemaRows(items, depth) : []
}

/** Names the type of a schema, such as `number[]`, `"a" | "b"` or `object`. */
export function typeOf(schema: unknown): string {
  if (schema === true) return 'anything'
  if (schema === false) return 'nothing'
  const { type, enum: values, const: value, items, anyOf, oneOf, allOf, $ref, format } = asSchema(schema)
  if (value !== undefined) return JSON.stringify(value)
  if (Array.isArray(values)) return values.map((one) => JSON.stringify(one)).join(' | ')
  const any = anyOf ?? oneOf
  if (Array.isArray(any)) return any.map(typeOf).join(' | ')
  if (Array.isArray(allOf)) return allOf.map(typeOf).join(' & ')
  if (typeof $ref === 'string') return $ref.split('/').at(-1) || $ref
  if (type === 'array') {
    const item = items === undefined ? 'anything' : typeOf(items)
    return / [|&] /.test(item) ? `(${item})[]` : `${item}[]`
  }
  if (Array.isArray(type)) return type.join(' | ')
  const named = typeof type === 'string' ? type : 'anything'
  return typeof format === 'string' ? `${named} (${format})` : named
}

function asSchema(value: unknown): Schema {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
