import { compareText } from '../util/compare.ts'
import {
  AmbiguousPluginError,
  ConflictError,
  type ContributionConflict,
  type PluginConflict,
  type ResolutionError,
  type SlotConflict,
  SlotConflictError,
} from './conflicts.ts'
import type { ContributionSource, ShadowedContribution } from './contribution.ts'
import { splitPluginId } from './kinds.ts'
import type { Orders } from './order.ts'
import { resolveSlots, type SlotOwners } from './resolve-slots.ts'
import { compareSources, distinctSources } from './source.ts'
import type { Candidate } from './validate.ts'

/** What a conflict does: fails the build, or goes to the snapshot's diagnostics while the first registration wins. */
export type ConflictPolicy = 'fail' | 'collect'

/** The effective contributions of a build. */
export interface Resolution {
  readonly winners: readonly Candidate[]
  /** What lost its ID to one of them, sorted. */
  readonly shadowed: readonly ShadowedContribution[]
  readonly owners: SlotOwners
  /** Disputes that were settled by registration order; empty under `'fail'`. */
  readonly conflicts: readonly ContributionConflict[]
}

/**
 * Applies the winner rules: additive kinds keep everything; of the others, the highest tier wins each ID.
 *
 * @throws ConflictError under `'fail'`, for all IDs with several distinct sources at the highest tier
 * @throws AmbiguousPluginError under both policies, for plugins that exist twice
 * @throws SlotConflictError under both policies, for slots with several claimants
 */
export function resolve(
  candidates: readonly Candidate[],
  policy: ConflictPolicy,
  orders: Orders,
): Resolution {
  const winners: Candidate[] = []
  const shadowed: ShadowedContribution[] = []
  const settled: ContributionConflict[] = []
  const fatal: ContributionConflict[] = []
  const plugins: PluginConflict[] = []
  for (const group of groupById(candidates)) {
    const { rule, contribution } = group[0]!
    if (rule.additive) {
      for (const candidate of group) winners.push(candidate)
      continue
    }
    const top = rule.unique ? group : highestTier(group)
    const winner = first(top, orders)
    winners.push(winner)
    if (group.length > 1) shadowed.push(...shadowedBy(winner, group))
    const sources = distinctSources(top.map((candidate) => candidate.contribution.source))
    if (rule.unique ? group.length === 1 : sources.length === 1) continue
    const { kind, id } = contribution
    if (rule.unique && kind === 'plugin') plugins.push(pluginConflict(id, sources))
    else if (rule.unique || policy === 'fail') fatal.push({ kind, id, sources })
    else settled.push({ kind, id, sources, winner: winner.contribution.source })
  }
  const { owners, conflicts: slots } = resolveSlots(candidates)
  orders.assertTotal()
  throwAll(fatal.sort(compareConflicts), plugins.sort(comparePlugins), slots)
  return {
    winners,
    shadowed: shadowed.sort((a, b) => compareConflicts(a, b) || compareSources(a.source, b.source)),
    owners,
    conflicts: settled.sort(compareConflicts),
  }
}

/** The sources of a group whose offer the winner hides. */
function shadowedBy(
  { contribution: winner }: Candidate,
  group: readonly Candidate[],
): ShadowedContribution[] {
  const { kind, id } = winner
  const others = distinctSources(group.map(({ contribution }) => contribution.source)).filter(
    (source) => compareSources(source, winner.source) !== 0,
  )
  return others.map((source) => Object.freeze({ kind, id, source }))
}

function groupById(candidates: readonly Candidate[]): Candidate[][] {
  const groups: Candidate[][] = []
  const byKind = new Map<string, Map<string, Candidate[]>>()
  for (const candidate of candidates) {
    const { kind, id } = candidate.contribution
    const byId = byKind.get(kind) ?? new Map<string, Candidate[]>()
    byKind.set(kind, byId)
    const group = byId.get(id)
    if (group !== undefined) {
      group.push(candidate)
      continue
    }
    const started = [candidate]
    byId.set(id, started)
    groups.push(started)
  }
  return groups
}

function highestTier(group: readonly Candidate[]): Candidate[] {
  const highest = group.reduce((tier, candidate) => Math.max(tier, candidate.tier), Number.NEGATIVE_INFINITY)
  return group.filter((candidate) => candidate.tier === highest)
}

function first(group: readonly Candidate[], orders: Orders): Candidate {
  return group.reduce((best, candidate) => (orders.registration(candidate, best) < 0 ? candidate : best))
}

function pluginConflict(id: string, sources: readonly ContributionSource[]): PluginConflict {
  const paths = sources.map((source) => source.path).filter((path) => path !== undefined)
  return { ...splitPluginId(id), paths, sources }
}

function compareConflicts(
  a: Pick<ContributionConflict, 'kind' | 'id'>,
  b: Pick<ContributionConflict, 'kind' | 'id'>,
): number {
  return compareText(a.kind, b.kind) || compareText(a.id, b.id)
}

function comparePlugins(a: PluginConflict, b: PluginConflict): number {
  return compareText(a.kind, b.kind) || compareText(a.name, b.name)
}

function throwAll(ids: ContributionConflict[], plugins: PluginConflict[], slots: SlotConflict[]): void {
  const others: ResolutionError[] = []
  if (isFilled(slots)) others.unshift(new SlotConflictError(slots))
  if (isFilled(plugins))
    others.unshift(new AmbiguousPluginError(plugins, isFilled(ids) ? [] : others.splice(0)))
  if (isFilled(ids)) throw new ConflictError(ids, others)
  if (others[0] !== undefined) throw others[0]
}

function isFilled<T>(list: T[]): list is [T, ...T[]] {
  return list.length > 0
}
