import { compareText } from '../util/compare.ts'
import type { SlotConflict, SlotOwner } from './conflicts.ts'
import { compareSources } from './source.ts'
import type { Candidate } from './validate.ts'

/** Who owns each claimed slot, by the name of the slot. */
export type SlotOwners = ReadonlyMap<string, SlotOwner>

/**
 * Finds the one owner of every claimed slot. Shadowed contributions claim as winners do, since a slot replaces
 * behaviour whatever the catalog says; one contribution that is offered twice is one claimant.
 *
 * @returns the owners, and the slots with several claimants, both sorted by slot
 */
export function resolveSlots(candidates: readonly Candidate[]): {
  owners: SlotOwners
  conflicts: SlotConflict[]
} {
  const claims = new Map<string, SlotOwner[]>()
  for (const { contribution, slots } of candidates) {
    const { kind, id, source } = contribution
    for (const slot of slots) {
      const claimants = claims.get(slot)
      if (claimants === undefined) claims.set(slot, [{ kind, id, source }])
      else claimants.push({ kind, id, source })
    }
  }
  const owners = new Map<string, SlotOwner>()
  const conflicts: SlotConflict[] = []
  for (const [slot, claimants] of [...claims].sort(([a], [b]) => compareText(a, b))) {
    const distinct = distinctOwners(claimants)
    owners.set(slot, distinct[0]!)
    if (distinct.length > 1) conflicts.push({ slot, owners: distinct })
  }
  return { owners, conflicts }
}

function distinctOwners(claimants: readonly SlotOwner[]): SlotOwner[] {
  const sorted = [...claimants].sort(compareOwners)
  return sorted.filter((owner, i) => i === 0 || compareOwners(sorted[i - 1]!, owner) !== 0)
}

function compareOwners(a: SlotOwner, b: SlotOwner): number {
  return compareSources(a.source, b.source) || compareText(a.kind, b.kind) || compareText(a.id, b.id)
}
