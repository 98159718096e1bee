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
  const near: { candidate: string; distance: number }[] = []
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - name.length) > allowed) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= allowed && distance < Math.max(name.length, candidate.length))
      near.push({ candidate, distance })
  }
  near.sort((a, b) => a.distance - b.distance || (a.candidate < b.candidate ? -1 : 1))
  return near.slice(0, limit).map((entry) => entry.candidate)
}

/** Levenshtein distance, with a swap of two neighbours counted as one edit. */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const last = rows[i - 1]!
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        last[j]! + 1,
        row[j - 1]! + 1,
        last[j - 1]! + (same ? 0 : 1),
        swapped && i > 1 && j > 1 ? rows[i - 2]![j - 2]! + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}
