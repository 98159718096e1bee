import { isPlainData } from './deep-freeze.ts'

const MAX_DEPTH = 1000

/**
 * Copies arrays and plain objects all the way down and freezes the copies; the original stays as it is.
 *
 * Functions and objects with a prototype of their own are kept by reference, untouched, since a frozen or copied live
 * instance would not work. An accessor is read once and becomes a value; what is not enumerable is left out. Cycles
 * and shared parts keep their shape, and a member called `__proto__` stays an ordinary member.
 *
 * @param value what to copy
 * @returns the frozen copy, or the value itself where there is nothing to copy
 * @throws RangeError beyond 1000 levels; and whatever an accessor or a proxy throws
 */
export function frozenCopy<T>(value: T): T {
  return isPlainData(value) ? (copy(value, new Map(), 0) as T) : value
}

function copy(value: unknown, copies: Map<object, object>, depth: number): unknown {
  if (!isPlainData(value)) return value
  const known = copies.get(value)
  if (known !== undefined) return known
  if (depth > MAX_DEPTH) throw new RangeError(`it is nested more than ${MAX_DEPTH} levels deep`)
  const target = emptyLike(value)
  copies.set(value, target)
  for (const key of memberKeys(value)) {
    const member = copy((value as Record<PropertyKey, unknown>)[key], copies, depth + 1)
    if (key === '__proto__') Object.defineProperty(target, key, { value: member, enumerable: true })
    else target[key] = member
  }
  return Object.freeze(target)
}

/** Gives an empty array of the same length, or an empty object that has a prototype if the original has one. */
function emptyLike(value: object): Record<PropertyKey, unknown> {
  if (!Array.isArray(value)) return Object.getPrototypeOf(value) === null ? Object.create(null) : {}
  const array: unknown[] = []
  array.length = value.length
  return array as unknown as Record<PropertyKey, unknown>
}

function memberKeys(value: object): PropertyKey[] {
  const keys: PropertyKey[] = Object.keys(value)
  for (const symbol of Object.getOwnPropertySymbols(value)) {
    if (Object.prototype.propertyIsEnumerable.call(value, symbol)) keys.push(symbol)
  }
  return keys
}
