/**
 * Freezes plain data in place: arrays and plain objects, all the way down.
 *
 * Functions and objects with a prototype of their own are left as they are, since freezing a live instance
 * would break it.
 *
 * @param value the data to freeze; may be shared or cyclic
 * @returns the same value
 */
export function deepFreeze<T>(value: T): T {
  if (!isPlainData(value) || Object.isFrozen(value)) return value
  Object.freeze(value)
  Object.values(value as object).forEach(deepFreeze)
  return value
}

/** Tells whether a value is an array or an object with no prototype of its own (so `JSON` data, never an instance). */
export function isPlainData(value: unknown): value is object {
  if (value === null || typeof value !== 'object') return false
  const prototype = Object.getPrototypeOf(value)
  return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null
}
