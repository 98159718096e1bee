/**
 * Copies a sorted list with items taken out and put in; what it costs beyond the copy grows with the changes only.
 *
 * @param sorted in the order of `compare`, in which no two items are equal
 * @param gone items, or their equals, that are to go
 * @param come items that are to come
 * @returns the new list; `undefined` when an item to go is not there, or one that comes is there already
 */
export function amendSorted<T>(
  sorted: readonly T[],
  gone: readonly T[],
  come: readonly T[],
  compare: (a: T, b: T) => number,
): T[] | undefined {
  const list = [...sorted]
  for (const item of gone) {
    const { index, found } = search(list, item, compare)
    if (!found) return undefined
    list.splice(index, 1)
  }
  for (const item of come) {
    const { index, found } = search(list, item, compare)
    if (found) return undefined
    list.splice(index, 0, item)
  }
  return list
}

/** Finds where an item is in a sorted list, or where it would be. */
export function search<T, Key>(
  sorted: readonly T[],
  item: Key,
  compare: (a: T, b: Key) => number,
): { readonly index: number; readonly found: boolean } {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compare(sorted[middle]!, item) < 0) low = middle + 1
    else high = middle
  }
  return { index: low, found: low < sorted.length && compare(sorted[low]!, item) === 0 }
}
