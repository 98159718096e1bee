import { canonicalJson } from '../../../util/canonical-json.ts'
import { Refused } from '../refused.ts'
import { numberRecursion } from '../typebox/recursion.ts'
import { inlineReferences } from './inline.ts'
import { toPlain } from './plain.ts'
import { isObject, placesOf } from './positions.ts'
import { findReferences } from './references.ts'
import { isKnownAsNormal, normalizeSimple } from './simple.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/**
 * Brings a schema into the one form that catalogs have: plain data of draft 2020-12 with sorted keys, in which only
 * recursive schemas are referred to. The mark of the draft is left out, since it says the same in every schema.
 *
 * @param schema as a library gave it, or a user wrote it
 * @throws Refused when it is no schema, or holds what JSON cannot
 */
export function normalizeSchema(schema: unknown): object {
  // Catalogs hold objects. These say the same.
  if (typeof schema === 'boolean') return schema ? {} : { not: {} }
  if (!isObject(schema)) throw new Refused('a schema is an object, or true or false')
  if (isKnownAsNormal(schema)) return schema
  return normalizeSimple(schema, isMark) ?? normalizeAny(schema)
}

/**
 * The same for every schema, whatever it holds.
 *
 * @throws Refused when it is no schema, or holds what JSON cannot
 */
export function normalizeAny(schema: object): object {
  const plain = toPlain(schema) as Record<string, unknown>
  if (isMark(plain.$schema)) delete plain.$schema
  const current = renew(plain) as Record<string, unknown>
  const inlined = inlineReferences(current, findReferences(current))
  const sorted: unknown = JSON.parse(canonicalJson(inlined))
  numberRecursion(sorted)
  return sorted as object
}

/**
 * Whether a `$schema` names the draft, or that of libraries that know no newer one. What differs in that is rewritten by
 * {@link renew}.
 */
function isMark(mark: unknown): boolean {
  if (mark === DRAFT) return true
  return typeof mark === 'string' && /^https?:\/\/json-schema\.org\/draft-0[67]\/schema#?$/.test(mark)
}

/**
 * Writes what libraries write in a way that the draft forbids: tuples had a list as `items` until draft 2019-09, and
 * lists of schemas may not be empty.
 */
function renew(node: unknown): unknown {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) throw new Refused('a part of it is no schema')
  const result: Record<string, unknown> = Object.create(null)
  for (const [keyword, value] of Object.entries(node)) result[keyword] = renewKeyword(keyword, value)
  if (Array.isArray(result.items)) renewTuple(result)
  for (const keyword of ['prefixItems', 'allOf']) if (isEmpty(result[keyword])) delete result[keyword]
  for (const keyword of ['anyOf', 'oneOf']) if (isEmpty(result[keyword])) refuseAll(result, keyword)
  return result
}

function renewTuple(schema: Record<string, unknown>): void {
  const { items, additionalItems } = schema
  delete schema.items
  delete schema.additionalItems
  schema.prefixItems = items
  if (additionalItems !== undefined) schema.items = additionalItems
}

/** One of nothing is nothing. */
function refuseAll(schema: Record<string, unknown>, keyword: string): void {
  delete schema[keyword]
  schema.not = schema.not === undefined ? {} : { anyOf: [schema.not, {}] }
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function renewKeyword(keyword: string, value: unknown): unknown {
  const places = placesOf(keyword, value)
  if (places === 'one') return renew(value)
  if (places === 'list') return (value as unknown[]).map(renew)
  if (places === 'data') return value
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value as object)) {
    result[key] = Array.isArray(member) ? member : renew(member)
  }
  return result
}
