import type { ContributionEntry } from '../catalog/contribution-entry.ts'
import type { SlotOwnerEntry } from '../catalog/slot-owner.ts'
import type { CatalogContribution } from '../kernel/contribution.ts'
import { runChain as runSteps } from '../kernel/run-chain.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type { CallContext, Registry } from './api.ts'
import { storeOf } from './registry.ts'

/**
 * Runs the interceptors of a point, in the order that the build has found: each is a module of the registry, whose
 * `execute` gets the value and returns the next one.
 *
 * An interceptor that returns `undefined` leaves the value as it is; one that returns `stopChain(value)` ends the chain.
 *
 * @param point a point that the build declares with its `points` option; without interceptors the value comes back
 * @param value what the first one gets
 * @param context what the application adds to the context of each
 * @returns the value after the last one
 * @throws InterceptorError, naming the interceptor, when one throws
 * @throws the signal's reason when the context's signal is aborted between two steps
 */
export function runChain<T>(
  registry: Registry,
  point: string,
  value: T,
  context: CallContext = {},
): Promise<T> {
  const entries = registry.list({ kind: 'interceptor' }) as readonly ContributionEntry[]
  const chain = entries.filter(({ id }) => id === point).map(asContribution)
  return runSteps(chain, point, value, { ...context, registry })
}

/** Who owns the slots of the application, by slot. */
export function slotOwners(registry: Registry): ReadonlyMap<string, SlotOwnerEntry> {
  return new Map((storeOf(registry).options.slots ?? []).map((owner) => [owner.slot, owner]))
}

/**
 * Makes the slot owners of a generated module.
 *
 * @throws SyntaxError when it is not JSON
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineSlots(json: string): readonly SlotOwnerEntry[] {
  return deepFreeze(JSON.parse(json))
}

function asContribution(entry: ContributionEntry, order: number): CatalogContribution {
  const { kind, id, priority, payload, scope, origin, pluginId, version, path } = entry
  return { kind, id, priority, payload, order, source: { scope, origin, pluginId, version, path } }
}
