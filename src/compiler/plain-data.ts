/**
 * Finds what JSON cannot hold in a value that is to be printed into a bundle.
 *
 * @param value what a contributor gave; accessors are not called
 * @param path how the value is called, such as `payload`
 * @returns the path of the first such member and what it is, as `payload.steps[2] is a function`; `undefined` for plain data
 */
export function findLiveValue(
  value: unknown,
  path: string,
  inside: ReadonlySet<object> = new Set(),
): string | undefined {
  if (value === null || ['string', 'boolean', 'undefined'].includes(typeof value)) return undefined
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : `${path} is ${value}`
  if (typeof value !== 'object') return `${path} is a ${typeof value}`
  if (inside.has(value)) return `${path} leads back to itself`
  const prototype = Object.getPrototypeOf(value)
  if (!Array.isArray(value) && prototype !== null && prototype !== Object.prototype) {
    return `${path} is an instance of a class`
  }
  const outer = new Set(inside).add(value)
  for (const [key, member] of Object.entries(Object.getOwnPropertyDescriptors(value))) {
    if (member.enumerable !== true) continue
    const at = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`
    if (member.get !== undefined || member.set !== undefined) return `${at} is an accessor`
    const found = findLiveValue(member.value, at, outer)
    if (found !== undefined) return found
  }
  return undefined
}
