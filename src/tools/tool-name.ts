import { ModuleRegistryError } from '../diagnostics/error.ts'
import { PROVIDER_RULES, type ToolProvider } from './providers.ts'

/** Facts of a {@link ToolNameError}. */
export interface ToolNameDetails {
  readonly provider: ToolProvider
  /** The first of the names that are too long. */
  readonly name: string
  /** All of them, sorted. */
  readonly names: readonly string[]
  /** How many characters the provider allows. */
  readonly limit: number
}

/** Names of tools are longer than a provider allows (`TOOL_NAME_TOO_LONG`); `details.names` has all of them. */
export class ToolNameError extends ModuleRegistryError<ToolNameDetails> {
  constructor(provider: ToolProvider, names: readonly string[]) {
    const { title, nameLimit: limit } = PROVIDER_RULES[provider]
    const quoted = names.map((name) => `"${name}" (${name.length})`).join(', ')
    super(
      'TOOL_NAME_TOO_LONG',
      `The names of tools have ${limit} characters at most for ${title}: ${quoted}.`,
      { provider, name: names[0]!, names, limit },
    )
    this.name = 'ToolNameError'
  }
}

/** What the tools of MCP servers start with; no module ID can, as none has two `_` in a row. */
const MCP_PREFIX = 'mcp__'

/**
 * Gives the name that the tool of a module has: its ID with `-` for `.`, which not every provider takes. Tools of MCP
 * servers (`mcp__<server>__<tool>`) keep their names.
 */
export function toolName(id: string): string {
  return id.startsWith(MCP_PREFIX) ? id : id.replaceAll('.', '-')
}

/**
 * Gives the ID that a tool's name stands for. That is certain for every name that {@link toolName} gives, since no
 * module ID has a `-`.
 */
export function toolNameToId(name: string): string {
  return name.startsWith(MCP_PREFIX) ? name : name.replaceAll('-', '.')
}
