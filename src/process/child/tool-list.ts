import type { ModuleDefinition } from './definition.ts'

/** A tool as it is listed, in the order of keys that the wire has. */
export interface WireTool {
  id: string
  name: string
  description?: string
  input_schema?: unknown
}

/**
 * What `module.tool.list` answers. It is copied once, when the module is served, so that every answer has the same
 * bytes whatever the application does to its objects afterwards: hosts compare digests of them.
 *
 * @param definition a checked definition
 * @returns the tools in the order of the definition
 */
export function listTools(definition: ModuleDefinition): WireTool[] {
  return Object.entries(definition.tools ?? {}).map(([id, tool]) => ({
    id,
    name: tool.name ?? `module.${definition.name}.${id}`,
    ...(tool.description && { description: tool.description }),
    ...(tool.inputSchema !== undefined && {
      input_schema: JSON.parse(JSON.stringify(tool.inputSchema)) as unknown,
    }),
  }))
}
