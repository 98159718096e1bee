import { compareText } from './compare.ts'

/**
 * Prints plain data as JSON with the keys of every object sorted, so that equal data gives equal bytes.
 *
 * @param value plain data: what `JSON.stringify` accepts; `undefined` members are left out
 * @returns compact JSON text; `'null'` for what JSON cannot hold
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(value)) ?? 'null'
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (value === null || typeof value !== 'object') return value
  const source = value as Record<string, unknown>
  const sorted: Record<string, unknown> = Object.create(null)
  for (const key of Object.keys(source).sort(compareText)) sorted[key] = sortKeys(source[key])
  return sorted
}
