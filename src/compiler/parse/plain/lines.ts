/** Where each line of a text begins. */
export function lineStartsOf(text: string): number[] {
  const starts = [0]
  if (!text.includes('\r') && !text.includes('\u2028') && !text.includes('\u2029')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
    return starts
  }
  for (const { 0: end, index } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) starts.push(index + end.length)
  return starts
}

/** The line and the column of an offset, both counted from 0. */
export function placeIn(starts: readonly number[], offset: number): { line: number; character: number } {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (starts[middle]! <= offset) low = middle
    else high = middle - 1
  }
  return { line: low, character: offset - starts[low]! }
}
