import { errorText } from '../../util/error-text.ts'
import type { Plugin, PluginSource } from '../api.ts'
import { report } from '../events.ts'
import { storeOf } from '../registry.ts'
import { makeContext } from './context.ts'
import { PluginSetupError } from './errors.ts'
import { follow } from './follow.ts'
import { type Life, type PluginRecord, type Plugins, setStatus } from './state.ts'
import { closeLife, keepLeaving, teardownLate } from './tear-down.ts'
import type { SetupContext } from './types.ts'
import { within } from './within.ts'

/** What plugins are set up with. */
export interface SetupRun {
  readonly context: SetupContext
  /** Everything is given up when one of them is aborted. */
  readonly signals: readonly AbortSignal[]
}

/**
 * Sets one plugin up, under its time limit, and says in its status what came of it.
 *
 * @param needs the plugins that are ready for it
 */
export async function setUp(
  plugins: Plugins,
  record: PluginRecord,
  source: PluginSource,
  needs: readonly PluginRecord[],
  run: SetupRun,
): Promise<void> {
  const { entry } = record
  const controller = new AbortController()
  let instance: Plugin | undefined
  // Async, so that what the constructor throws is a failed set-up like any other.
  const work = (async () => {
    instance = typeof source === 'function' ? new source() : source
    await instance.setup?.(makeContext(plugins, record, run.context, controller.signal))
  })()
  try {
    await within(entry.startupTimeoutSec, run.signals, work)
    const life: Life = {
      ...{ record, entry, instance: instance!, needs, controller },
      closer: { close: () => closeLife(plugins, life) },
    }
    record.life = life
    setStatus(plugins, record, 'ready')
    follow(plugins, life)
  } catch (error) {
    controller.abort(error)
    // One that ends well after all is torn down at once; one that fails has nobody left to hear of it.
    const late = work.then(
      () => teardownLate(plugins, record, instance!),
      () => {},
    )
    keepLeaving(plugins, record, late)
    failSetup(plugins, record, error, run)
  }
}

/** Says of a plugin that it could not be set up, and why. */
export function failSetup(
  plugins: Plugins,
  record: PluginRecord,
  error: unknown,
  { signals }: SetupRun,
): void {
  if (signals.some((signal) => signal.aborted)) {
    setStatus(plugins, record, 'unavailable', 'its set-up was given up')
    return
  }
  const reason = errorText(error)
  setStatus(plugins, record, 'unavailable', reason)
  report(storeOf(plugins.registry).listeners, record.id, new PluginSetupError(record.handle, reason, error))
}
