import { closest } from '../util/closest.ts'
import { compareText } from '../util/compare.ts'
import { errorText } from '../util/error-text.ts'
import { readClaims } from './claims.ts'
import type { CatalogContribution } from './contribution.ts'
import { ContributionsInvalidError, ValidationError } from './errors.ts'
import type { KindRule } from './kinds.ts'
import type { ParsedContribution } from './parse.ts'
import { compareSources } from './source.ts'
import type { Tables } from './tables.ts'
import { readToolSchema, type ToolSchema } from './tool-schema.ts'

/** A legal contribution, with what the later stages need to know of it. */
export interface Candidate {
  readonly contribution: CatalogContribution
  readonly rule: KindRule
  readonly tier: number
  /** The slots that it claims. */
  readonly slots: readonly string[]
  readonly toolSchema?: ToolSchema
}

/**
 * Checks every contribution against the tables, all of them before anything is reported.
 *
 * @returns the contributions, in the same order
 * @throws ContributionsInvalidError with one error per broken rule
 */
export function validate(parsed: readonly ParsedContribution[], tables: Tables): Candidate[] {
  const errors: ValidationError[] = []
  const candidates: Candidate[] = []
  for (const entry of parsed) {
    const { candidate, problems } = examine(entry, tables)
    for (const problem of problems) errors.push(new ValidationError(entry.contribution, problem))
    if (candidate !== undefined) candidates.push(candidate)
  }
  if (errors.length > 0) throw new ContributionsInvalidError(errors.sort(compareErrors))
  return candidates
}

/** What could not even be read is not judged further, so that each problem is reported once. */
function examine({ contribution, problems: unreadable }: ParsedContribution, tables: Tables) {
  if (unreadable.length > 0) return { problems: unreadable }
  const { kind, id, source, payload } = contribution
  const rule = tables.kinds.get(kind)
  const tier = tables.scopes.get(source.scope)
  const problems: string[] = []
  if (rule === undefined) problems.push(unknown('kind', kind, tables.kinds.keys()))
  if (tier === undefined) problems.push(unknown('scope', source.scope, tables.scopes.keys()))
  if (id === '') problems.push('the ID is empty')
  else if (/\s/.test(id)) problems.push('the ID contains white space')
  else if (rule !== undefined) problems.push(...checkKind(rule, contribution, tables))
  const claims = readClaims(payload, tables.slots)
  problems.push(...claims.problems)
  const rendered = rule?.toolSchema && readToolSchema(contribution, rule.toolSchema)
  if (rendered && 'reasons' in rendered) problems.push(...rendered.reasons)
  if (rule === undefined || tier === undefined || problems.length > 0) return { problems }
  const toolSchema = rendered && 'schema' in rendered ? { toolSchema: rendered.schema } : {}
  return { problems, candidate: { contribution, rule, tier, slots: claims.slots, ...toolSchema } }
}

function checkKind(rule: KindRule, contribution: CatalogContribution, { points }: Tables): readonly string[] {
  try {
    const problems: unknown = rule.check?.(contribution, { points }) ?? []
    if (Array.isArray(problems)) return problems.map(String)
    return ['the check of its kind gave no list']
  } catch (error) {
    return [`the check of its kind failed: ${errorText(error)}`]
  }
}

function unknown(what: string, name: string, known: Iterable<string>): string {
  const [near] = closest(name, known)
  return `unknown ${what} ${JSON.stringify(name)}${near === undefined ? '' : `; did you mean "${near}"?`}`
}

function compareErrors(a: ValidationError, b: ValidationError): number {
  return (
    compareText(a.kind, b.kind) ||
    compareText(a.id, b.id) ||
    compareSources(a.details.source, b.details.source) ||
    compareText(a.reason, b.reason)
  )
}
