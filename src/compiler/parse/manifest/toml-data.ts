import { loadToml } from '../../lazy-packages.ts'
import type { TomlPath, TomlPlaces } from './toml-places.ts'

/** Deeper than anybody writes, and shallow enough for everything that walks over data later. */
const MAX_DEPTH = 64

/** Takes what is wrong with a value. */
export type ValueProblem = (path: TomlPath, message: string, hint: string) => void

/**
 * Turns a value of the parser into plain data that JSON can hold: dates become the text that was written, a key such as
 * `__proto__` an ordinary member. What JSON cannot hold is reported, and left out.
 */
export function toData(value: unknown, path: TomlPath, places: TomlPlaces, problem: ValueProblem): unknown {
  if (value instanceof loadToml().TomlDate) {
    const text = places.text(path) ?? value.toISOString()
    if (!isCalendarDate(text)) {
      problem(path, `is no calendar date: ${text}`, 'Correct the day, or put the text in quotes.')
    }
    return text
  }
  if (typeof value === 'bigint' || (typeof value === 'number' && !Number.isFinite(value))) {
    problem(path, `cannot be kept exactly, found ${describeType(value)}`, 'Put the text in quotes.')
    return undefined
  }
  if (typeof value !== 'object' || value === null) return value
  if (path.length > MAX_DEPTH) {
    problem(path, `is nested more than ${MAX_DEPTH} levels deep`, 'Use fewer levels.')
    return undefined
  }
  if (Array.isArray(value)) return value.map((item, index) => toData(item, [...path, index], places, problem))
  const table: Record<string, unknown> = {}
  for (const [key, member] of Object.entries(value)) {
    const data = toData(member, [...path, key], places, problem)
    Object.defineProperty(table, key, { value: data, enumerable: true, configurable: true, writable: true })
  }
  return table
}

/** Stands for a date while a manifest is checked: it is no string, and no table. */
const DATE = Symbol('date')

/** A copy in which no date can be taken for a string or a table. */
export function withoutDates(value: unknown, depth = 0): unknown {
  if (value instanceof loadToml().TomlDate) return DATE
  if (typeof value !== 'object' || value === null || depth > MAX_DEPTH) return value
  if (Array.isArray(value)) return value.map((item) => withoutDates(item, depth + 1))
  const table: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) {
    const data = withoutDates(member, depth + 1)
    Object.defineProperty(table, key, { value: data, enumerable: true, configurable: true, writable: true })
  }
  return table
}

/** Names the type of a value as TOML does: `a string`, `a float (nan)`. */
export function describeType(value: unknown): string {
  if (value === DATE || value instanceof loadToml().TomlDate) return 'a date'
  if (typeof value === 'string') return 'a string'
  if (typeof value === 'boolean') return `a boolean (${value})`
  if (typeof value === 'bigint') return `an integer beyond 2^53 (${value})`
  if (typeof value === 'number') {
    const text = String(value).replace('NaN', 'nan').replace('Infinity', 'inf')
    return Number.isInteger(value) ? `an integer (${text})` : `a float (${text})`
  }
  return Array.isArray(value) ? 'an array' : 'a table'
}

/** Whether a date exists; the parser makes 2 March of 30 February. A time without a date always does. */
function isCalendarDate(text: string): boolean {
  const date = /^(\d{4})-(\d{2})-(\d{2})/.exec(text)
  if (date === null) return true
  const [year, month, day] = date.slice(1).map(Number) as [number, number, number]
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (days[month - 1] ?? 0)
}
