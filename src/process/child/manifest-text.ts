import type { ModuleDefinition } from './definition.ts'
import { listTools, type WireTool } from './tool-list.ts'

/**
 * Prints what the manifest of this module has to say of its routes and tools. A build that reads it gets the digests
 * which the running module is held to.
 *
 * @param definition a checked definition
 * @param digest the digest of a tool, shown in a comment
 * @returns TOML, with a final line break
 */
export function manifestText(definition: ModuleDefinition, digest: (tool: WireTool) => string): string {
  const lines = [
    `# ${comment(definition.name)} ${comment(definition.version)}: routes and tools for dagstack.toml`,
  ]
  for (const [id, route] of Object.entries(definition.routes ?? {})) {
    lines.push('', '[[plugin.routes]]', `id = ${text(id)}`)
    lines.push(`method = ${text(route.method)}`, `path = ${text(route.path)}`)
  }
  for (const tool of listTools(definition)) {
    lines.push('', `# sha256 ${digest(tool)}`, '[[plugin.tools]]', `id = ${text(tool.id)}`)
    lines.push(`name = ${text(tool.name)}`)
    if (tool.description !== undefined) lines.push(`description = ${text(tool.description)}`)
    if (tool.input_schema === undefined) continue
    if (holdsNull(tool.input_schema)) lines.push('# input_schema has a null, which a manifest cannot hold')
    else lines.push(`input_schema = ${inline(tool.input_schema)}`)
  }
  return `${lines.join('\n')}\n`
}

/** JSON escapes as TOML does, but for the character 127. */
function text(value: string): string {
  return JSON.stringify(value).replaceAll('\u007f', '\\u007f')
}

function comment(value: string): string {
  return text(value).slice(1, -1)
}

function inline(value: unknown): string {
  if (typeof value === 'string') return text(value)
  // Above 2^53 only a float is kept as it is.
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) return `${value}`.replace(/^-?\d+$/, '$&.0')
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const members = Object.entries(value).map(([key, member]) => {
    return `${/^[A-Za-z0-9_-]+$/.test(key) ? key : text(key)} = ${inline(member)}`
  })
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

function holdsNull(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return value === null
  return Object.values(value).some(holdsNull)
}
