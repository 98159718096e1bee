import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import type { Context, Plugin, PluginContext } from '../api.ts'

/** What goes with one call of a tool. */
export interface ExternalCallOptions {
  /** Aborted when the caller has lost interest. */
  readonly signal?: AbortSignal | undefined
  /** The context of the call: who calls, and whatever else the application says. */
  readonly context?: Context | undefined
}

/** A tool that is known only while its plugin runs. */
export interface ExternalTool {
  /** What the registry calls it: `mcp__<server>__<tool>`. */
  readonly id: string
  /** What its plugin calls it: the first argument of {@link ExternalPlugin.call}. */
  readonly tool: string
  readonly description?: string | undefined
  /** JSON Schema, as the plugin gives it. */
  readonly inputSchema?: object | undefined
  readonly outputSchema?: object | undefined
  readonly annotations?: object | undefined
}

/** Why a plugin cannot be called for the moment. */
export interface ExternalProblem {
  /** As a clause, without a full stop: `its process ended with code 1`. */
  readonly reason: string
}

/** A plugin that runs elsewhere, and whose tools are called. One object is one set-up. */
export interface ExternalPlugin extends Plugin {
  /**
   * Starts it.
   *
   * @returns when it is ready
   * @throws an error with `code` and `message` when it cannot be started; then nothing of it is left behind. So it does
   *   soon after `context.signal` was aborted
   */
  setup(context: PluginContext): Promise<void>
  /** Lets running calls end, within limits, then stops it. Safe to call twice. */
  teardown(): Promise<void>
  /**
   * Calls a tool.
   *
   * @param tool what the plugin calls it, which is not its ID in the registry
   * @returns what the tool gives, as plain data
   * @throws what the tool says; an error with `code`, and `retryable` in its `details`, when it cannot be reached. It
   *   never waits without an end
   */
  call(tool: string, inputs: unknown, options?: ExternalCallOptions): Promise<unknown>
  /** The tools that it has now; for plugins whose manifest does not list them. */
  tools?(): readonly ExternalTool[]
  /**
   * Tells when {@link tools} gives others than before.
   *
   * @returns a function that stops telling
   */
  onToolsChanged?(listener: () => void): () => void
  /**
   * Tells that it cannot be called (it is given up, or its circuit is open), and by `undefined` that it can be again. A
   * restart that is under way is no such problem: calls then fail, retryably, or wait.
   *
   * @returns a function that stops telling
   */
  onProblem?(listener: (problem: ExternalProblem | undefined) => void): () => void
}

/** What a plugin needs to know besides its entry. */
export interface ExternalPluginOptions {
  /** The folder that `folder` of the entry is relative to; empty for the working folder. */
  readonly pluginRoot: string
}

/** Makes a plugin that runs elsewhere out of its entry; starts nothing. */
export type CreateExternalPlugin = (entry: PluginEntry, options: ExternalPluginOptions) => ExternalPlugin

/** How to get what runs plugins elsewhere; what is absent cannot be run in this program. */
export interface ExternalRuntimes {
  /** For the runtime `process`. */
  readonly child?: (() => Promise<CreateExternalPlugin>) | undefined
  /** For the runtimes `mcp_stdio` and `mcp_http`. */
  readonly mcp?: (() => Promise<CreateExternalPlugin>) | undefined
}
