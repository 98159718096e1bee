/**
 * Finds the candidate that a misspelt name most likely meant.
 *
 * @param name what was written
 * @param candidates what exists
 * @param limit how many names to give at most, the nearest first
 * @returns names within a third of the length in edits (at least two edits), nearest first, ties in byte order
 */
export function closest(name: string, candidates: Iterable<string>, limit = 1): string[] {
  const allowed = Math.max(2, Math.floor(name.length / 3))
  const near: [distance: number, candidate: string][] = []
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= allowed && distance < Math.max(name.length, candidate.length))
      near.push([distance, candidate])
  }
  near.sort((a, b) => a[0] - b[0] || (a[1] < b[1] ? -1 : 1))
  return near.slice(0, limit).map((entry) => entry[1])
}

/** Levenshtein distance, with a swap of two neighbours counted as one edit. */
function editDistance(a: string, b: string): number {
  const rows = [[...Array(b.length + 1).keys()]]
  for (let i = 1; i <= a.length; i++) {
    const last = rows[i - 1]!
    const row = [i]
    rows[i] = row
    for (let j = 1; j <= b.length; j++) {
      row[j] = Math.min(last[j]!, row[j - 1]!, last[j - 1]! - Number(a[i - 1] === b[j - 1])) + 1
      // In the first row and column there is nothing to swap with.
      if (a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        row[j] = Math.min(row[j]!, rows[i - 2]![j - 2]! + 1)
      }
    }
  }
  return rows[a.length]![b.length]!
}
