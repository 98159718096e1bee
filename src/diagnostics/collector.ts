import { compareText } from '../util/compare.ts'
import { CODES, type Code, type DetailsOf } from './codes.ts'
import type { Diagnostic, Place, RelatedPlace, Severity } from './diagnostic.ts'

/** What may be said beyond code and details. */
export interface ReportExtras {
  /** Where the problem is; left out where there is no place. */
  readonly at?: Place
  readonly related?: readonly RelatedPlace[]
  /** Replaces the severity of the catalogue. */
  readonly severity?: Severity
  /** Replaces the message of the catalogue, where an option changes what happened. */
  readonly message?: string
}

/** Takes a problem by its code; the catalogue words it. */
export type Report = <C extends Code>(code: C, details: DetailsOf[C], extras?: ReportExtras) => void

/** Gathers the problems of a run. */
export class DiagnosticCollector {
  readonly #list: Diagnostic[]

  /** @param known problems that were found earlier */
  constructor(known: readonly Diagnostic[] = []) {
    this.#list = [...known]
  }

  /** Adds one problem. Bound, so that it can be handed on alone. */
  readonly report: Report = (code, details, extras = {}) => {
    this.#list.push(makeDiagnostic(code, details, extras))
  }

  /** Adds problems that were found and worded elsewhere. */
  add(problems: readonly Diagnostic[]): void {
    this.#list.push(...problems)
  }

  /** All problems so far, sorted by file, line, column and code; those without a place come first. */
  sorted(): Diagnostic[] {
    return [...this.#list].sort(compareDiagnostics)
  }
}

/**
 * Makes a diagnostic from its code and facts.
 *
 * @param code a code of the catalogue
 * @param details its facts
 * @param extras place, related places and exceptions from the catalogue
 */
export function makeDiagnostic<C extends Code>(
  code: C,
  details: DetailsOf[C],
  extras: ReportExtras = {},
): Diagnostic {
  const entry = CODES[code]
  const hint = entry.hint?.(details)
  return {
    code,
    severity: extras.severity ?? entry.severity,
    message: extras.message ?? entry.message(details),
    ...(hint === undefined ? {} : { hint }),
    ...extras.at,
    related: extras.related ?? [],
    details: details as unknown as Record<string, unknown>,
  }
}

/** The order in which problems are shown. */
function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.file ?? '', b.file ?? '') ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareText(a.code, b.code) ||
    compareText(a.message, b.message)
  )
}
