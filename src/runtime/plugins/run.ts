import { loadPlugin } from './load.ts'
import { planOf } from './plan.ts'
import { takePossible } from './possible.ts'
import { failSetup, type SetupRun, setUp } from './set-up.ts'
import { isUp, type Life, type PluginRecord, type Plugins } from './state.ts'
import { livesOf, livesOn, reportAll, tearDown } from './tear-down.ts'
import { inTurn } from './turns.ts'
import type { SetupContext } from './types.ts'
import { within } from './within.ts'

/** Sets up everything that is not ready; see `Registry.setupAll`. */
export function setupAll(plugins: Plugins, context: SetupContext = {}): Promise<void> {
  return inTurn(plugins, async () => {
    await runSetups(plugins, { context, signals: signalsOf(context) })
  })
}

/** The signals that are there. */
export function signalsOf(
  ...holders: readonly { readonly signal?: AbortSignal | undefined }[]
): AbortSignal[] {
  return holders.flatMap(({ signal }) => signal ?? [])
}

/**
 * Sets up the plugins of a registry that are not ready: each as soon as its dependencies are, and those that become
 * possible at the same time in plan order.
 *
 * @param among only these; default all
 * @returns what was set up, in plan order
 * @throws the reason of an aborted signal; then what was set up is torn down again
 */
export async function runSetups(
  plugins: Plugins,
  run: SetupRun,
  among?: ReadonlySet<PluginRecord>,
): Promise<Life[]> {
  const plan = planOf(plugins)
  const isMine = (record: PluginRecord) => among === undefined || among.has(record)
  // What was set up and cannot be used any more is tried again like everything that is not ready.
  const down = plan.order.filter((record) => record.life && !isUp(record) && isMine(record))
  reportAll(plugins, await tearDown(plugins, livesOn(plan.order, down)))
  const mine = plan.order.filter((record) => !record.life && isMine(record))
  const waiting = new Set(mine)
  const running = new Set<PluginRecord>()
  const aborted = () => run.signals.find((signal) => signal.aborted)

  const advance = async (): Promise<void> => {
    if (aborted()) return
    const wave = takePossible(plugins, plan, waiting, running, run.context)
    // Loaded together before the first is set up, so that the order does not depend on which file came first.
    const loaded = await Promise.allSettled(
      wave.map((record) => within(record.entry.startupTimeoutSec, run.signals, loadPlugin(plugins, record))),
    )
    await Promise.all(
      wave.map(async (record, i) => {
        const source = loaded[i]!
        if (source.status === 'rejected') failSetup(plugins, record, source.reason, run)
        else if (aborted()) failSetup(plugins, record, undefined, run)
        else await setUp(plugins, record, source.value, plan.needs.get(record)!.on, run)
        running.delete(record)
        await advance()
      }),
    )
  }
  await advance()

  const lives = livesOf(mine)
  const signal = aborted()
  if (signal !== undefined) {
    reportAll(plugins, await tearDown(plugins, lives))
    throw signal.reason
  }
  plugins.context = run.context
  return lives.reverse()
}
