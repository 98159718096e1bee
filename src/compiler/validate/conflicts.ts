import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import { type IdentifiedModule, nameOf, placeOf } from './identify-file.ts'

/**
 * Finds IDs that several files of one scope claim. Every claimant is reported and none is kept, so that nobody wins
 * silently. What other scopes claim is for the kernel to rank.
 *
 * @param modules the modules of all files
 * @returns those whose ID is theirs alone, sorted by ID
 */
export function dropConflicts(modules: readonly IdentifiedModule[], report: Report): IdentifiedModule[] {
  const byId = new Map<string, IdentifiedModule[]>()
  for (const module of modules) {
    const key = `${module.source.root.scope} ${module.id}`
    byId.set(key, [...(byId.get(key) ?? []), module])
  }
  const kept: IdentifiedModule[] = []
  for (const claimants of byId.values()) {
    const [first, ...others] = claimants.sort((a, b) => compareText(a.source.file, b.source.file))
    if (others.length === 0) {
      kept.push(first!)
      continue
    }
    report(
      'MODULE_ID_CONFLICT',
      { moduleId: first!.id, files: claimants.map((claimant) => claimant.source.file) },
      {
        at: placeOf(first!.source, first!.descriptor),
        related: others.map((other) => ({
          ...placeOf(other.source, other.descriptor),
          message: nameOf(other.descriptor),
        })),
      },
    )
  }
  return kept.sort((a, b) => compareText(a.id, b.id))
}

/**
 * Warns about files that differ only in case and of which one at least holds a module: on other systems they are
 * one file.
 *
 * @param files all extension files, relative to the project
 * @param firstModules the first module of each file that holds one
 */
export function reportCaseCollisions(
  files: readonly string[],
  firstModules: ReadonlyMap<string, Parameters<typeof placeOf>>,
  report: Report,
): void {
  const byLowerCase = new Map<string, string[]>()
  for (const file of files) {
    const key = file.toLowerCase()
    byLowerCase.set(key, [...(byLowerCase.get(key) ?? []), file])
  }
  for (const group of byLowerCase.values()) {
    const holders = group.filter((file) => firstModules.has(file))
    if (group.length < 2 || holders.length === 0) continue
    const sorted = group.sort(compareText)
    const [at, ...related] = sorted.map((file) => {
      const module = firstModules.get(file)
      return module === undefined ? { file } : placeOf(...module)
    })
    report(
      'CASE_COLLISION',
      { files: sorted },
      { at: at!, related: related.map((place) => ({ ...place, message: 'the other spelling' })) },
    )
  }
}
