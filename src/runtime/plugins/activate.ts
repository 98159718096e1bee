import { RuntimeSet } from '../../kernel/runtime-set.ts'
import { emit } from '../events.ts'
import { storeOf } from '../registry.ts'
import { runSetups, signalsOf } from './run.ts'
import type { Plugins } from './state.ts'
import { inTurn } from './turns.ts'
import type { ActivateOptions } from './types.ts'

/** Sets up everything that is not ready, and hands it to a runtime set; see `Registry.activate`. */
export function activate(plugins: Plugins, options: ActivateOptions = {}): Promise<RuntimeSet> {
  const { context = {}, pluginRoot } = options
  return inTurn(plugins, async () => {
    plugins.pluginRoot = pluginRoot ?? plugins.pluginRoot
    const lives = await runSetups(plugins, { context, signals: signalsOf(options, context) })
    const set = new RuntimeSet(plugins.generation)
    void set.add(...lives.map(({ closer }) => closer))
    addSet(plugins, set)
    return set
  })
}

/** Remembers a runtime set, so that updates can move on what it owns. */
export function addSet(plugins: Plugins, set: RuntimeSet): void {
  for (const old of plugins.sets) if (old.closed) plugins.sets.delete(old)
  plugins.sets.add(set)
  emit(storeOf(plugins.registry).listeners, 'activate', { set })
}
