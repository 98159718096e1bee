/** What a JSON Schema says of one value, in words. */
export interface SchemaNode {
  /** The property, or the place in a list; empty for the whole. */
  readonly name: string
  readonly required: boolean
  /** Such as `string`, `list of number`, `one of`. */
  readonly type: string
  readonly description: string | undefined
  /** Such as `at least 1`, `default: "en"`. */
  readonly facts: readonly string[]
  readonly children: readonly SchemaNode[]
}

export type JsonObject = Readonly<Record<string, unknown>>

/** Deeper is left to the raw JSON. */
const DEPTH_LIMIT = 12

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Follows `$ref` to where it points in the same document.
 *
 * @param seen the references on the way here, so that a schema that holds itself comes to an end
 * @returns the schema with what stands beside the reference, and the references that were followed
 */
export function follow(
  schema: unknown,
  root: unknown,
  seen: readonly string[] = [],
): { schema: unknown; seen: readonly string[]; loop?: string } {
  if (!isObject(schema) || typeof schema.$ref !== 'string') return { schema, seen }
  const { $ref, ...beside } = schema
  if (seen.includes($ref)) return { schema: beside, seen, loop: $ref }
  const target = pointed(root, $ref)
  if (target === undefined) return { schema: { ...beside, $ref: undefined }, seen, loop: $ref }
  return follow(isObject(target) ? { ...target, ...beside } : target, root, [...seen, $ref])
}

/** Makes a schema readable. */
export function describeSchema(root: unknown): SchemaNode {
  return describe('', root, false, { root, seen: [], depth: 0 })
}

interface Way {
  readonly root: unknown
  readonly seen: readonly string[]
  readonly depth: number
}

function describe(name: string, given: unknown, required: boolean, way: Way): SchemaNode {
  const { schema, seen, loop } = follow(given, way.root, way.seen)
  const base = { name, required, description: undefined, facts: [], children: [] }
  if (schema === false) return { ...base, type: 'nothing' }
  if (!isObject(schema)) return { ...base, type: 'anything' }
  const next = { ...way, seen, depth: way.depth + 1 }
  const isDeep = way.depth >= DEPTH_LIMIT
  const { description, title } = schema
  return {
    name,
    required,
    type: loop === undefined ? typeOf(schema, way) : `as ${shortName(loop)}`,
    description:
      typeof description === 'string' ? description : typeof title === 'string' ? title : undefined,
    facts: isDeep ? ['deeper than is shown; see the JSON'] : factsOf(schema),
    children: isDeep || loop !== undefined ? [] : childrenOf(schema, next),
  }
}

function childrenOf(schema: JsonObject, way: Way): SchemaNode[] {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
  const children = properties.map(([name, one]) => describe(name, one, required.includes(name), way))
  for (const [pattern, one] of Object.entries(
    isObject(schema.patternProperties) ? schema.patternProperties : {},
  )) {
    children.push(describe(`names like ${pattern}`, one, false, way))
  }
  if (isObject(schema.additionalProperties)) {
    children.push(describe('any other name', schema.additionalProperties, false, way))
  }
  for (const [index, one] of asList(schema.prefixItems).entries()) {
    children.push(describe(`item ${index + 1}`, one, false, way))
  }
  if (isObject(schema.items) && !isPlain(schema.items, way.root)) {
    children.push(describe('each item', schema.items, false, way))
  }
  for (const word of ['anyOf', 'oneOf', 'allOf'] as const) {
    const parts = asList(schema[word])
    if (word !== 'allOf' && parts.every((one) => isPlain(one, way.root))) continue
    const label = word === 'allOf' ? 'part' : 'alternative'
    children.push(...parts.map((one, index) => describe(`${label} ${index + 1}`, one, false, way)))
  }
  if (schema.not !== undefined) children.push(describe('but not', schema.not, false, way))
  return children
}

/** The type in words. */
function typeOf(schema: JsonObject, way: Way): string {
  if ('const' in schema) return JSON.stringify(schema.const) ?? 'anything'
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  for (const word of ['anyOf', 'oneOf'] as const) {
    const parts = asList(schema[word])
    if (parts.length === 0) continue
    return parts.every((one) => isPlain(one, way.root))
      ? parts.map((one) => typeOf(follow(one, way.root).schema as JsonObject, way)).join(' | ')
      : 'one of these'
  }
  const types = asList(schema.type).length > 0 ? asList(schema.type) : [schema.type ?? impliedType(schema)]
  return types.map((type) => (type === 'array' ? listType(schema, way) : String(type))).join(' | ')
}

function listType(schema: JsonObject, way: Way): string {
  if (asList(schema.prefixItems).length > 0) return 'list of fixed places'
  if (!isObject(schema.items)) return 'list'
  if (!isPlain(schema.items, way.root)) return 'list'
  return `list of ${typeOf(follow(schema.items, way.root).schema as JsonObject, way)}`
}

function impliedType(schema: JsonObject): string {
  if (isObject(schema.properties) || schema.additionalProperties !== undefined) return 'object'
  if (schema.items !== undefined || schema.prefixItems !== undefined) return 'array'
  return asList(schema.allOf).length > 0 ? 'all of these' : 'anything'
}

/** Whether one line says all of a schema. */
function isPlain(given: unknown, root: unknown): boolean {
  const { schema, loop } = follow(given, root)
  if (!isObject(schema) || loop !== undefined) return false
  const rest = Object.keys(schema).filter((key) => !['type', 'const', 'enum', '$ref'].includes(key))
  return (
    rest.length === 0 && schema.type !== 'object' && schema.type !== 'array' && Object.keys(schema).length > 0
  )
}

const FACTS: readonly (readonly [key: string, text: string])[] = [
  ['format', 'format {}'],
  ['pattern', 'pattern {}'],
  ['minimum', 'at least {}'],
  ['exclusiveMinimum', 'more than {}'],
  ['maximum', 'at most {}'],
  ['exclusiveMaximum', 'less than {}'],
  ['multipleOf', 'multiple of {}'],
  ['minLength', 'at least {} characters'],
  ['maxLength', 'at most {} characters'],
  ['minItems', 'at least {} items'],
  ['maxItems', 'at most {} items'],
  ['minProperties', 'at least {} properties'],
  ['maxProperties', 'at most {} properties'],
]

function factsOf(schema: JsonObject): string[] {
  const facts = FACTS.filter(([key]) => schema[key] !== undefined).map(([key, text]) =>
    text.replace('{}', () => print(schema[key])),
  )
  if (schema.uniqueItems === true) facts.push('no item twice')
  if (schema.additionalProperties === false) facts.push('no other properties')
  if (schema.deprecated === true) facts.push('deprecated')
  if (schema.readOnly === true) facts.push('read only')
  if ('default' in schema) facts.push(`default: ${JSON.stringify(schema.default)}`)
  if (Array.isArray(schema.examples))
    facts.push(`such as ${schema.examples.map((one) => JSON.stringify(one)).join(', ')}`)
  return facts
}

function print(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function shortName(ref: string): string {
  return ref === '#' ? 'the whole' : (ref.split('/').at(-1) ?? ref)
}

/** What a reference such as `#/$defs/user` points to. */
function pointed(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined
  let value: unknown = root
  for (const part of ref.slice(1).split('/').slice(1)) {
    const name = safeDecode(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as JsonObject)[name]
  }
  return value
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
