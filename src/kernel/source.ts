import { compareText } from '../util/compare.ts'
import type { ContributionSource } from './contribution.ts'

/** Orders sources totally: plugin ID, origin, path, scope, version; absent sorts before anything else. */
export function compareSources(a: ContributionSource, b: ContributionSource): number {
  return (
    compareText(a.pluginId ?? '', b.pluginId ?? '') ||
    compareText(a.origin ?? '', b.origin ?? '') ||
    compareText(a.path ?? '', b.path ?? '') ||
    compareText(a.scope, b.scope) ||
    compareText(a.version ?? '', b.version ?? '')
  )
}

/**
 * Keeps one of each source: two are the same when scope, plugin ID, version, origin and path are equal.
 *
 * @returns the distinct sources in the order of {@link compareSources}
 */
export function distinctSources(sources: readonly ContributionSource[]): ContributionSource[] {
  const sorted = [...sources].sort(compareSources)
  return sorted.filter((source, i) => i === 0 || compareSources(sorted[i - 1]!, source) !== 0)
}

/** Prints a source for a message: `extensions, extensions/math.ts (project)`. */
export function describeSource(source: ContributionSource): string {
  const plugin = source.pluginId && [source.pluginId, source.version].filter(Boolean).join('@')
  const place = [plugin, source.origin, source.path].filter(Boolean).join(', ')
  return source.scope === '' ? place : `${place} (${source.scope})`.trimStart()
}
