import type { ListFilter, Registry } from '../../runtime/api.ts'
import { type McpTool, type ToolProblem, toTools } from '../../tools/to-tools.ts'
import { toolNameToId } from '../../tools/tool-name.ts'

/** The tools of a registry, as they are now. */
export interface ToolList {
  readonly tools: readonly McpTool[]
  /** The tool with a name, and the ID of its module. */
  find(name: string): { readonly tool: McpTool; readonly id: string } | undefined
}

/**
 * Keeps the tool list of a registry up to date. It comes from the catalog alone, and is made anew only when an entry is
 * another one than before. Each problem is told once.
 *
 * @returns a function that gives the list
 */
export function createToolList(
  registry: Registry,
  filter: ListFilter,
  onProblem: (problem: ToolProblem) => void,
): () => ToolList {
  let entries: readonly object[] = []
  let list: ToolList | undefined
  const told = new Set<string>()
  const tellOnce = (problem: ToolProblem): void => {
    if (told.has(problem.message)) return
    told.add(problem.message)
    onProblem(problem)
  }
  return () => {
    const now = registry.list({ ...filter, kind: 'module' })
    if (list !== undefined && isSame(entries, now)) return list
    const tools = toTools(now, 'mcp', { onProblem: tellOnce })
    const byName = new Map(tools.map((tool) => [tool.name, { tool, id: toolNameToId(tool.name) }]))
    entries = now
    list = { tools, find: (name) => byName.get(name) }
    return list
  }
}

function isSame(one: readonly object[], other: readonly object[]): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index])
}
