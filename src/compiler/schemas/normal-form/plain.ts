import { Refused } from '../refused.ts'

const MAX_PARTS = 200_000
const MAX_DEPTH = 500

/**
 * Copies what JSON can hold: own keys with a text as their name, without members that are `undefined`.
 *
 * @throws Refused for everything else, with the place
 */
export function toPlain(value: unknown): unknown {
  const count = { parts: 0 }
  return copy(value, '', new Set(), count)
}

function copy(value: unknown, at: string, inside: ReadonlySet<object>, count: { parts: number }): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value
  if (typeof value !== 'object')
    throw new Refused(`JSON cannot hold ${named(value)}${at === '' ? '' : ` at ${at}`}`)
  if (inside.has(value)) throw new Refused(`it leads back to itself at ${at}`)
  if (inside.size > MAX_DEPTH || ++count.parts > MAX_PARTS) throw new Refused('it is too large')
  const outer = new Set(inside).add(value)
  if (Array.isArray(value)) return value.map((item, index) => copy(item, `${at}/${index}`, outer, count))
  if (isExotic(value)) throw new Refused(`JSON cannot hold ${named(value)} at ${at === '' ? '/' : at}`)
  const result: Record<string, unknown> = Object.create(null)
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) result[key] = copy(member, `${at}/${key}`, outer, count)
  }
  return result
}

/** Objects whose content is not in their keys. */
function isExotic(value: object): boolean {
  return [RegExp, Date, Map, Set].some((type) => value instanceof type)
}

function named(value: unknown): string {
  if (typeof value === 'number') return String(value)
  if (typeof value === 'object' && value !== null) return `a ${value.constructor?.name ?? 'value'}`
  return value === undefined ? 'undefined' : `a ${typeof value}`
}
