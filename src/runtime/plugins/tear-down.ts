import { errorText } from '../../util/error-text.ts'
import type { Plugin } from '../api.ts'
import { report } from '../events.ts'
import { storeOf } from '../registry.ts'
import { PluginTeardownError, TeardownError } from './errors.ts'
import { planOf } from './plan.ts'
import { type Life, type PluginRecord, type Plugins, pluginId, setStatus } from './state.ts'
import { inTurn } from './turns.ts'
import { within } from './within.ts'

/**
 * Tears down one after the other, in the order given, and goes on after a failure.
 *
 * @returns what failed
 */
export async function tearDown(plugins: Plugins, lives: readonly Life[]): Promise<PluginTeardownError[]> {
  const errors: PluginTeardownError[] = []
  for (const life of lives) {
    try {
      life.ending ??= end(plugins, life)
      await life.ending
    } catch (error) {
      errors.push(error as PluginTeardownError)
    }
  }
  return errors
}

/** Tears down everything; see `Registry.teardownAll`. */
export function teardownAll(plugins: Plugins): Promise<void> {
  return inTurn(plugins, async () => {
    plugins.context = undefined
    const errors = await tearDown(plugins, livesOf(planOf(plugins).order))
    if (errors.length > 0) throw new TeardownError(errors)
  })
}

/** Tells of teardowns that failed where no caller gets to know. */
export function reportAll({ registry }: Plugins, errors: readonly PluginTeardownError[]): void {
  const { listeners } = storeOf(registry)
  for (const error of errors) {
    const { kind, name } = error.details
    report(listeners, pluginId(kind, name), error)
  }
}

/** Tears down one plugin for a runtime set, and before it what somebody else has set up on top of it meanwhile. */
export async function closeLife(plugins: Plugins, life: Life): Promise<void> {
  // What went wrong in an earlier teardown was told to those who asked for it.
  if (life.ending !== undefined) return life.ending.catch(() => {})
  const errors = await inTurn(plugins, async () => {
    // It may have gone while others had their turn, and its record may have a new life.
    if (life.ending !== undefined) return []
    const { order } = planOf(plugins)
    const failed = await tearDown(plugins, livesOn(order, [life.record]))
    if (livesOf(order).length === 0) plugins.context = undefined
    return failed
  })
  if (errors.length > 1) throw new TeardownError(errors)
  if (errors.length > 0) throw errors[0]
}

/** The lives of plugins, the last in the plan first. */
export function livesOf(order: readonly PluginRecord[]): Life[] {
  return order.flatMap(({ life }) => life ?? []).reverse()
}

/** The lives of these plugins and of all that were set up on top of them, the last in the plan first. */
export function livesOn(order: readonly PluginRecord[], roots: Iterable<PluginRecord>): Life[] {
  const found = new Set(roots)
  for (let size = -1; size !== found.size; ) {
    size = found.size
    for (const { life } of order) if (life?.needs.some((record) => found.has(record))) found.add(life.record)
  }
  return livesOf(order.filter((record) => found.has(record)))
}

async function end(plugins: Plugins, life: Life): Promise<void> {
  const { record, entry, instance, controller } = life
  life.unfollow?.()
  record.life = undefined
  setStatus(plugins, record, 'tearing-down')
  const work = callTeardown(instance)
  try {
    await within(entry.teardownTimeoutSec, [], work)
    setStatus(plugins, record, 'torn-down')
  } catch (error) {
    keepLeaving(plugins, record, work)
    const reason = errorText(error)
    setStatus(plugins, record, 'torn-down', `its teardown failed: ${reason}`)
    throw new PluginTeardownError(record.handle, reason, error)
  } finally {
    controller.abort()
  }
}

/** Tears down what was set up too late to be used. */
export async function teardownLate(
  plugins: Plugins,
  { id, handle, entry }: PluginRecord,
  instance: Plugin,
): Promise<void> {
  const work = callTeardown(instance)
  await within(entry.teardownTimeoutSec, [], work).catch((error) => {
    report(storeOf(plugins.registry).listeners, id, new PluginTeardownError(handle, errorText(error), error))
  })
  await work.catch(() => {}) // The limit may have passed long before.
}

/** Async, so that what it throws at once is a failure like any other. */
async function callTeardown(instance: Plugin): Promise<void> {
  await instance.teardown?.()
}

/** Remembers what goes on after its time limit: no successor starts before it has ended. */
export function keepLeaving({ leaving }: Plugins, { id }: PluginRecord, ending: Promise<unknown>): void {
  const gone = Promise.allSettled([leaving.get(id), ending]).then(() => {
    if (leaving.get(id) === gone) leaving.delete(id)
  })
  leaving.set(id, gone)
}
