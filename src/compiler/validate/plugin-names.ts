import type { Report } from '../../diagnostics/collector.ts'
import type { RelatedPlace } from '../../diagnostics/diagnostic.ts'
import { compareText } from '../../util/compare.ts'
import type { ParsedPlugin } from './plugin-dependencies.ts'

/**
 * Finds plugins that share kind and name (seed: the algorithm, step 3). Every claimant is reported and none is kept, so
 * that nobody wins silently.
 *
 * @returns the IDs that several claim
 */
export function reportAmbiguousPlugins(plugins: readonly ParsedPlugin[], report: Report): Set<string> {
  const ambiguous = new Set<string>()
  for (const [id, claimants] of group(plugins, ({ manifest }) => manifest.id)) {
    if (claimants.length < 2) continue
    ambiguous.add(id)
    const { kind, name } = claimants[0]!.manifest.table
    const [at, ...related] = claimants.map(namePlace)
    const paths = claimants.map(({ source }) => source.folder)
    report(
      'AMBIGUOUS_PLUGIN',
      { kind, name, paths },
      { at: at!, related: related.map((place) => ({ ...place, message: 'the same plugin' })) },
    )
  }
  return ambiguous
}

/** Warns about plugins whose names differ only in case: people will take one for the other. */
export function reportSimilarPlugins(plugins: readonly ParsedPlugin[], report: Report): void {
  for (const [, similar] of group(plugins, ({ manifest }) => manifest.id.toLowerCase())) {
    const byId = new Map(similar.map((plugin) => [plugin.manifest.id, plugin]))
    if (byId.size < 2) continue
    const distinct = [...byId.values()]
    const [at, ...related] = distinct.map(namePlace)
    const files = distinct.map(({ source }) => source.manifest)
    report(
      'CASE_COLLISION',
      { files, plugins: distinct.map(({ manifest }) => manifest.id) },
      { at: at!, related: related.map((place) => ({ ...place, message: 'the other spelling' })) },
    )
  }
}

function namePlace({ source, manifest }: ParsedPlugin): Omit<RelatedPlace, 'message'> {
  return { file: source.manifest, ...manifest.places.value(['plugin', 'name']) }
}

function group(
  plugins: readonly ParsedPlugin[],
  keyOf: (plugin: ParsedPlugin) => string,
): Map<string, ParsedPlugin[]> {
  const groups = new Map<string, ParsedPlugin[]>()
  for (const plugin of [...plugins].sort((a, b) => compareText(a.source.manifest, b.source.manifest))) {
    groups.set(keyOf(plugin), [...(groups.get(keyOf(plugin)) ?? []), plugin])
  }
  return groups
}
