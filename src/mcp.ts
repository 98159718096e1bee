/** `unplugin-module-registry/mcp`: a registry as an MCP server, and MCP servers as plugins. It needs Node and the MCP SDK. */
export type {
  McpSdkMissingDetails,
  McpServerUnavailableDetails,
  McpToolErrorDetails,
} from './mcp/errors.ts'
export { McpSdkMissingError, McpServerUnavailableError, McpToolError } from './mcp/errors.ts'
export { createMcpPlugin } from './mcp/plugin/create-plugin.ts'
export type { Progress, ReportProgress } from './mcp/server/call-tool.ts'
export type { McpServer, McpServerOptions } from './mcp/server/create-server.ts'
export { createMcpServer } from './mcp/server/create-server.ts'
export { serveStdio } from './mcp/server/stdio.ts'
