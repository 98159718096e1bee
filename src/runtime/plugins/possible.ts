import { missingResources } from './context.ts'
import { externalRuntime, isExternal } from './load.ts'
import { isUp, type Needs, type Plan, type PluginRecord, type Plugins, setStatus } from './state.ts'
import type { SetupContext } from './types.ts'

/**
 * Takes those that can be set up now out of the plugins that wait, and those that never can be.
 *
 * @param waiting in plan order, so that a reason reaches everything it concerns in one pass
 * @param running to which what can be set up is added
 * @returns what can be set up now, in plan order
 */
export function takePossible(
  plugins: Plugins,
  { needs }: Plan,
  waiting: Set<PluginRecord>,
  running: Set<PluginRecord>,
  context: SetupContext,
): PluginRecord[] {
  const possible: PluginRecord[] = []
  const fail = (record: PluginRecord, reason: string, culprit?: PluginRecord) => {
    waiting.delete(record)
    setStatus(plugins, record, 'unavailable', reason, culprit)
  }
  for (const record of waiting) {
    const { on, problem = obstacle(record, context) } = needs.get(record)!
    const missing = on.find((other) => !isUp(other) && !waiting.has(other) && !running.has(other))
    if (problem !== undefined) fail(record, problem)
    else if (missing !== undefined) fail(record, cascade(missing), missing.culprit ?? missing)
    else if (on.every(isUp)) possible.push(record)
  }
  for (const record of possible) {
    waiting.delete(record)
    running.add(record)
    setStatus(plugins, record, 'setting-up')
  }
  return possible
}

/** Why a plugin that runs elsewhere cannot be set up in a browser. */
export const NEEDS_SERVER = 'it needs a server'

/** Why a plugin cannot be set up, whatever becomes of others. */
function obstacle(record: PluginRecord, context: SetupContext): Needs['problem'] {
  if (isExternal(record) && externalRuntime(record) === undefined) return NEEDS_SERVER
  const missing = missingResources(record, context).map((name) => `"${name}"`)
  if (missing.length === 0) return undefined
  return `the context lacks the ${missing.length === 1 ? 'resource' : 'resources'} ${missing.join(', ')}`
}

/** Why a plugin cannot be set up when one that it depends on is not ready. */
function cascade({ id, culprit, reason, status }: PluginRecord): string {
  if (culprit !== undefined) {
    return `it depends on "${id}", which is unavailable because of "${culprit.id}": ${culprit.reason}`
  }
  return `it depends on "${id}", which is ${status}${reason === undefined ? '' : `: ${reason}`}`
}
