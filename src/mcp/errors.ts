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
