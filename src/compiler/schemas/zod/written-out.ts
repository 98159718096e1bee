import { Refused } from '../refused.ts'

const MAX_SCHEMAS = 20_000

/** What zod keeps inside of a schema, as far as it is needed here. */
interface Schema {
  readonly _zod: { readonly def: Readonly<Record<string, unknown>>; readonly innerType?: unknown }
}

/**
 * Refuses a schema that would be too large once every part of it is written out. Getters and `z.lazy` let a few lines
 * double a schema again and again, and the converter would not come back.
 *
 * @throws Refused when it has more than 20,000 schemas
 */
export function refuseHuge(schema: unknown): void {
  if (sizeOf(schema, new Map()) > MAX_SCHEMAS)
    throw new Refused(`written out, it has more than ${MAX_SCHEMAS} schemas`)
}

/** How many schemas there are in one. Where it leads back to itself, the converter writes a reference. */
function sizeOf(value: unknown, known: Map<object, number>): number {
  if (typeof value !== 'object' || value === null) return 0
  if (!('_zod' in value)) return 0
  const size = known.get(value)
  if (size !== undefined) return size
  known.set(value, 1)
  const { _zod: inside } = value as Schema
  const parts = inside.def.type === 'lazy' ? [inside.innerType] : partsOf(inside.def)
  const total = parts.reduce<number>((sum, part) => Math.min(sum + sizeOf(part, known), MAX_SCHEMAS + 1), 1)
  known.set(value, total)
  return total
}

function partsOf(def: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(def).flatMap(([key, value]) => {
    if (key === 'shape') return Object.values(value as object)
    return Array.isArray(value) ? value : [value]
  })
}
