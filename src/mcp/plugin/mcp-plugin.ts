import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import { RestartPolicy } from '../../child-process/restart-policy.ts'
import type { PluginContext } from '../../runtime/api.ts'
import type {
  ExternalCallOptions,
  ExternalPlugin,
  ExternalProblem,
  ExternalTool,
} from '../../runtime/plugins/external.ts'
import { errorText } from '../../util/error-text.ts'
import { McpSdkMissingError, McpServerUnavailableError, McpToolError } from '../errors.ts'
import { type Connection, connect, type SdkErrors, StartFailure } from './connection.ts'

/** How long a call may take, in milliseconds, where the manifest does not say. */
const DEADLINE = 60_000

/** How long running calls are waited for before the server is ended, in milliseconds. */
const DRAIN = 5000

type Up = Connection & { readonly errors: SdkErrors }

/** An MCP server as a plugin of the registry. */
export class McpPlugin implements ExternalPlugin {
  readonly #entry: PluginEntry
  readonly #pluginRoot: string
  readonly #policy = new RestartPolicy()
  readonly #toolListeners = new Set<() => void>()
  readonly #problemListeners = new Set<(problem: ExternalProblem | undefined) => void>()
  readonly #running = new Set<Promise<unknown>>()
  readonly #stopped = new AbortController()
  #connection: Up | undefined
  #tools: readonly ExternalTool[] = []
  #reason = 'it is not started'
  #given = false
  #ending: Promise<void> | undefined
  #restart: ReturnType<typeof setTimeout> | undefined
  #starting: Promise<void> | undefined

  constructor(entry: PluginEntry, pluginRoot: string) {
    this.#entry = entry
    this.#pluginRoot = pluginRoot
  }

  /** @throws McpServerUnavailableError; McpSdkMissingError; the reason of `context.signal` */
  async setup({ signal }: PluginContext): Promise<void> {
    try {
      await this.#connect(AbortSignal.any([signal, this.#stopped.signal]))
    } catch (error) {
      if (signal.aborted || error instanceof McpSdkMissingError) throw error
      throw this.#unavailable(errorText(error), false, error)
    }
  }

  teardown(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  /** @throws McpServerUnavailableError; McpToolError; TypeError for inputs that are no object; the reason of the signal */
  async call(tool: string, inputs: unknown, { signal, context }: ExternalCallOptions = {}): Promise<unknown> {
    const given = inputs ?? {}
    if (typeof given !== 'object' || Array.isArray(given)) {
      throw new TypeError(`The tool "${tool}" of the MCP server "${this.#entry.name}" takes an object.`)
    }
    signal?.throwIfAborted()
    const connection = this.#connection
    if (connection === undefined)
      throw this.#unavailable(this.#reason, !this.#given && this.#ending === undefined)
    const timeout = this.#entry.limits?.deadlineMs ?? DEADLINE
    const report = context?.progress
    const onprogress = typeof report === 'function' ? (progress: object) => void report(progress) : undefined
    const pending = connection.call(tool, given as Record<string, unknown>, { signal, timeout, onprogress })
    this.#running.add(pending)
    try {
      const { content, structuredContent, isError = false } = await pending
      if (isError)
        throw this.#toolError(tool, textOf(content) || 'The tool failed, and does not say why.', content)
      return structuredContent ?? content
    } catch (error) {
      if (error instanceof McpToolError) throw error
      if (signal?.aborted) throw signal.reason
      throw this.#callFailed(connection, tool, timeout, error)
    } finally {
      this.#running.delete(pending)
    }
  }

  tools(): readonly ExternalTool[] {
    return this.#tools
  }

  onToolsChanged(listener: () => void): () => void {
    this.#toolListeners.add(listener)
    return () => {
      this.#toolListeners.delete(listener)
    }
  }

  onProblem(listener: (problem: ExternalProblem | undefined) => void): () => void {
    this.#problemListeners.add(listener)
    return () => {
      this.#problemListeners.delete(listener)
    }
  }

  async #connect(signal: AbortSignal): Promise<void> {
    const timeout = this.#entry.startupTimeoutSec * 1000
    const connection: Up = await connect(
      this.#entry,
      this.#pluginRoot,
      { signal, timeout },
      {
        onEnd: (reason) => this.#lost(connection, reason),
        onTools: (tools) => this.#setTools(tools),
      },
    )
    if (this.#stopped.signal.aborted) {
      await connection.close()
      throw this.#stopped.signal.reason
    }
    this.#connection = connection
    this.#setTools(connection.tools)
    // It may have ended between its last answer and now.
    const ended = connection.ended()
    if (ended !== undefined) this.#lost(connection, ended)
  }

