/**
 * @typedef {{ before: unknown, after: unknown }} Versions
 * @typedef {{ path: string, before?: unknown, after?: unknown }} Change
 */

/**
 * Plain JavaScript takes part as well: the tag says what `implements` would.
 *
 * @implements {Module<Versions, Change[]>}
 * @import { Module } from 'unplugin-module-registry/runtime'
 */
export class JsonDiff {
  description = 'Lists what differs between two JSON values.'
  tags = ['json']

  /**
   * @param {Versions} versions
   * @returns {Change[]}
   */
  execute({ before, after }) {
    return changes('$', before, after)
  }
}

/**
 * @param {string} path
 * @param {unknown} before
 * @param {unknown} after
 * @returns {Change[]}
 */
function changes(path, before, after) {
  if (Object.is(before, after)) return []
  if (!isBranch(before) || !isBranch(after) || Array.isArray(before) !== Array.isArray(after)) {
    return [{ path, ...(before === undefined ? {} : { before }), ...(after === undefined ? {} : { after }) }]
  }
  const keys = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...keys].flatMap((key) =>
    changes(Array.isArray(before) ? `${path}[${key}]` : `${path}.${key}`, before[key], after[key]),
  )
}

/**
 * @param {unknown} value
 * @returns {value is Record<string, unknown>}
 */
function isBranch(value) {
  return typeof value === 'object' && value !== null
}
