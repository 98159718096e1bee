/** Who takes a tool list. */
export type ToolProvider = 'mcp' | 'openai' | 'anthropic'

/** All of them, in byte order. */
export const TOOL_PROVIDERS: readonly ToolProvider[] = ['anthropic', 'mcp', 'openai']

/** What a provider takes. */
export interface ProviderRules {
  /** Its name in sentences. */
  readonly title: string
  /** The longest name of a tool, in characters. */
  readonly nameLimit: number
  /** Keywords that it refuses at the top of a schema; it answers with an error for the whole list. */
  readonly refusedAtTop: readonly string[]
  /** What the names of inputs must look like; any name, if absent. */
  readonly propertyNames?: RegExp
  /** Whether `$schema` is of use to it. */
  readonly keepsDialect: boolean
  /** Whether it refuses a list without `items`. */
  readonly needsItems: boolean
}

/** What every provider takes as the name of a tool: MCP alone would take dots too. */
export const TOOL_NAME = /^[A-Za-z0-9_-]+$/

/**
 * The rules, as the providers publish them and as their answers show them. MCP: specification of 2025-11-25, "Tool
 * Names". OpenAI: function calling; what it says of a schema that is no plain object. Anthropic: the Messages API.
 */
export const PROVIDER_RULES: Readonly<Record<ToolProvider, ProviderRules>> = {
  anthropic: {
    title: 'Anthropic',
    nameLimit: 128,
    refusedAtTop: ['allOf', 'anyOf', 'oneOf'],
    propertyNames: /^[A-Za-z0-9_.-]{1,64}$/,
    keepsDialect: false,
    needsItems: false,
  },
  mcp: { title: 'MCP', nameLimit: 128, refusedAtTop: [], keepsDialect: true, needsItems: false },
  openai: {
    title: 'OpenAI',
    nameLimit: 64,
    refusedAtTop: ['allOf', 'anyOf', 'const', 'enum', 'not', 'oneOf'],
    keepsDialect: false,
    needsItems: true,
  },
}
