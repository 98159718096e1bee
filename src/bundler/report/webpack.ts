import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import { formatNotes } from '../../diagnostics/format-text.ts'
import { visible } from '../../diagnostics/visible.ts'

/** The shape in which webpack and Rspack take a problem. They print file and place in front of the message. */
export interface WebpackProblem extends Error {
  file?: string
  loc?: { start: WebpackPosition; end: WebpackPosition }
  hideStack: boolean
}

interface WebpackPosition {
  readonly line: number
  readonly column: number
}

/**
 * One problem as an entry of a compilation's `errors` or `warnings`. Columns are 1-based, as everywhere in our output.
 *
 * @param base what the message says first; the frame, further places and the hint come below it
 */
export function toWebpackProblem(diagnostic: Diagnostic): WebpackProblem {
  const { code, message, file, line, column = 1 } = diagnostic
  const text = [`${code}: ${visible(message)}`, ...formatNotes(diagnostic)].join('\n')
  const problem = Object.assign(new Error(text), { name: 'ModuleRegistryError', hideStack: true })
  // Nobody who reads it cares where in this plugin it was made.
  problem.stack = ''
  if (file === undefined) return problem
  if (line === undefined) return Object.assign(problem, { file })
  const { endLine = line, endColumn = column } = diagnostic
  return Object.assign(problem, {
    file,
    loc: { start: { line, column }, end: { line: endLine, column: endColumn } },
  })
}
