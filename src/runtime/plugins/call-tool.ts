import type { Context } from '../api.ts'
import { PluginUnavailableError } from './errors.ts'
import type { ExternalPlugin } from './external.ts'
import { NEEDS_SERVER } from './possible.ts'
import { isUp, type PluginRecord } from './state.ts'

/**
 * Calls a tool of a plugin.
 *
 * @param tool what the plugin calls it
 * @throws PluginUnavailableError while the plugin is not ready; what the tool throws
 */
export async function callTool(
  record: PluginRecord,
  tool: string,
  inputs: unknown,
  context: Context | undefined,
): Promise<unknown> {
  const { life } = record
  if (life === undefined || !isUp(record)) throw unavailable(record, tool)
  const instance = life.instance as Partial<ExternalPlugin>
  // One that stands in for it was registered by hand.
  if (typeof instance.call !== 'function') throw unavailable(record, tool, 'it has no method `call`')
  return instance.call(tool, inputs, { signal: context?.signal, context })
}

const WHY = {
  registered: 'it is not set up; `activate` or `setupAll` of the registry does that',
  'setting-up': 'it is being set up',
  'tearing-down': 'it is being torn down',
  'torn-down': 'it is torn down',
  removed: 'the registry does not hold it any more',
}

function unavailable(record: PluginRecord, tool: string, fault?: string): PluginUnavailableError {
  const { status, handle } = record
  const why = (WHY as Partial<Record<string, string>>)[status]
  const reason = fault ?? record.reason ?? why ?? 'it cannot be used'
  const retryable = fault === undefined && status !== 'removed' && reason !== NEEDS_SERVER
  const { kind, name } = handle
  return new PluginUnavailableError(tool, { kind, name, status, reason, retryable })
}
