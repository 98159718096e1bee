import { type ToolHints, toHints } from './hints.ts'
import { isObject, type JsonSchema } from './json-schema.ts'
import { toObjectSchema } from './object-schema.ts'
import { PROVIDER_RULES, TOOL_NAME, type ToolProvider } from './providers.ts'
import { toolName } from './tool-name.ts'

/** What a tool is made of: a catalog entry has it, and so has a tool of an MCP server. */
export interface ToolSource {
  readonly id: string
  readonly description?: string | undefined
  /** JSON Schema of the inputs; absent where there are none. */
  readonly inputSchema?: object | undefined
  readonly outputSchema?: object | undefined
  readonly annotations?: object | undefined
  /** What a contribution of kind `tool` carries: `description` and `parameters`, where the entry has none. */
  readonly payload?: unknown
  /** What is not known before the module is loaded. */
  readonly unresolved?: Readonly<Record<string, UnresolvedField>> | undefined
}

/** Why a field is not known, and where it is written. */
interface UnresolvedField {
  readonly reason: string
  readonly file: string
  readonly line: number
  readonly column: number
}

/** A module as a tool, in no provider's words yet. */
export interface ReadTool {
  readonly id: string
  readonly name: string
  readonly description?: string
  readonly inputSchema: JsonSchema
  readonly outputSchema?: JsonSchema
  readonly hints?: ToolHints
}

/** Why a module is no tool for a provider. */
export type ToolFault =
  | { readonly code: 'TOOL_NAME_TOO_LONG'; readonly name: string; readonly limit: number }
  | { readonly code: 'TOOL_SCHEMA_UNUSABLE'; readonly reason: string }

/**
 * Reads one module as a tool for a provider. Nothing else decides what is left out, in the build or at run time.
 *
 * @returns the tool, or what is wrong
 */
export function readTool(source: ToolSource, provider: ToolProvider): ReadTool | ToolFault {
  const { id, annotations, unresolved } = source
  const payload: Record<string, unknown> = isObject(source.payload) ? source.payload : {}
  const { description = payload.description, inputSchema = payload.inputSchema ?? payload.parameters } =
    source
  const rules = PROVIDER_RULES[provider]
  const name = toolName(id)
  if (name.length > rules.nameLimit) return { code: 'TOOL_NAME_TOO_LONG', name, limit: rules.nameLimit }
  if (!TOOL_NAME.test(name))
    return unusable(`its name "${name}" is refused: A-Z, a-z, 0-9, "_" and "-" are allowed`)
  const unknown =
    unresolved !== undefined && Object.hasOwn(unresolved, 'inputSchema') && unresolved.inputSchema
  if (unknown && inputSchema === undefined) {
    const { reason, file, line, column } = unknown
    return unusable(
      `its input schema is not known before it is loaded (${file}:${line}:${column}: ${reason})`,
    )
  }
  const input = toObjectSchema(inputSchema, rules)
  if ('reason' in input) return unusable(`its input schema ${input.reason}`)
  const output = source.outputSchema === undefined ? undefined : toObjectSchema(source.outputSchema, rules)
  const hints = toHints(annotations)
  return {
    id,
    name,
    ...(typeof description === 'string' ? { description } : {}),
    inputSchema: input.schema,
    ...(output !== undefined && 'schema' in output ? { outputSchema: output.schema } : {}),
    ...(hints === undefined ? {} : { hints }),
  }
}

function unusable(reason: string): ToolFault {
  return { code: 'TOOL_SCHEMA_UNUSABLE', reason }
}
