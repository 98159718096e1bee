import type { Refusal } from '../fold/schema-library.ts'
import { LibraryValue, Thunk, type Value } from '../fold/value.ts'
import { normalizeSchema } from './normal-form/normalize.ts'
import { Refused, reasonOf } from './refused.ts'
import { refuseForeignTypes } from './typebox/json-types.ts'

/**
 * A schema that is written as JSON Schema, in the form of all others. Values of TypeBox may be inside of it.
 *
 * @param value folded
 */
export function literalSchema(value: Value): { readonly schema: object | boolean } | Refusal {
  try {
    return { schema: normalizeSchema(unwrap(value)) }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}

function unwrap(value: Value): unknown {
  if (value instanceof LibraryValue) {
    if (!value.library.valuesAreSchemas)
      throw new Refused(`a value of ${value.library.name} stands inside of a plain schema`)
    refuseForeignTypes(value.raw)
    return value.raw
  }
  if (value instanceof Thunk) throw new Refused('a plain schema has a function in it')
  if (Array.isArray(value)) return value.map(unwrap)
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) result[key] = unwrap(member as Value)
  return result
}
