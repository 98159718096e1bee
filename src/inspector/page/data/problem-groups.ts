import type { InspectedProblem } from '../../state.ts'

/** The problems of one file. */
export interface ProblemGroup {
  /** Absent for what is about no file. */
  readonly file: string | undefined
  readonly problems: readonly InspectedProblem[]
}

/** Groups problems by file: files with errors first, then by name; in a file, errors first, then by place. */
export function groupProblems(problems: readonly InspectedProblem[]): ProblemGroup[] {
  const groups = new Map<string | undefined, InspectedProblem[]>()
  for (const problem of problems) {
    const { file } = problem.diagnostic
    groups.set(file, [...(groups.get(file) ?? []), problem])
  }
  return [...groups]
    .map(([file, list]) => ({ file, problems: list.sort(compareProblems) }))
    .sort((a, b) => rank(a.problems[0]!) - rank(b.problems[0]!) || ((a.file ?? '') < (b.file ?? '') ? -1 : 1))
}

function rank({ diagnostic }: InspectedProblem): number {
  return diagnostic.severity === 'error' ? 0 : 1
}

function compareProblems(a: InspectedProblem, b: InspectedProblem): number {
  const [one, other] = [a.diagnostic, b.diagnostic]
  return (
    rank(a) - rank(b) ||
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0) ||
    (one.code < other.code ? -1 : 1)
  )
}
