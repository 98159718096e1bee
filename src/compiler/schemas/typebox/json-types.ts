import { subschemas } from '../normal-form/positions.ts'
import { Refused } from '../refused.ts'

const JSON_TYPES: ReadonlySet<unknown> = new Set([
  'array',
  'boolean',
  'integer',
  'null',
  'number',
  'object',
  'string',
])

/** Values that stand for something which is worked out later, or never. */
const UNFINISHED: ReadonlySet<unknown> = new Set([
  'Argument',
  'Call',
  'Codec',
  'Computed',
  'Deferred',
  'Generic',
  'Identifier',
  'Infer',
  'Parameter',
  'Rest',
])

/**
 * Refuses what TypeBox has beyond JSON, such as `Type.Date()`. It writes these types in the form of JSON Schema, but
 * no validator knows them.
 *
 * @throws Refused with the first one
 */
export function refuseForeignTypes(raw: unknown, done: Set<object> = new Set()): void {
  if (typeof raw !== 'object' || raw === null || done.has(raw)) return
  done.add(raw)
  const schema = raw as { readonly type?: unknown; readonly [kind: PropertyKey]: unknown }
  const kind = schema['~kind'] ?? schema[Symbol.for('TypeBox.Kind')]
  if (kind === undefined && raw.constructor?.name === 'TModule') {
    throw new Refused('a module of TypeBox is no schema: import one of its types')
  }
  if (UNFINISHED.has(kind)) throw new Refused(`TypeBox cannot say what \`${kind}\` stands for`)
  const types = Array.isArray(schema.type) ? schema.type : [schema.type ?? 'null']
  const foreign = types.find((type) => !JSON_TYPES.has(type))
  if (foreign !== undefined)
    throw new Refused(`the type \`${String(foreign)}\` cannot be represented in JSON Schema`)
  for (const inner of subschemas(raw)) refuseForeignTypes(inner, done)
}
