import type { Refusal } from '../fold/schema-library.ts'
import { normalizeSchema } from './normal-form/normalize.ts'
import { reasonOf } from './refused.ts'

/**
 * Brings a schema that is written as plain JSON Schema into the form that libraries' schemas come in.
 *
 * @param plain the folded value; schemas of TypeBox inside of it are converted already
 */
export function writtenSchema(plain: unknown): { readonly schema: object } | Refusal {
  try {
    return { schema: normalizeSchema(plain) }
  } catch (error) {
    return { reason: reasonOf(error) }
  }
}
