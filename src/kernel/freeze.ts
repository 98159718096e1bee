import { deepFreeze } from '../util/deep-freeze.ts'
import type { Assembly } from './assemble.ts'
import { Catalog } from './catalog.ts'
import { type ContributionConflict, describeConflict } from './conflicts.ts'
import type { CacheShape } from './hashes.ts'
import { RuntimeSnapshot, type SnapshotDiagnostic } from './snapshot.ts'
import { describeSource } from './source.ts'

/**
 * Makes an assembly immutable. Contributions and tool schemas already are frozen copies, made where they were read.
 *
 * @param assembly what was derived; its maps are not kept
 * @param generation the number of the snapshot
 * @param shape gives the hashes
 */
export function freeze(assembly: Assembly, generation: number, shape: () => CacheShape): RuntimeSnapshot {
  const { effective, shadowed, systemPrompt } = assembly
  const contributions = effective.map((candidate) => candidate.contribution)
  const conflicts = deepFreeze([...assembly.conflicts])
  return new RuntimeSnapshot(
    generation,
    Object.freeze({
      catalog: new Catalog(contributions, conflicts, shadowed),
      systemPrompt,
      toolSchemas: Object.freeze([...assembly.toolSchemas]),
      chains: toRecord(assembly.chains),
      replacements: toRecord(assembly.owners),
      diagnostics: deepFreeze(conflicts.map(toDiagnostic)),
      shape,
    }),
  )
}

/** Copies a map into an object without prototype, so that every key is an ordinary one, and freezes one level more. */
function toRecord<T extends object>(map: ReadonlyMap<string, T>): Readonly<Record<string, T>> {
  const record: Record<string, T> = Object.create(null)
  for (const [key, value] of map) record[key] = Object.freeze(value)
  return Object.freeze(record)
}

function toDiagnostic(conflict: ContributionConflict): SnapshotDiagnostic {
  return {
    code: 'CONTRIBUTION_CONFLICT',
    severity: 'warning',
    message: `${describeConflict(conflict)} The one of ${describeSource(conflict.winner!)} is used.`,
    hint: 'Remove or rename all but one, or offer the one that should win at a higher scope.',
    related: [],
    details: { ...conflict },
  }
}
