import { compareText } from '../../../util/compare.ts'
import { isObject, placesOf } from './positions.ts'

/** How many values, characters and levels a schema may have to be simple: more than most people write. */
const MAX_PARTS = 10_000
const MAX_CHARACTERS = 1_000_000
const MAX_DEPTH = 50

/** Keywords that need more than a copy, wherever they stand: also as the names of properties, which are rare. */
const SPECIAL: ReadonlySet<string> = new Set([
  ...['$ref', '$id', '$anchor', '$defs', 'definitions', '$dynamicRef', '__proto__'],
])
const NEVER_EMPTY: ReadonlySet<string> = new Set(['prefixItems', 'allOf', 'anyOf', 'oneOf'])

const normal = new WeakSet<object>()

/** Whether a schema came out of {@link normalizeSimple}, so that it is in normal form for certain. */
export function isKnownAsNormal(schema: unknown): schema is object {
  return typeof schema === 'object' && schema !== null && normal.has(schema)
}

/**
 * Brings a schema without references, definitions and old keywords into normal form, in one pass. The answer is the one
 * that the long way gives.
 *
 * @param schema as a library gave it, or a user wrote it
 * @param isMark whether a `$schema` at the top says nothing, so that it is left out
 * @returns `undefined` for a schema that needs the long way, also to find out what is wrong with it
 */
export function normalizeSimple(schema: object, isMark: (value: unknown) => boolean): object | undefined {
  const count = { parts: 0, characters: 0 }
  const keys = sortedKeys(schema)
  if (keys === undefined) return undefined
  const rest = isMark((schema as { $schema?: unknown }).$schema) ? without('$schema', keys) : keys
  const result = copySchema(schema, rest, 0, count)
  if (result === NOT_SIMPLE) return undefined
  normal.add(result as object)
  return result as object
}

/** What a part that needs the long way gives. */
const NOT_SIMPLE = Symbol('not simple')

interface Count {
  parts: number
  characters: number
}

function isTooMuch(depth: number, count: Count): boolean {
  return ++count.parts > MAX_PARTS || count.characters > MAX_CHARACTERS || depth > MAX_DEPTH
}

function without(key: string, keys: readonly string[]): string[] {
  return keys.filter((one) => one !== key)
}

/** The keys of plain data in canonical order; those that look like numbers come first in every object anyway. */
function sortedKeys(value: object): string[] | undefined {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== null && prototype !== Object.prototype) return undefined
  const keys = Object.keys(value)
  for (let index = 1; index < keys.length; index++) {
    if (keys[index - 1]! > keys[index]!) return keys.sort(compareText)
  }
  return keys
}

function copySchema(value: unknown, keys: readonly string[], depth: number, count: Count): unknown {
  if (isTooMuch(depth, count)) return NOT_SIMPLE
  const result: Record<string, unknown> = {}
  for (const keyword of keys) {
    const member = (value as Record<string, unknown>)[keyword]
    if (member === undefined) continue
    if (SPECIAL.has(keyword)) return NOT_SIMPLE
    const copied = copyKeyword(keyword, member, depth + 1, count)
    if (copied === NOT_SIMPLE) return NOT_SIMPLE
    result[keyword] = copied
  }
  return result
}

function copyKeyword(keyword: string, value: unknown, depth: number, count: Count): unknown {
  if (Array.isArray(value) && (keyword === 'items' || (value.length === 0 && NEVER_EMPTY.has(keyword)))) {
    return NOT_SIMPLE
  }
  const places = placesOf(keyword, value)
  if (places === 'one') return copyInner(value, depth, count)
  if (places === 'data') return copyData(value, depth, count)
  return places === 'list'
    ? copyList(value as unknown[], copyInner, depth, count)
    : copyMembers(value as object, copyInner, depth, count)
}

/** A schema inside of another. */
function copyInner(value: unknown, depth: number, count: Count): unknown {
  if (typeof value === 'boolean') return value
  if (!isObject(value)) return NOT_SIMPLE
  const keys = sortedKeys(value)
  return keys === undefined ? NOT_SIMPLE : copySchema(value, keys, depth, count)
}

function copyData(value: unknown, depth: number, count: Count): unknown {
  if (typeof value === 'string') count.characters += value.length
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? (value === 0 ? 0 : value) : NOT_SIMPLE
  if (typeof value !== 'object') return NOT_SIMPLE
  return Array.isArray(value)
    ? copyList(value, copyData, depth, count)
    : copyMembers(value, copyData, depth, count)
}

type Copy = (value: unknown, depth: number, count: Count) => unknown

function copyList(list: readonly unknown[], copy: Copy, depth: number, count: Count): unknown {
  if (isTooMuch(depth, count)) return NOT_SIMPLE
  const result: unknown[] = []
  for (let index = 0; index < list.length; index++) {
    const copied = copy(list[index], depth + 1, count)
    if (copied === NOT_SIMPLE) return NOT_SIMPLE
    result.push(copied)
  }
  return result
}

function copyMembers(value: object, copy: Copy, depth: number, count: Count): unknown {
  const keys = sortedKeys(value)
  if (keys === undefined || isTooMuch(depth, count)) return NOT_SIMPLE
  const result: Record<string, unknown> = {}
  for (const key of keys) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    if (SPECIAL.has(key)) return NOT_SIMPLE
    count.characters += key.length
    const copied = copy(member, depth + 1, count)
    if (copied === NOT_SIMPLE) return NOT_SIMPLE
    result[key] = copied
  }
  return result
}
