import type { ErrorObject, ValidateFunction } from 'ajv/dist/2020.js'
import { errorText } from '../../util/error-text.ts'

/** How many faults of one value are told; a model mends them one after the other anyway. */
const MAX_FAULTS = 8

const validators = new WeakMap<object, ValidateFunction>()

/**
 * Holds a value against a JSON Schema, draft 2020-12. Formats are not checked, and defaults not filled in.
 *
 * @param schema compiled at its first use, and remembered
 * @returns what is wrong, one clause for each place; empty when nothing is
 * @throws TypeError when the schema is none
 */
export async function findFaults(schema: object, value: unknown): Promise<string[]> {
  const validate = validators.get(schema) ?? (await compile(schema))
  if (validate(value)) return []
  return [...new Set((validate.errors ?? []).map(faultText))].slice(0, MAX_FAULTS)
}

async function compile(schema: object): Promise<ValidateFunction> {
  const { Ajv2020 } = await import('ajv/dist/2020.js')
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false, logger: false })
  const { $schema, ...undated } = schema as Record<string, unknown>
  try {
    const validate = ajv.compile(undated)
    validators.set(schema, validate)
    return validate
  } catch (error) {
    throw new TypeError(errorText(error), { cause: error })
  }
}

function faultText({ instancePath, keyword, message = 'is wrong', params }: ErrorObject): string {
  const place = instancePath === '' ? 'the arguments' : `"${instancePath.slice(1).replaceAll('/', '.')}"`
  const values = params as Record<string, unknown>
  if (keyword === 'additionalProperties') return `${place} must not have "${values.additionalProperty}"`
  if (keyword === 'enum') return `${place} must be one of ${JSON.stringify(values.allowedValues)}`
  if (keyword === 'const') return `${place} must be ${JSON.stringify(values.allowedValue)}`
  return `${place} ${message.replaceAll("'", '"')}`
}
