import type { Explanation } from '../../explain/explanation.ts'
import { formatExplanation } from '../../explain/print.ts'
import type { Terminal } from '../terminal.ts'

/** Longer lines are hard to read. */
const WIDEST = 100
/** Where nobody looks at it, such as in a log. */
const UNKNOWN_WIDTH = 80

/** Prints an explanation in the colours and the width of a terminal. */
export function printExplanation(
  explanation: Explanation,
  { width, paint }: Pick<Terminal, 'width' | 'paint'>,
): string {
  const columns = Number.isFinite(width) ? Math.min(width, WIDEST) : UNKNOWN_WIDTH
  const [head = '', ...blocks] = formatExplanation(explanation, columns).split('\n\n')
  const colour = explanation.taken ? paint.green : paint.yellow
  return [head.split('\n').map(colour).join('\n'), ...blocks.map((block) => paintBlock(block, paint))].join(
    '\n\n',
  )
}

function paintBlock(block: string, paint: Terminal['paint']): string {
  return block
    .split('\n')
    .map((line) => {
      if (/^ {2}(?:class|object) /.test(line)) return paint.bold(line)
      return /^ {6,}\S/.test(line) ? paint.dim(line) : line
    })
    .join('\n')
}
