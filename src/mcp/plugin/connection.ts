import { join, resolve } from 'node:path'
import type { RequestOptions } from '@modelcontextprotocol/sdk/shared/protocol.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { z } from 'zod'
import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { childEnvironment } from '../../child-process/environment.ts'
import type { ExternalTool } from '../../runtime/plugins/external.ts'
import { errorText } from '../../util/error-text.ts'
import { loadClientSdk } from '../sdk.ts'
import { ChildTransport } from './child-transport.ts'
import { readTools } from './read-tools.ts'

/** How many pages a list of tools may have. */
const MAX_PAGES = 100

/** How long a change of the list is waited with, so that several are one, in milliseconds. */
const SETTLE = 50

// The SDK's own shapes refuse a whole list for one tool that is not to their taste.
const toolsPage = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().optional() })
const toolResult = z.looseObject({
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
})

/** How long a server may take to end by itself, and then to obey a signal, in milliseconds, at most. */
const LONGEST_PATIENCE = 2000

/** What a tool gave, as it came. */
type RawResult = z.infer<typeof toolResult>

/** What a connection tells. */
export interface ConnectionEvents {
  /** It has ended, and nobody asked it to. */
  readonly onEnd: (reason: string) => void
  readonly onTools: (tools: readonly ExternalTool[]) => void
}

/** Options of one request. */
export interface RequestLimits {
  readonly signal?: AbortSignal | undefined
  /** Milliseconds; starts anew whenever the server reports progress. */
  readonly timeout: number
  readonly onprogress?:
    | ((progress: { progress: number; total?: number; message?: string }) => void)
    | undefined
}

/** A server that is connected. */
export interface Connection {
  /** The tools that it listed first. */
  readonly tools: readonly ExternalTool[]
  call(tool: string, inputs: Record<string, unknown>, limits: RequestLimits): Promise<RawResult>
  /** The end of the server's error stream; absent without a process. */
  stderr(): string | undefined
  /** Why it has ended; absent while it stands. */
  ended(): string | undefined
  /** Ends it, and the process with all that it has started. */
  close(): Promise<void>
}

/** The SDK's errors, by what they mean to those who call. */
export type SdkErrors = Pick<Awaited<ReturnType<typeof loadClientSdk>>, 'McpError' | 'ErrorCode'>

/**
 * Connects to a server and reads its tools. When that fails nothing of it is left behind.
 *
 * @param limits of the start
 * @throws what the transport or the server says
 */
export async function connect(
  entry: PluginEntry,
  pluginRoot: string,
  limits: RequestLimits,
  events: ConnectionEvents,
): Promise<Connection & { readonly errors: SdkErrors }> {
  const sdk = await loadClientSdk()
  limits.signal?.throwIfAborted()
  const transport = makeTransport(sdk, entry, pluginRoot)
  const client = new sdk.Client({ name: 'unplugin-module-registry', version: '1' }, { capabilities: {} })
  const child = transport instanceof ChildTransport ? transport : undefined
  let state: 'starting' | 'up' | 'closing' = 'starting'
  const close = async (): Promise<void> => {
    state = 'closing'
    if (transport instanceof sdk.StreamableHTTPClientTransport) {
      // A courtesy, which must not keep anybody.
      await Promise.race([transport.terminateSession().catch(() => {}), pause(1000)])
    }
    await client.close().catch(() => {})
    await transport.close()
  }
  const listTools = async (): Promise<readonly ExternalTool[]> => {
    if (client.getServerCapabilities()?.tools === undefined) return []
    const listed: unknown[] = []
    let cursor: string | undefined
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor }
      const answer = await request(limits, (options) =>
        client.request({ method: 'tools/list', params }, toolsPage, options),
      )
      listed.push(...answer.tools)
      if (answer.nextCursor === undefined || answer.nextCursor === cursor) break
      cursor = answer.nextCursor
    }
    return readTools(entry.name, listed)
  }
  client.onerror = () => {} // What matters makes a request fail, or the connection end.
  client.onclose = () => {
    if (state === 'up') events.onEnd(child?.ended ?? 'the connection was closed')
  }
  try {
    await request(limits, (options) => client.connect(transport, options))
    client.setNotificationHandler(
      sdk.ToolListChangedNotificationSchema,
      coalesce(async () => {
        if (state === 'up') events.onTools(await listTools())
      }),
    )
    const tools = await listTools()
    state = 'up'
    return {
      errors: sdk,
      tools,
      call: (name, inputs, callLimits) =>
        request(callLimits, (options) =>
          client.request({ method: 'tools/call', params: { name, arguments: inputs } }, toolResult, options),
        ),
      stderr: () => child?.stderr.tail().subarray(-2048).toString(),
      ended: () => child?.ended,
      close,
    }
  } catch (error) {
    const { ended } = child ?? {}
    await close()
    if (limits.signal?.aborted) throw limits.signal.reason
    throw new StartFailure(ended ?? errorText(error), child?.stderr.tail().subarray(-2048).toString(), error)
  }
}

/** Why a server could not be started. */
export class StartFailure extends Error {
  readonly stderr: string | undefined

  constructor(reason: string, stderr: string | undefined, cause: unknown) {
    super(reason, { cause })
    this.stderr = stderr
  }
}

/** Makes a request with a signal of its own: the SDK would leave a listener on the caller's for ever. */
async function request<T>(
  { signal, timeout, onprogress }: RequestLimits,
  send: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const abort = () => own.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  try {
    return await send({
      ...(onprogress === undefined
        ? {}
        : { onprogress: onprogress as NonNullable<RequestOptions['onprogress']> }),
      ...{ signal: own.signal, timeout, resetTimeoutOnProgress: true },
    })
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

function makeTransport(
  sdk: Awaited<ReturnType<typeof loadClientSdk>>,
  entry: PluginEntry,
  pluginRoot: string,
): Transport {
  const { runtime, url = '', command = [], args = [], cwd = '.', env = {}, envPass = [] } = entry
  // The types of the SDK are not written for exact optional properties.
  if (runtime === 'mcp_http') return new sdk.StreamableHTTPClientTransport(new URL(url)) as Transport
  const folder = resolve(join(pluginRoot, entry.folder), cwd)
  const patience = Math.min(LONGEST_PATIENCE, entry.teardownTimeoutSec * 250)
  const what = {
    command: [...command, ...args],
    cwd: folder,
    env: childEnvironment(Object.entries(env), envPass),
    patience,
  }
  return new ChildTransport(what, (line) => sdk.deserializeMessage(line))
}

/** Runs something at most once at a time, a moment after it was asked for, and once more when it was asked for meanwhile. */
function coalesce(run: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let again = false
  const start = (): void => {
    if (running) {
      again = true
      return
    }
    timer ??= setTimeout(async () => {
      timer = undefined
      running = true
      await run().catch(() => {}) // A list that cannot be had leaves the one before.
      running = false
      if (again) {
        again = false
        start()
      }
    }, SETTLE)
    timer.unref()
  }
  return start
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    setTimeout(done, milliseconds).unref()
  })
}
