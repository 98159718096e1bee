const MCP_PREFIX = 'mcp__'

/** Tells whether a tool ID lies in the name space of MCP servers. */
export function isMcpToolId(id: string): boolean {
  return id.startsWith(MCP_PREFIX)
}

/**
 * Checks the form of a tool ID: lower case, and `mcp__<server>__<tool>` where it starts with `mcp__`.
 *
 * @returns what is wrong, as clauses; empty for a legal ID
 */
export function toolIdProblems(id: string): string[] {
  const problems: string[] = []
  if (id !== id.toLowerCase()) problems.push(`a tool ID is in lower case: "${id.toLowerCase()}"`)
  if (isMcpToolId(id)) {
    const rest = id.slice(MCP_PREFIX.length)
    const at = rest.indexOf('__')
    if (at <= 0 || at + 2 === rest.length)
      problems.push('an ID that starts with "mcp__" is "mcp__<server>__<tool>"')
  }
  return problems
}
