/** How many lines around a change are shown. */
const CONTEXT = 3

interface Line {
  readonly sign: ' ' | '-' | '+'
  readonly text: string
}

/**
 * Prints what changes between two texts as `diff -u` and `git diff` do.
 *
 * @param before absent for a new file
 * @returns lines joined by `\n`; empty when nothing changes
 */
export function unifiedDiff(file: string, before: string | undefined, after: string): string {
  if (before === after) return ''
  const lines = compare(linesOf(before ?? ''), linesOf(after))
  const head = [`--- ${before === undefined ? '/dev/null' : `a/${file}`}`, `+++ b/${file}`]
  return [...head, ...hunks(lines)].join('\n')
}

function linesOf(text: string): string[] {
  const lines = text.split(/\r?\n/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The shortest way from one list to the other, by what they have in common at both ends and in between. */
function compare(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0
  while (start < before.length && start < after.length && before[start] === after[start]) start++
  let end = 0
  const most = Math.min(before.length, after.length) - start
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  const same = (text: string): Line => ({ sign: ' ', text })
  return [
    ...before.slice(0, start).map(same),
    ...compareInner(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ]
}

function compareInner(before: readonly string[], after: readonly string[]): Line[] {
  // lengths[i][j]: how many lines the rests from i and from j have in common at most.
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0))
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        before[i] === after[j]
          ? lengths[i + 1]![j + 1]! + 1
          : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!)
    }
  }
  const lines: Line[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      lines.push({ sign: ' ', text: before[i++]! })
      j++
    } else if (j >= after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      lines.push({ sign: '-', text: before[i++]! })
    } else lines.push({ sign: '+', text: after[j++]! })
  }
  return lines
}

function hunks(lines: readonly Line[]): string[] {
  const printed: string[] = []
  const changed = lines.flatMap(({ sign }, index) => (sign === ' ' ? [] : index))
  let next = 0
  while (next < changed.length) {
    const from = Math.max(0, changed[next]! - CONTEXT)
    while (next + 1 < changed.length && changed[next + 1]! - changed[next]! <= 2 * CONTEXT) next++
    const to = Math.min(lines.length, changed[next]! + CONTEXT + 1)
    const hunk = lines.slice(from, to)
    const range = (sign: '-' | '+'): string => {
      const first = lines.slice(0, from).filter((line) => line.sign !== other(sign)).length
      const count = hunk.filter((line) => line.sign !== other(sign)).length
      return `${sign}${count === 0 ? first : first + 1}${count === 1 ? '' : `,${count}`}`
    }
    printed.push(`@@ ${range('-')} ${range('+')} @@`, ...hunk.map(({ sign, text }) => `${sign}${text}`))
    next++
  }
  return printed
}

function other(sign: '-' | '+'): '-' | '+' {
  return sign === '-' ? '+' : '-'
}
