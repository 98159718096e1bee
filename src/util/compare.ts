/**
 * Orders two strings by their UTF-16 code units: the same on every machine, in every locale.
 *
 * @returns negative, zero or positive, as `Array.prototype.sort` wants it
 */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
