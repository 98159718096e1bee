import type { CreateExternalPlugin } from '../../runtime/plugins/external.ts'
import { McpPlugin } from './mcp-plugin.ts'

/**
 * Makes a plugin of an MCP server, from the entry of its manifest: `mcp_stdio` is a program that is started, `mcp_http`
 * an address that is connected to. Nothing starts before `setup`.
 *
 * A server that ends by itself is started again: after a quarter of a second, then after twice as long each time, up to
 * half a minute; the fifth end within a minute is the last. Calls meanwhile fail with `MCP_SERVER_UNAVAILABLE`.
 */
export const createMcpPlugin: CreateExternalPlugin = (entry, { pluginRoot }) =>
  new McpPlugin(entry, pluginRoot)
