import { canonicalJson } from '../util/canonical-json.ts'
import { errorText } from '../util/error-text.ts'
import { allSchemas, isObject, type JsonSchema } from './json-schema.ts'
import type { ProviderRules } from './providers.ts'
import { freeKey, localizeReferences, resolvePointer } from './references.ts'

/** What came of a schema: one that a provider takes, or why there is none, as what is said of the schema. */
export type SchemaResult = { readonly schema: JsonSchema } | { readonly reason: string }

/** Keywords that say something about objects only. */
const OBJECT_KEYWORDS = [
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
]

/** Keywords that may leave no object over. */
const LIMITING = ['const', 'enum', 'if', 'not', 'oneOf', 'anyOf', 'allOf', '$ref', 'type']

/**
 * Makes a schema one that says `"type": "object"` and has `"properties"`, as clients want it, and that a provider
 * takes. Nothing that it allows as an object is refused afterwards, and nothing that it refuses is allowed.
 *
 * @param given JSON Schema; `undefined`, `{}` and `true` for no parameters
 * @returns a schema of its own, or the reason why there is none
 */
export function toObjectSchema(given: unknown, rules: ProviderRules): SchemaResult {
  const copy = copySchema(given)
  if ('reason' in copy) return copy
  const lost = localizeReferences(copy.schema)
  if (lost !== undefined) return { reason: `has a reference "${lost}" that leads nowhere within it` }
  const schema = inlineTop(copy.schema)
  if (schema === undefined) return { reason: 'refers to itself at its top' }
  if (!isObjectSchema(schema, schema)) return { reason: 'is no object at its top, as inputs of tools are' }
  const reason = shapeFault(schema) ?? providerFault(schema, rules)
  if (reason !== undefined) return { reason }
  if (schema.type !== 'object') keepTop(schema)
  schema.type = 'object'
  schema.properties = withoutBooleans(isObject(schema.properties) ? schema.properties : {})
  if (!rules.keepsDialect) delete schema.$schema
  if (rules.needsItems) addItems(schema)
  return { schema }
}

function copySchema(given: unknown): SchemaResult {
  if (given === undefined || given === true) return { schema: {} }
  if (isObject(given) && '~standard' in given) {
    return { reason: 'is the schema object of a library, and no JSON Schema' }
  }
  try {
    const schema = JSON.parse(canonicalJson(given))
    if (isObject(schema) && !Array.isArray(schema)) return { schema }
    return { reason: 'is no JSON Schema' }
  } catch (error) {
    return { reason: `is no JSON: ${errorText(error)}` }
  }
}

/** Puts what the top refers to into its place, beside what else stands there. */
function inlineTop(root: JsonSchema): JsonSchema | undefined {
  let schema = root
  for (let steps = 0; typeof schema.$ref === 'string'; steps++) {
    const { $ref, ...rest } = schema
    const target = resolvePointer(root, $ref as string)
    if (target === undefined || target === root || steps > 100) return undefined
    const clash = Object.keys(rest).some(
      (key) => !/^(\$defs|definitions|\$schema|title|description)$/.test(key),
    )
    if (clash) return schema
    schema = { ...target, ...rest }
  }
  return schema
}

/** Has references to the top lead to a copy of it as it was: inside of inputs it may have meant other things than objects. */
function keepTop(schema: JsonSchema): void {
  const { $defs, definitions, $schema, ...top } = schema
  const toTop = [...allSchemas(schema)].filter((inner) => inner.$ref === '#')
  if (toTop.length === 0) return
  const defs = isObject($defs) ? $defs : {}
  const key = freeKey(defs, 'top')
  for (const inner of toTop) inner.$ref = `#/$defs/${key}`
  schema.$defs = { ...defs, [key]: JSON.parse(JSON.stringify(top)) }
}

/** Whether a schema means objects: nothing but objects, or anything. */
function isObjectSchema(schema: JsonSchema, root: JsonSchema, open: readonly JsonSchema[] = []): boolean {
  if (open.includes(schema)) return false
  const inside = (inner: unknown) =>
    inner === true || (isObject(inner) && isObjectSchema(inner, root, [...open, schema]))
  const { type, allOf, anyOf, oneOf, $ref } = schema
  if (type !== undefined) return type === 'object' || (Array.isArray(type) && type.includes('object'))
  if ('const' in schema || 'enum' in schema) return false
  if (typeof $ref === 'string') return inside(resolvePointer(root, $ref))
  if (Array.isArray(allOf) && allOf.length > 0) return allOf.every(inside)
  const branches = anyOf ?? oneOf
  if (Array.isArray(branches) && branches.length > 0) return branches.every(inside)
  return OBJECT_KEYWORDS.some((key) => key in schema) || !LIMITING.some((key) => key in schema)
}

function shapeFault({ properties, required }: JsonSchema): string | undefined {
  if (properties !== undefined && (!isObject(properties) || Array.isArray(properties))) {
    return 'has `properties` that are no object'
  }
  const odd = Object.entries(properties ?? {}).find(
    ([, schema]) => typeof schema !== 'boolean' && (!isObject(schema) || Array.isArray(schema)),
  )
  if (odd !== undefined) return `has a property "${odd[0]}" that is no schema`
  const names = required ?? []
  if (!Array.isArray(names) || names.some((name) => typeof name !== 'string')) {
    return 'has a `required` that is no list of names'
  }
  return undefined
}

function providerFault(
  schema: JsonSchema,
  { refusedAtTop, propertyNames, title }: ProviderRules,
): string | undefined {
  const refused = refusedAtTop.find((key) => key in schema)
  if (refused !== undefined) return `has \`${refused}\` at its top, which ${title} refuses`
  const odd = Object.keys(schema.properties ?? {}).find((name) => propertyNames?.test(name) === false)
  if (odd === undefined) return undefined
  return `has a property "${odd}", whose name ${title} refuses: 1 to 64 of A-Z, a-z, 0-9, "_", "." and "-" are allowed`
}

/** `true` and `false` as objects that mean the same: clients that are written with types stumble over them. */
function withoutBooleans(properties: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      typeof schema === 'boolean' ? (schema ? {} : { not: {} }) : schema,
    ]),
  )
}

/** Says of every list that anything may be in it, where nothing is said. */
function addItems(root: JsonSchema): void {
  for (const schema of [...allSchemas(root)]) {
    const { type } = schema
    const isList = type === 'array' || (Array.isArray(type) && type.includes('array'))
    if (isList && !Object.hasOwn(schema, 'items')) schema.items = {}
  }
}
