// Turns samples into the rows of the table.
import { median, minimum } from './statistics.mjs'

/**
 * One line of the table, and one object of the JSON.
 *
 * @typedef {object} Row
 * @property {string} measure its ID, such as `P1`
 * @property {string} what
 * @property {number} [n] how many files, modules or calls
 * @property {string} [unit] of the values
 * @property {Value} [ours]
 * @property {Value & { name: string }} [against]
 * @property {number} [result] the ratio to `against`, the difference from it, or the value itself
 * @property {'ratio' | 'difference' | 'value'} [kind] which of these the result is
 * @property {number} [byMinima] the same result, from minima
 * @property {number} [byCpu] the same result, from the CPU times of whole processes
 * @property {number} [target] what the result has to reach
 * @property {number} [stretch] what would be better still
 * @property {boolean} [more] whether larger results are better
 * @property {'stretch' | 'yes' | 'no'} [reached] absent without a target
 * @property {string} [missing] why there is nothing to show, and how to change that
 */

/** @typedef {{ median: number, min: number, samples: number[] }} Value */

/** @typedef {import('./sampler.mjs').Sample} Sample */

/**
 * @typedef {object} Comparison
 * @property {string} what
 * @property {number} n
 * @property {readonly Sample[]} ours
 * @property {string} name what it is compared with
 * @property {readonly Sample[]} against
 * @property {string} [key] which number of the samples; the time of the whole process by default
 * @property {string} [unit] `ms` by default
 * @property {'ratio' | 'difference'} [kind]
 * @property {boolean} [wholeProcess] whether CPU times say something about it; by default if nothing else is compared
 * @property {number | undefined} [target]
 * @property {number | undefined} [stretch]
 * @property {boolean} [more]
 */

/**
 * Compares two contenders by one number.
 *
 * @param {string} measure its ID
 * @param {Comparison} comparison
 * @returns {Row}
 */
export function compare(measure, comparison) {
  const {
    what,
    n,
    key = 'wall',
    unit = 'ms',
    kind = 'ratio',
    name,
    target,
    stretch,
    more = false,
  } = comparison
  const ours = numbersOf(comparison.ours, key)
  const against = numbersOf(comparison.against, key)
  /** @param {number} a @param {number} b */
  const relate = (a, b) => (kind === 'ratio' ? a / b : a - b)
  const result = relate(ours.median, against.median)
  const cpu = () =>
    relate(numbersOf(comparison.ours, 'cpu').median, numbersOf(comparison.against, 'cpu').median)
  return {
    measure,
    what,
    n,
    unit,
    ours,
    against: { name, ...against },
    result,
    kind,
    // The best of one that wants more is not its minimum.
    ...(more ? {} : { byMinima: relate(ours.min, against.min) }),
    ...((comparison.wholeProcess ?? key === 'wall') ? { byCpu: cpu() } : {}),
    ...judged(result, target, stretch, more),
  }
}

/**
 * Holds a number of ours against a fixed limit.
 *
 * @param {string} measure its ID
 * @param {{ what: string, n: number, ours: readonly Sample[], key: string, unit: string, target?: number, stretch?: number }} fact
 * @returns {Row}
 */
export function limit(measure, { what, n, ours, key, unit, target, stretch }) {
  const value = numbersOf(ours, key)
  const result = value.median
  const byMinima = value.min
  return {
    measure,
    what,
    n,
    unit,
    ours: value,
    result,
    kind: 'value',
    byMinima,
    ...judged(result, target, stretch),
  }
}

/**
 * Says why something was not measured.
 *
 * @param {string} measure its ID
 * @param {string} what
 * @param {string} missing the reason, and what to do about it
 * @returns {Row}
 */
export function absent(measure, what, missing) {
  return { measure, what, missing }
}

/**
 * @param {readonly Sample[]} samples
 * @param {string} key
 * @returns {Value}
 * @throws when a program did not report the number
 */
function numbersOf(samples, key) {
  const values = samples.map((one) => one[key] ?? Number.NaN)
  if (values.length === 0 || values.some((value) => !Number.isFinite(value)))
    throw new Error(`"${key}" is no number in ${JSON.stringify(samples)}.`)
  return { median: median(values), min: minimum(values), samples: values }
}

/**
 * @param {number} result
 * @param {number | undefined} target
 * @param {number | undefined} stretch
 * @param {boolean} [more]
 * @returns {Pick<Row, 'target' | 'stretch' | 'more' | 'reached'>}
 */
function judged(result, target, stretch, more = false) {
  if (target === undefined) return {}
  /** @param {number | undefined} mark */
  const holds = (mark) => mark !== undefined && (more ? result >= mark : result <= mark)
  const reached = holds(stretch) ? 'stretch' : holds(target) ? 'yes' : 'no'
  return { target, ...(stretch === undefined ? {} : { stretch }), ...(more ? { more } : {}), reached }
}
