import type { ExternalTool } from '../../runtime/plugins/external.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { compareText } from '../../util/compare.ts'
import { deepFreeze, isPlainData } from '../../util/deep-freeze.ts'

/** The longest name that a tool may have. */
const MAX_NAME = 256

/**
 * Turns what a server lists into tools of the registry, sorted by ID. What is no tool, or cannot be read, is left out
 * and hurts no other.
 *
 * @param server the name of the plugin
 * @param listed whatever the server sent
 */
export function readTools(server: string, listed: readonly unknown[]): readonly ExternalTool[] {
  const tools = new Map<string, ExternalTool>()
  const named = listed.filter(isTool).sort((a, b) => compareText(a.name, b.name))
  const seen = new Set<string>()
  for (const tool of named) {
    if (seen.has(tool.name)) continue
    seen.add(tool.name)
    const base = `mcp__${idPart(server)}__${tool.name.toLowerCase()}`
    let id = base
    for (let count = 2; tools.has(id); count++) id = `${base}_${count}`
    tools.set(id, describe(id, tool))
  }
  return deepFreeze([...tools.values()].sort((a, b) => compareText(a.id, b.id)))
}

/** A part of a tool's ID that can be told from the others: lower case, and never two `_` in a row. */
function idPart(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9-]+/g, '_')
}

interface ListedTool {
  readonly name: string
  readonly description?: unknown
  readonly inputSchema?: unknown
  readonly outputSchema?: unknown
  readonly annotations?: unknown
}

function isTool(listed: unknown): listed is ListedTool {
  const name = (listed as Partial<ListedTool> | null)?.name
  return typeof name === 'string' && name !== '' && name.length <= MAX_NAME
}

function describe(id: string, { name, description, ...members }: ListedTool): ExternalTool {
  const tool: Record<string, unknown> = { id, tool: name }
  if (typeof description === 'string') tool.description = description
  for (const key of ['inputSchema', 'outputSchema', 'annotations'] as const) {
    const value = copy(members[key])
    if (value !== undefined) tool[key] = value
  }
  return tool as unknown as ExternalTool
}

function copy(value: unknown): object | undefined {
  try {
    return isPlainData(value) && !Array.isArray(value) ? JSON.parse(canonicalJson(value)) : undefined
  } catch {
    return undefined
  }
}
