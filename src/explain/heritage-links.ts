import { relative } from 'pathe'
import type { HeritageStep } from '../compiler/parse/heritage-trace.ts'
import type { HeritageLink } from './explanation.ts'

/**
 * Makes plain data of the steps that decided on one class: for a module only what leads to the interface.
 *
 * @param root the project, absolute
 */
export function heritageLinks(steps: readonly HeritageStep[], root: string): HeritageLink[] {
  return relevant(steps).map(({ what, text, path, range, imports, answer, reason, steps: inner }) => ({
    ...{ what, text, place: { file: relative(root, path), ...range }, imports: [...imports], leads: answer },
    ...(reason === undefined ? {} : { reason }),
    next: heritageLinks(inner, root),
  }))
}

/** The first step that settles it; where none does, those that nobody can follow; else all. */
function relevant(steps: readonly HeritageStep[]): readonly HeritageStep[] {
  const yes = steps.find(({ answer }) => answer === 'yes')
  if (yes !== undefined) return [yes]
  const unknown = steps.filter(({ answer }) => answer === 'unknown')
  return unknown.length > 0 ? unknown : steps
}
