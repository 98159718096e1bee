import { isPlainData } from '../util/deep-freeze.ts'

/** The members of a module that its catalog entry shows. */
export const SHOWN =
  'description documentation inputSchema outputSchema annotations examples tags version metadata'.split(' ')

/**
 * Reads what a module says of itself, as far as it is plain data. The schema objects of libraries are not: they have a
 * prototype, or the mark of Standard Schema.
 *
 * @throws TypeError for what JSON cannot hold: a cycle, a bigint
 */
export function readShown(module: object): Record<string, unknown> {
  const shown: Record<string, unknown> = {}
  for (const key of SHOWN) {
    const value = (module as Record<string, unknown>)[key]
    if (typeof value === 'string' || (isPlainData(value) && !('~standard' in value))) shown[key] = value
  }
  return JSON.parse(JSON.stringify(shown))
}
