/**
 * The value in the middle; of an even number of values, the mean of the two there.
 *
 * @param {readonly number[]} values at least one
 */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

/**
 * The smallest value: what a program takes when nothing else disturbs it.
 *
 * @param {readonly number[]} values at least one
 */
export function minimum(values) {
  return Math.min(...values)
}
