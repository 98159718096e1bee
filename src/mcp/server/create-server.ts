import type { CallContext, ListFilter, Registry } from '../../runtime/api.ts'
import type { ToolProblem } from '../../tools/to-tools.ts'
import { closest } from '../../util/closest.ts'
import { loadServerSdk } from '../sdk.ts'
import { callTool, type Progress, type ReportProgress } from './call-tool.ts'
import { createToolList } from './tool-list.ts'
import { watchRegistry } from './watch-registry.ts'

/** Options of an MCP server over a registry; all have defaults. */
export interface McpServerOptions {
  /** What the server calls itself. Default: `module-registry`. */
  readonly name?: string | undefined
  /** Default: `0.0.0`. */
  readonly version?: string | undefined
  /** What a model should know of the server as a whole. */
  readonly instructions?: string | undefined
  /** Which modules are tools: those below a prefix, or with a tag. Default: all. */
  readonly filter?: Omit<ListFilter, 'kind'> | undefined
  /** What modules find in the context of a call, besides `signal` and `progress`. */
  readonly context?: CallContext | undefined
  /** Called once for every module that is left out. Default: a line on stderr. */
  readonly onProblem?: ((problem: ToolProblem) => void) | undefined
  /** Called for what goes wrong with the connection itself. Default: a line on stderr. */
  readonly onError?: ((error: Error) => void) | undefined
}

/** An MCP server over a registry. */
export interface McpServer {
  /**
   * Serves one client.
   *
   * @param transport one of the SDK's, such as `StdioServerTransport` or `StreamableHTTPServerTransport`
   * @returns when the transport is ready
   */
  connect(transport: object): Promise<void>
  /** Ends the connection; calls that run are aborted. */
  close(): Promise<void>
  /** Resolves when the connection has ended, whoever ended it. Never rejects. */
  readonly done: Promise<void>
}

/**
 * Makes an MCP server of a registry, for one client. `tools/list` comes from the catalog and loads nothing;
 * `tools/call` loads the one module, after its inputs were held against its schema. A module finds `context.signal`,
 * aborted when the client cancels, and `context.progress(…)`, heard where the client wants to know. The client is told
 * when the list has changed.
 *
 * @throws McpSdkMissingError, and ToolNameError when the names of tools are too long, through the promise
 */
export async function createMcpServer(
  registry: Registry,
  options: McpServerOptions = {},
): Promise<McpServer> {
  const { name = 'module-registry', version = '0.0.0', instructions, filter = {}, context = {} } = options
  const {
    onProblem = ({ message }) => console.error(message),
    onError = (error) => console.error(error.message),
  } = options
  const sdk = await loadServerSdk()
  const listTools = createToolList(registry, filter, onProblem)
  listTools()
  const server = new sdk.Server(
    { name, version },
    {
      capabilities: { tools: { listChanged: true } },
      ...(instructions === undefined ? {} : { instructions }),
    },
  )
  server.setRequestHandler(sdk.ListToolsRequestSchema, () => ({ tools: [...listTools().tools] as never[] }))
  server.setRequestHandler(sdk.CallToolRequestSchema, async ({ params }, extra) => {
    const found = listTools().find(params.name)
    if (found === undefined)
      throw new sdk.McpError(sdk.ErrorCode.InvalidParams, unknownTool(params.name, listTools().tools))
    const progressToken = params._meta?.progressToken
    const progress: ReportProgress = (given) => {
      if (progressToken === undefined || extra.signal.aborted) return
      const said: Progress = typeof given === 'number' ? { progress: given } : given
      const notification = { method: 'notifications/progress', params: { ...said, progressToken } } as const
      extra.sendNotification(notification).catch(onError)
    }
    const inputs = params.arguments ?? {}
    return callTool(registry, {
      ...found,
      inputs,
      context: { ...context, signal: extra.signal, progress },
    }) as never
  })
  let shown = ''
  const announce = (): void => {
    const now = JSON.stringify(listTools().tools)
    if (now === shown) return
    shown = now
    server.sendToolListChanged().catch(onError)
  }
  const stopWatching = watchRegistry(registry, () => guard(announce, onError))
  const done = new Promise<void>((resolve) => {
    server.onclose = () => {
      stopWatching()
      resolve()
    }
  })
  server.oninitialized = () => {
    shown = JSON.stringify(listTools().tools)
  }
  server.onerror = onError
  return {
    connect: (transport) => server.connect(transport as never),
    close: () => server.close(),
    done,
  }
}

function guard(run: () => void, onError: (error: Error) => void): void {
  try {
    run()
  } catch (error) {
    onError(error as Error)
  }
}

function unknownTool(name: string, tools: readonly { readonly name: string }[]): string {
  const near = closest(
    name,
    tools.map((tool) => tool.name),
    3,
  )
  const names = near.map((one) => `"${one}"`).join(' or ')
  return `There is no tool "${name}".${names && ` Did you mean ${names}?`}`
}
