import { closest } from '../util/closest.ts'
import { errorText } from '../util/error-text.ts'
import { parseSlot } from './slots.ts'

/**
 * Reads the slots that a payload claims in `replacementSlots`, an array or a method that gives one.
 *
 * @param payload the payload of a contribution
 * @param declared the declared slots
 * @returns the distinct slots, and clauses for what is wrong
 */
export function readClaims(
  payload: unknown,
  declared: ReadonlySet<string>,
): { slots: readonly string[]; problems: readonly string[] } {
  if (payload === null || (typeof payload !== 'object' && typeof payload !== 'function')) return NOTHING
  try {
    const owner = payload as { replacementSlots?: unknown }
    const member = owner.replacementSlots
    if (member === undefined) return NOTHING
    const given: unknown = typeof member === 'function' ? member.call(payload) : member
    if (!Array.isArray(given)) return { slots: [], problems: ['replacementSlots gives no array'] }
    const slots = [...new Set<unknown>(given)]
    const problems = slots.filter((slot) => !isSlot(slot, declared)).map((slot) => noSlot(slot, declared))
    return problems.length > 0 ? { slots: [], problems } : { slots: slots as string[], problems }
  } catch (error) {
    return { slots: [], problems: [`replacementSlots cannot be read: ${errorText(error)}`] }
  }
}

const NOTHING = { slots: [], problems: [] } as const

function isSlot(slot: unknown, declared: ReadonlySet<string>): boolean {
  return typeof slot === 'string' && (declared.has(slot) || parseSlot(slot) !== undefined)
}

function noSlot(slot: unknown, declared: ReadonlySet<string>): string {
  if (typeof slot !== 'string') return 'replacementSlots holds something that is no text'
  const [near] = closest(slot, declared)
  return `${JSON.stringify(slot)} is no slot${near === undefined ? '' : `; did you mean "${near}"?`}`
}
