import { type LibraryValue, Thunk, type Value } from '../fold/value.ts'
import { Refused } from './refused.ts'

/** What is needed to tell values of a library from data, and to wrap them. */
export interface Wrapping {
  isValue(raw: object): boolean
  wrap(raw: object): LibraryValue
}

const MAX_DEPTH = 100

/**
 * Turns what a library gave into a folded value.
 *
 * @throws Refused for what is neither data nor a value of the library
 */
export function takeResult(raw: unknown, wrapping: Wrapping, depth = 0): Value {
  if (typeof raw === 'function' || typeof raw === 'symbol') throw new Refused(`it gives a ${typeof raw}`)
  if (typeof raw !== 'object' || raw === null) return raw as Value
  if (wrapping.isValue(raw)) return wrapping.wrap(raw)
  if (raw instanceof RegExp) return raw
  if (depth > MAX_DEPTH) throw new Refused('it is nested without an end')
  if (Array.isArray(raw)) return raw.map((item) => takeResult(item, wrapping, depth + 1))
  const prototype = Object.getPrototypeOf(raw)
  if (prototype !== null && prototype !== Object.prototype)
    throw new Refused('it gives an object that is no plain data')
  return takeObject(raw as Record<string, unknown>, wrapping, depth)
}

/** Accessors stay what they are: those of a recursive shape would not come to an end. */
function takeObject(raw: Record<string, unknown>, wrapping: Wrapping, depth: number): Value {
  const result: Record<string, Value> = Object.create(null)
  for (const [key, member] of Object.entries(Object.getOwnPropertyDescriptors(raw))) {
    if (member.enumerable !== true) continue
    result[key] =
      member.get === undefined
        ? takeResult(member.value, wrapping, depth + 1)
        : new Thunk('getter', () => takeResult(raw[key], wrapping, depth + 1))
  }
  return result
}
