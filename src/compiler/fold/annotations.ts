import type { Report } from '../../diagnostics/collector.ts'
import type { Place } from '../../diagnostics/diagnostic.ts'
import { closest } from '../../util/closest.ts'

/** The annotations that somebody reads: tool lists, or the module protocol. Others are shown and mean nothing here. */
const KNOWN = [
  'cacheKeyFields',
  'cacheTtl',
  'cacheable',
  'destructive',
  'extra',
  'idempotent',
  'openWorld',
  'paginated',
  'paginationStyle',
  'readonly',
  'requiresApproval',
  'streaming',
]

/**
 * Says what is wrong with the annotations of a module.
 *
 * @param annotations a plain object
 * @param at where they are written
 */
export function reportAnnotations(annotations: unknown, at: Place, report: Report): void {
  const given = annotations as Readonly<Record<string, unknown>>
  if (given.readonly === true && given.destructive === true) {
    report('ANNOTATIONS_CONTRADICT', { annotations: ['readonly', 'destructive'] }, { at })
  }
  for (const key of Object.keys(given)) {
    if (KNOWN.includes(key)) continue
    const [suggestion] = closest(key, KNOWN)
    // A key that resembles nothing is the application's own.
    if (suggestion !== undefined) report('ANNOTATION_UNKNOWN', { key, suggestion }, { at })
  }
}
