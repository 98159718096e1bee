import { RuntimeSet } from '../../kernel/runtime-set.ts'
import { addSet } from './activate.ts'
import { planOf, withDependants } from './plan.ts'
import { runSetups } from './run.ts'
import type { Life, PluginRecord, Plugins } from './state.ts'
import { setStatus } from './state.ts'
import { livesOn, reportAll, tearDown } from './tear-down.ts'
import { inTurn } from './turns.ts'

/**
 * Changes what a registry holds while it runs. The change shows at once; then what it concerns is torn down, the
 * plugins that depend on it included, and, where plugins are set up at all, set up anew with the context of that time.
 *
 * @param touched plugins that come, go or become others
 * @param apply makes the change
 * @param renew whether a new generation begins: what stays moves to a runtime set of its own
 */
export function change(
  plugins: Plugins,
  touched: Iterable<PluginRecord>,
  apply: () => void,
  renew = false,
): Promise<void> {
  const before = planOf(plugins)
  apply()
  plugins.plan = undefined
  const after = planOf(plugins)
  const affected = new Set([...withDependants(before, touched), ...withDependants(after, touched)])
  const order = [...before.order, ...after.order.filter((record) => !before.needs.has(record))]
  if (affected.size === 0) return Promise.resolve()
  return inTurn(plugins, async () => {
    reportAll(plugins, await tearDown(plugins, livesOn(order, affected)))
    for (const record of touched)
      setStatus(plugins, record, isThere(plugins, record) ? 'registered' : 'removed')
    const { context } = plugins
    const lives = context ? await runSetups(plugins, { context, signals: [] }, affected) : []
    if (renew) await nextSet(plugins, lives)
    else adopt(plugins, lives)
  })
}

function isThere({ records }: Plugins, record: PluginRecord): boolean {
  return records.get(record.id) === record
}

/** Hands new lives to the newest runtime set that is open; without one they are nobody's. */
function adopt({ sets }: Plugins, lives: readonly Life[]): void {
  const open = [...sets].filter((set) => !set.closed).at(-1)
  void open?.add(...lives.map(({ closer }) => closer))
}

/** Makes the runtime set of the next generation: it owns what the old ones did and what is new, in plan order. */
async function nextSet(plugins: Plugins, lives: readonly Life[]): Promise<void> {
  const old = [...plugins.sets].filter((set) => !set.closed)
  plugins.generation++
  if (old.length === 0) return
  const set = new RuntimeSet(plugins.generation)
  for (const { life } of planOf(plugins).order) {
    if (life === undefined) continue
    const owned = old.map((each) => each.release(life.closer)).includes(true)
    if (owned || lives.includes(life)) void set.add(life.closer)
  }
  addSet(plugins, set)
  for (const each of old) await each.closeIfGeneration(each.generation)
}
