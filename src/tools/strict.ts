import { allSchemas, isObject, type JsonSchema } from './json-schema.ts'
import type { ToolProvider } from './providers.ts'
import { isRecursive } from './references.ts'

const COMMON = [
  ...[
    '$defs',
    '$ref',
    'additionalProperties',
    'anyOf',
    'const',
    'definitions',
    'description',
    'enum',
    'items',
  ],
  ...['properties', 'required', 'title', 'type'],
]

interface StrictRules {
  readonly keywords: ReadonlySet<string>
  /** Whether every property has to be required. */
  readonly allRequired: boolean
  readonly recursive: boolean
}

/** The providers that can hold a model to a schema, and what they understand while they do. */
const STRICT: { readonly [P in ToolProvider]?: StrictRules } = {
  anthropic: { keywords: new Set([...COMMON, 'allOf', 'default']), allRequired: false, recursive: false },
  openai: {
    keywords: new Set([
      ...[...COMMON, 'exclusiveMaximum', 'exclusiveMinimum', 'format', 'maxItems', 'maximum', 'minItems'],
      ...['minimum', 'multipleOf', 'pattern'],
    ]),
    allRequired: true,
    recursive: true,
  },
}

/**
 * Closes the objects of a schema, if a provider can then hold a model to it: it must use nothing that the provider does
 * not understand in that mode.
 *
 * @param schema a schema that the provider takes
 * @returns a schema of its own, with `"additionalProperties": false` in every object; nothing if it cannot be strict
 */
export function toStrictSchema(schema: JsonSchema, provider: ToolProvider): JsonSchema | undefined {
  const rules = STRICT[provider]
  if (rules === undefined || (!rules.recursive && isRecursive(schema))) return undefined
  const copy = JSON.parse(JSON.stringify(schema)) as JsonSchema
  for (const inner of [...allSchemas(copy)]) {
    if (Object.keys(inner).some((key) => !rules.keywords.has(key)) || isOpen(inner, rules)) return undefined
    if (isObject(inner.properties)) inner.additionalProperties = false
  }
  return copy
}

/** Whether a schema leaves something to chance. */
function isOpen(schema: JsonSchema, { allRequired }: StrictRules): boolean {
  const { type, properties, required, additionalProperties = false } = schema
  if (!['type', '$ref', 'anyOf', 'enum', 'const'].some((key) => key in schema)) return true
  const types: unknown[] = Array.isArray(type) ? type : [type]
  if (types.includes('array') && !isObject(schema.items)) return true
  if (!types.includes('object') && properties === undefined) return false
  if (additionalProperties !== false || !isObject(properties)) return true
  if (Object.values(properties).some((inner) => !isObject(inner))) return true
  return (
    allRequired &&
    Object.keys(properties).some((name) => !(Array.isArray(required) && required.includes(name)))
  )
}
