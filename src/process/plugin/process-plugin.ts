import type { PluginEntry } from '../../catalog/plugin-entry.ts'
import type { PluginContext } from '../../runtime/api.ts'
import type {
  CreateExternalPlugin,
  ExternalCallOptions,
  ExternalPlugin,
  ExternalPluginOptions,
  ExternalProblem,
} from '../../runtime/plugins/external.ts'
import type { BrokerHandlers } from '../host/broker.ts'
import type { ProcessDescriptor } from '../host/descriptor.ts'
import { ProcessUnavailableError } from '../host/errors.ts'
import { readCaller } from './caller.ts'
import { processDescriptor } from './process-descriptor.ts'

/** How a supervisor is to run a module, besides what its descriptor says. */
export interface SuperviseOptions {
  /** What the application approves of the grants that the module asks for. */
  readonly grants: readonly string[]
  /** What the module can ask of the application. */
  readonly handlers: BrokerHandlers
  /** Milliseconds. */
  readonly startTimeoutMs: number
  /** How long running calls and the process may take to end, in milliseconds. */
  readonly drainTimeoutMs: number
}

/** What a process plugin needs of the supervisor of its process. */
export interface PluginSupervisor {
  start(): Promise<unknown>
  callTool(tool: string, inputs: unknown, options: ToolCallOptions): Promise<unknown>
  /** Lets running calls end, and then the process. */
  drain(reason: string): Promise<unknown>
  stop(): Promise<unknown>
  /** Why the module is given up for now: it is quarantined, or its circuit is open. */
  problem(): ExternalProblem | undefined
  /** Tells that {@link problem} may give another answer; returns the way to stop. */
  onChange(listener: () => void): () => void
}

/** What goes with one call of a tool. */
interface ToolCallOptions {
  readonly signal?: AbortSignal | undefined
  readonly caller?: { readonly subject: string; readonly tenant: string } | undefined
}

/** Makes the supervisor of a process; starts nothing. */
export type Supervise = (descriptor: ProcessDescriptor, options: SuperviseOptions) => PluginSupervisor

/** Makes plugins that run in processes of their own, each under a supervisor. */
export function processPlugins(supervise: Supervise): CreateExternalPlugin {
  return (entry, options) => new ProcessPlugin(entry, options, supervise)
}

class ProcessPlugin implements ExternalPlugin {
  readonly #entry: PluginEntry
  readonly #descriptor: ProcessDescriptor
  readonly #supervise: Supervise
  readonly #listeners = new Set<(problem: ExternalProblem | undefined) => void>()
  #supervisor: PluginSupervisor | undefined
  #ending: Promise<void> | undefined

  constructor(entry: PluginEntry, { pluginRoot }: ExternalPluginOptions, supervise: Supervise) {
    this.#entry = entry
    this.#descriptor = processDescriptor(entry, pluginRoot)
    this.#supervise = supervise
  }

  async setup(context: PluginContext): Promise<void> {
    const { startupTimeoutSec, teardownTimeoutSec } = this.#entry
    const supervisor = this.#supervise(this.#descriptor, {
      ...approvedFor(this.#entry, context),
      startTimeoutMs: startupTimeoutSec * 1000,
      // A little less than what the registry waits for.
      drainTimeoutMs: teardownTimeoutSec * 900,
    })
    this.#supervisor = supervisor
    const giveUp = () => void supervisor.stop().catch(() => {})
    context.signal.addEventListener('abort', giveUp)
    try {
      context.signal.throwIfAborted()
      await supervisor.start()
    } catch (error) {
      // Of a start that failed nothing may be left, whatever else goes wrong.
      await supervisor.stop().catch(() => {})
      throw withRoot(error)
    } finally {
      context.signal.removeEventListener('abort', giveUp)
    }
    supervisor.onChange(() => {
      for (const listener of this.#listeners) listener(supervisor.problem())
    })
  }

  teardown(): Promise<void> {
    this.#ending ??= this.#end()
    return this.#ending
  }

  async #end(): Promise<void> {
    const supervisor = this.#supervisor
    this.#listeners.clear()
    try {
      await supervisor?.drain('disable')
    } finally {
      await supervisor?.stop()
    }
  }

  async call(tool: string, inputs: unknown, { signal, context }: ExternalCallOptions = {}): Promise<unknown> {
    if (this.#supervisor === undefined) throw new TypeError('The plugin is not set up.')
    return this.#supervisor.callTool(tool, inputs, { signal, caller: readCaller(context) })
  }

  onProblem(listener: (problem: ExternalProblem | undefined) => void): () => void {
    this.#listeners.add(listener)
    const problem = this.#supervisor?.problem()
    // It may have come between the start and this question.
    if (problem !== undefined) queueMicrotask(() => this.#listeners.has(listener) && listener(problem))
    return () => this.#listeners.delete(listener)
  }
}

/**
 * What the application grants to a plugin, and does for it: `processes` of the context that plugins are set up with, by
 * plugin ID, as `{ grants?, handlers? }`.
 */
function approvedFor({ id }: PluginEntry, { processes }: PluginContext): Approved {
  const own = isRecord(processes) && Object.hasOwn(processes, id) ? processes[id] : undefined
  const { grants, handlers } = isRecord(own) ? own : {}
  return {
    grants: Array.isArray(grants) ? grants.map(String) : [],
    handlers: isRecord(handlers) ? (handlers as BrokerHandlers) : {},
  }
}

type Approved = Pick<SuperviseOptions, 'grants' | 'handlers'>

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** Says where paths start, to those whose program was looked for in the wrong place. */
function withRoot(error: unknown): unknown {
  const isGone =
    error instanceof ProcessUnavailableError &&
    (error.cause as { code?: unknown } | undefined)?.code === 'ENOENT'
  if (!isGone) return error
  const { details, cause } = error
  const hint = 'paths of plugins start at the `pluginRoot` of `activate()`, by default the working folder'
  return new ProcessUnavailableError({ ...details, reason: `${details.reason} (${hint})` }, { cause })
}
