import { ModuleRegistryError } from '../diagnostics/error.ts'

/** Facts of an {@link McpSdkMissingError}. */
export interface McpSdkMissingDetails {
  /** The package to install. */
  readonly package: string
}

/** The MCP SDK, which this package does not bring along, cannot be loaded (`MCP_SDK_MISSING`). */
export class McpSdkMissingError extends ModuleRegistryError<McpSdkMissingDetails> {
  constructor(name: string, cause: unknown) {
    super(
      'MCP_SDK_MISSING',
      `The Model Context Protocol needs the package "${name}", which cannot be loaded. Install it: npm install ${name}`,
      { package: name },
      { cause },
    )
    this.name = 'McpSdkMissingError'
  }
}

/** Facts of a {@link McpServerUnavailableError}. */
export interface McpServerUnavailableDetails {
  /** The name of the plugin. */
  readonly server: string
  /** As a clause, without a full stop. */
  readonly reason: string
  /** Whether the same call may succeed later, without anything in the program being changed. */
  readonly retryable: boolean
  /** The end of what the server wrote to its error stream; absent without a process. */
  readonly stderr?: string | undefined
}

/** An MCP server that is a plugin cannot be reached (`MCP_SERVER_UNAVAILABLE`). */
export class McpServerUnavailableError extends ModuleRegistryError<McpServerUnavailableDetails> {
  constructor(details: McpServerUnavailableDetails, cause?: unknown) {
    const { server, reason, stderr = '' } = details
    const lines = stderr.trim().split('\n').slice(-5).join('\n  ')
    const said = lines === '' ? '' : `\nIt wrote:\n  ${lines}`
    super(
      'MCP_SERVER_UNAVAILABLE',
      `The MCP server "${server}" cannot be reached: ${reason}.${said}`,
      details,
      {
        cause,
      },
    )
    this.name = 'McpServerUnavailableError'
  }
}

/** Facts of an {@link McpToolError}. */
export interface McpToolErrorDetails {
  readonly server: string
  /** What the server calls the tool. */
  readonly tool: string
  /** What the server says, in content blocks; empty where it refused the call as such. */
  readonly content: readonly unknown[]
}

/** A tool of an MCP server failed (`MCP_TOOL_FAILED`); the message is what the server says. */
export class McpToolError extends ModuleRegistryError<McpToolErrorDetails> {
  constructor(message: string, details: McpToolErrorDetails, cause?: unknown) {
    super('MCP_TOOL_FAILED', message, details, { cause })
    this.name = 'McpToolError'
  }
}
