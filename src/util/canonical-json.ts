import { compareText } from './compare.ts'

const MAX_DEPTH = 1000
const MAX_LENGTH = 2 ** 27
const STARTS_WITH_DIGIT = /^\d/

/**
 * Prints plain data as JSON with the keys of every object sorted, so that equal data gives equal bytes.
 *
 * Keys come in byte order of their UTF-16 code units, after those that are array indices, which JavaScript objects
 * always list first: so `JSON.stringify(JSON.parse(text))` gives `text` again.
 *
 * @param value plain data: what `JSON.stringify` accepts; `undefined` members are left out
 * @returns compact JSON text; `'null'` for what JSON cannot hold at the top
 * @throws TypeError, with the place, for a cycle or a bigint
 * @throws RangeError for more than 1000 levels or 2^27 characters, which small data reaches by sharing its parts
 */
export function canonicalJson(value: unknown): string {
  return print(value, new Map(), []) ?? 'null'
}

/** How many objects, lists, characters and levels {@link canonicalCopy} copies by itself. */
const COPIED_PARTS = 5000
const COPIED_CHARACTERS = 1_000_000
const COPIED_DEPTH = 100

/**
 * Copies plain data so that equal data gives equal bytes: what parsing the text of {@link canonicalJson} gives.
 *
 * @throws what {@link canonicalJson} throws
 */
export function canonicalCopy(value: unknown): unknown {
  const copied = copy(value, 0, { parts: 0, characters: 0 })
  return copied === NO_COPY ? JSON.parse(canonicalJson(value)) : copied
}

/** What data gives that is too large to be sure that it is small once it is copied, or no plain data at all. */
const NO_COPY = Symbol('no copy')

interface Copied {
  parts: number
  characters: number
}

function copy(value: unknown, depth: number, count: Copied): unknown {
  if (typeof value === 'string') {
    count.characters += value.length
    return count.characters > COPIED_CHARACTERS ? NO_COPY : value
  }
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? (value === 0 ? 0 : value) : NO_COPY
  if (typeof value !== 'object' || depth > COPIED_DEPTH || ++count.parts > COPIED_PARTS) return NO_COPY
  if (hasToJson(value)) return NO_COPY
  if (Array.isArray(value)) return copyArray(value, depth, count)
  const result: Record<string, unknown> = {}
  for (const key of Object.keys(value).sort(compareText)) {
    const member = (value as Record<string, unknown>)[key]
    if (member === undefined) continue
    count.characters += key.length
    const copied = key === '__proto__' ? NO_COPY : copy(member, depth + 1, count)
    if (copied === NO_COPY) return NO_COPY
    result[key] = copied
  }
  return result
}

function copyArray(value: readonly unknown[], depth: number, count: Copied): unknown {
  const result: unknown[] = []
  for (let index = 0; index < value.length; index++) {
    const copied = copy(value[index], depth + 1, count)
    if (copied === NO_COPY) return NO_COPY
    result.push(copied)
  }
  return result
}

/** Prints one value; an object that is still being printed has no text yet, so that meeting it again is a cycle. */
function print(input: unknown, printed: Map<object, string | undefined>, path: string[]): string | undefined {
  const value = hasToJson(input) ? input.toJSON(path.at(-1) ?? '') : input
  if (typeof value === 'bigint') throw new TypeError(`JSON cannot hold the bigint at ${place(path)}`)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (printed.has(value)) {
    const text = printed.get(value)
    if (text === undefined) throw new TypeError(`JSON cannot hold the cycle at ${place(path)}`)
    return text
  }
  if (path.length > MAX_DEPTH) throw new RangeError(`JSON is refused beyond ${MAX_DEPTH} levels`)
  printed.set(value, undefined)
  const text = Array.isArray(value) ? printArray(value, printed, path) : printObject(value, printed, path)
  printed.set(value, text)
  return text
}

function printArray(value: unknown[], printed: Map<object, string | undefined>, path: string[]): string {
  const parts: string[] = []
  let length = 2
  for (let i = 0; i < value.length; i++) {
    path.push(String(i))
    const part = print(value[i], printed, path) ?? 'null'
    path.pop()
    length = grown(length, part.length + 1)
    parts.push(part)
  }
  return `[${parts.join(',')}]`
}

function printObject(value: object, printed: Map<object, string | undefined>, path: string[]): string {
  const parts: string[] = []
  let length = 2
  for (const key of sortedKeys(value)) {
    path.push(key)
    const part = print((value as Record<string, unknown>)[key], printed, path)
    path.pop()
    if (part === undefined) continue
    const member = `${JSON.stringify(key)}:${part}`
    length = grown(length, member.length + 1)
    parts.push(member)
  }
  return `{${parts.join(',')}}`
}

function sortedKeys(value: object): string[] {
  const keys = Object.keys(value).sort(compareText)
  if (!keys.some((key) => STARTS_WITH_DIGIT.test(key))) return keys
  const inEngineOrder: Record<string, true> = Object.create(null)
  for (const key of keys) inEngineOrder[key] = true
  return Object.keys(inEngineOrder)
}

function hasToJson(value: unknown): value is { toJSON(key: string): unknown } {
  return (
    value !== null &&
    typeof value === 'object' &&
    typeof (value as { toJSON?: unknown }).toJSON === 'function'
  )
}

function grown(length: number, by: number): number {
  if (length + by > MAX_LENGTH) throw new RangeError(`JSON is refused beyond ${MAX_LENGTH} characters`)
  return length + by
}

function place(path: readonly string[]): string {
  return path.length === 0 ? 'the top' : `"${path.join('.')}"`
}