  /** Sees to a server that has gone by itself. */
  #lost(connection: Up, reason: string): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    void connection.close().catch(() => {})
    this.#retryLater(reason)
  }

  #retryLater(reason: string): void {
    if (this.#stopped.signal.aborted) return
    const pause = this.#policy.crashed()
    if (pause === undefined) {
      this.#reason = `${this.#policy.circuitRule}, and is not started again; at last ${reason}`
      this.#given = true
      for (const listener of [...this.#problemListeners]) listener({ reason: this.#reason })
      return
    }
    this.#reason = `${reason}, and it is started again`
    this.#restart = setTimeout(() => {
      this.#starting = this.#connect(this.#stopped.signal).catch((error) =>
        this.#retryLater(errorText(error)),
      )
    }, pause)
  }

  async #end(): Promise<void> {
    clearTimeout(this.#restart)
    const connection = this.#connection
    this.#reason = 'it is torn down'
    if (this.#running.size > 0) {
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise((resolve) => {
        timer = setTimeout(resolve, Math.min(DRAIN, this.#entry.teardownTimeoutSec * 500))
      })
      await Promise.race([Promise.allSettled([...this.#running]), late])
      clearTimeout(timer)
    }
    this.#connection = undefined
    this.#stopped.abort(this.#unavailable('it is torn down', false))
    clearTimeout(this.#restart)
    await this.#starting
    await connection?.close()
  }

  #setTools(tools: readonly ExternalTool[]): void {
    if (JSON.stringify(tools) === JSON.stringify(this.#tools)) return
    this.#tools = tools
    for (const listener of [...this.#toolListeners]) listener()
  }

  #callFailed(connection: Up, tool: string, timeout: number, error: unknown): Error {
    const { McpError, ErrorCode } = connection.errors
    const ended = connection.ended()
    if (ended !== undefined || this.#connection !== connection) {
      return this.#unavailable(ended ?? 'the connection was closed', true, error, connection)
    }
    if (!(error instanceof McpError)) {
      // Over HTTP nobody tells when a server is gone; a call that does not get through does.
      const reason =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : errorText(error)
      if (this.#entry.runtime === 'mcp_http' && !isShapeFault(error)) this.#lost(connection, reason)
      return this.#unavailable(reason, true, error, connection)
    }
    const code: number = error.code
    if (code === ErrorCode.RequestTimeout) {
      return this.#unavailable(`it did not answer within ${timeout / 1000} s`, true, error, connection)
    }
    if (code === ErrorCode.ConnectionClosed) {
      return this.#unavailable('the connection was closed', true, error, connection)
    }
    return this.#toolError(tool, error.message, [], error)
  }

  #toolError(tool: string, message: string, content: readonly unknown[], cause?: unknown): McpToolError {
    return new McpToolError(message, { server: this.#entry.name, tool, content }, cause)
  }

  #unavailable(
    reason: string,
    retryable: boolean,
    cause?: unknown,
    connection?: Connection,
  ): McpServerUnavailableError {
    const stderr = connection?.stderr() ?? (cause instanceof StartFailure ? cause.stderr : undefined)
    const details = {
      server: this.#entry.name,
      reason,
      retryable,
      ...(stderr === undefined ? {} : { stderr }),
    }
    return new McpServerUnavailableError(details, cause)
  }
}

/** Whether an answer came, and was not understood. */
function isShapeFault(error: unknown): boolean {
  return error instanceof Error && 'issues' in error
}

/** The texts among content blocks. */
function textOf(content: readonly unknown[]): string {
  return content
    .flatMap((block) => {
      const { type, text } = (block ?? {}) as { type?: unknown; text?: unknown }
      return type === 'text' && typeof text === 'string' ? [text] : []
    })
    .join('\n')
}
