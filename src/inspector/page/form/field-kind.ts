import { follow, isObject, type JsonObject } from '../data/schema.ts'

/** What a form asks with for a value of a schema. */
export type FieldKind =
  | { readonly kind: 'text' | 'boolean' | 'json' }
  | { readonly kind: 'number'; readonly isInteger: boolean }
  | { readonly kind: 'choice'; readonly values: readonly unknown[] }
  | { readonly kind: 'list'; readonly items: unknown }
  | { readonly kind: 'object'; readonly properties: readonly Property[] }

/** A property of an object. */
interface Property {
  readonly name: string
  readonly schema: unknown
  readonly isRequired: boolean
}

/** Deeper is asked for as JSON. */
const DEPTH_LIMIT = 5

/**
 * Finds out how to ask for a value. What has no simple field is JSON text.
 *
 * @param root the schema of the whole, for references
 */
export function fieldKind(given: unknown, root: unknown, depth = 0): FieldKind {
  const { schema, loop } = follow(given, root)
  if (!isObject(schema) || loop !== undefined || depth > DEPTH_LIMIT) return { kind: 'json' }
  if ('const' in schema) return { kind: 'choice', values: [schema.const] }
  if (Array.isArray(schema.enum)) return { kind: 'choice', values: schema.enum }
  const constants = constantsOf(schema)
  if (constants !== undefined) return { kind: 'choice', values: constants }
  if (['anyOf', 'oneOf', 'allOf', 'not', 'if'].some((word) => word in schema)) return { kind: 'json' }
  switch (schema.type) {
    case 'string':
      return { kind: 'text' }
    case 'number':
    case 'integer':
      return { kind: 'number', isInteger: schema.type === 'integer' }
    case 'boolean':
      return { kind: 'boolean' }
    case 'array':
      return isObject(schema.items) && schema.prefixItems === undefined
        ? { kind: 'list', items: schema.items }
        : { kind: 'json' }
    case 'object':
      return isClosed(schema) ? { kind: 'object', properties: propertiesOf(schema) } : { kind: 'json' }
    default:
      return { kind: 'json' }
  }
}

/** The values of a choice that is written as alternatives with one value each. */
function constantsOf(schema: JsonObject): unknown[] | undefined {
  const parts = schema.anyOf ?? schema.oneOf
  if (!Array.isArray(parts) || parts.length === 0) return undefined
  return parts.every((part) => isObject(part) && 'const' in part)
    ? parts.map((part) => (part as JsonObject).const)
    : undefined
}

/** Whether the names of all properties are known: a form cannot ask for others. */
function isClosed(schema: JsonObject): boolean {
  return (
    isObject(schema.properties) &&
    schema.patternProperties === undefined &&
    !isObject(schema.additionalProperties)
  )
}

function propertiesOf(schema: JsonObject): Property[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(schema.properties as JsonObject).map(([name, one]) => ({
    name,
    schema: one,
    isRequired: required.includes(name),
  }))
}

/** What a form starts with: the default, else what must be there at least. */
export function initialValue(given: unknown, root: unknown, isRequired: boolean, depth = 0): unknown {
  const { schema } = follow(given, root)
  if (isObject(schema) && 'default' in schema) return schema.default
  if (!isRequired) return undefined
  const field = fieldKind(given, root, depth)
  switch (field.kind) {
    case 'text':
      return ''
    case 'boolean':
      return false
    case 'choice':
      return field.values[0]
    case 'list':
      return []
    case 'object':
      return Object.fromEntries(
        field.properties
          .map((one) => [one.name, initialValue(one.schema, root, one.isRequired, depth + 1)] as const)
          .filter(([, value]) => value !== undefined),
      )
    default:
      return undefined
  }
}
