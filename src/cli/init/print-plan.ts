import { visible } from '../../diagnostics/visible.ts'
import type { Paint } from '../terminal.ts'
import type { InitPlan } from './plan-init.ts'
import { unifiedDiff } from './unified-diff.ts'

/** Prints what a plan changes, what is there, and what is left to do by hand. */
export function printPlan({ changes, present, byHand }: InitPlan, paint: Paint): string {
  const diffs = changes.map(({ file, before, after }) =>
    unifiedDiff(file, before, after)
      .split('\n')
      .map((line) => paintLine(visible(line), paint))
      .join('\n'),
  )
  const blocks = [...diffs, present.join('\n'), ...byHand].filter((block) => block !== '')
  return blocks.join('\n\n') || 'There is nothing to do.'
}

function paintLine(line: string, paint: Paint): string {
  if (/^(?:---|\+\+\+) /.test(line)) return paint.bold(line)
  if (line.startsWith('@@')) return paint.cyan(line)
  if (line.startsWith('+')) return paint.green(line)
  return line.startsWith('-') ? paint.red(line) : line
}

/** A plan as plain data. */
export function planAsData({ changes, present, byHand, next }: InitPlan) {
  return {
    changes: changes.map(({ file, before, after }) => ({
      file,
      created: before === undefined,
      diff: unifiedDiff(file, before, after),
    })),
    ...{ present, byHand, next },
  }
}
