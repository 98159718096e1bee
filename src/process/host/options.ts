import type { RestartOptions } from '../../child-process/restart-policy.ts'
import type { BrokerHandlers } from './broker.ts'
import type { ResolvedLimits } from './descriptor.ts'

/** How a module in its own process is run. All of it has defaults; times are milliseconds. */
export interface SupervisorOptions {
  /** Grants that the application approves; the module gets those of them that it asks for. Default: none. */
  readonly grants?: readonly string[] | undefined
  /** What the module can ask of the application. Default: nothing. */
  readonly handlers?: BrokerHandlers | undefined
  /** The host's own limits, which a descriptor may lower. */
  readonly limits?: Partial<ResolvedLimits> | undefined
  /** From the start to readiness. Default 5,000. */
  readonly startTimeoutMs?: number | undefined
  /** How long a drain may take: running calls, and then the end of the process. Default 30,000. */
  readonly drainTimeoutMs?: number | undefined
  /** How long the process may take to obey each stage of a stop. Default 2,000. */
  readonly stopTimeoutMs?: number | undefined
  /** How often an idle module is asked whether it is well. Default 15,000; 0 for never. */
  readonly healthIntervalMs?: number | undefined
  /** How often a module that starts is asked whether it is ready. Default 50. */
  readonly readyIntervalMs?: number | undefined
  /** When a module that crashed is started again. */
  readonly restart?: RestartOptions | undefined
  /** The number of the first generation. Default 1. */
  readonly generation?: number | undefined
  /** How much of the module's error stream is kept, in bytes. Default 65,536. */
  readonly stderrBytes?: number | undefined
}
