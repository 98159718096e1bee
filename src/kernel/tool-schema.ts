import { canonicalJson } from '../util/canonical-json.ts'
import { deepFreeze, isPlainData } from '../util/deep-freeze.ts'
import { errorText } from '../util/error-text.ts'
import type { CatalogContribution } from './contribution.ts'

/**
 * A tool as a model provider sees it: deeply frozen, with all keys in canonical order, so that `JSON.stringify` gives
 * equal bytes for equal tools.
 */
export interface ToolSchema {
  readonly description: string
  readonly name: string
  /** JSON Schema of the inputs. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** Whether a kind's payload must give a tool schema, or may leave out description and parameters. */
export type ToolSchemaDemand = 'required' | 'optional'

const NO_PARAMETERS = deepFreeze({ properties: {}, type: 'object' })

/**
 * Renders the tool schema of a contribution.
 *
 * A `required` one has `name`, `description` and `parameters` in the payload; an `optional` one is named by its ID.
 * `inputSchema` stands for `parameters` where those are absent.
 *
 * @returns the schema, or the reasons why there is none
 */
export function readToolSchema(
  contribution: CatalogContribution,
  demand: ToolSchemaDemand,
): { schema: ToolSchema } | { reasons: string[] } {
  try {
    return demand === 'required' ? readTool(contribution) : readModule(contribution)
  } catch (error) {
    return { reasons: [`the payload's tool schema cannot be read: ${errorText(error)}`] }
  }
}

function readTool({ payload }: CatalogContribution): ReturnType<typeof readToolSchema> {
  const { name, description, parameters } = fields(payload)
  const reasons: string[] = []
  if (typeof name !== 'string' || name === '') reasons.push('the payload gives no tool name (name)')
  if (typeof description !== 'string') reasons.push('the payload gives no tool description (description)')
  if (parameters === undefined) reasons.push('the payload gives no tool parameters (parameters)')
  return reasons.length > 0 ? { reasons } : render(name as string, description, parameters)
}

function readModule({ id, payload }: CatalogContribution): ReturnType<typeof readToolSchema> {
  const { description = '', parameters = NO_PARAMETERS } = fields(payload)
  return typeof description === 'string'
    ? render(id, description, parameters)
    : { reasons: ['the description in the payload is no text'] }
}

function fields(payload: unknown): { name?: unknown; description?: unknown; parameters?: unknown } {
  if (payload === null || (typeof payload !== 'object' && typeof payload !== 'function')) return {}
  const { name, description, parameters, inputSchema } = payload as Record<string, unknown>
  return { name, description, parameters: parameters ?? inputSchema ?? undefined }
}

/** Goes through JSON, so that nothing but data is left of the parameters, in canonical order. */
function render(name: string, description: unknown, parameters: unknown): ReturnType<typeof readToolSchema> {
  const asJson = isPlainData(parameters) || typeof (parameters as { toJSON?: unknown }).toJSON === 'function'
  const copy: unknown =
    parameters === NO_PARAMETERS ? parameters : asJson ? JSON.parse(canonicalJson(parameters)) : undefined
  if (copy === null || typeof copy !== 'object' || Array.isArray(copy)) {
    return { reasons: ['the tool parameters in the payload are no JSON Schema object'] }
  }
  return { schema: deepFreeze({ description: description as string, name, parameters: copy }) as ToolSchema }
}
