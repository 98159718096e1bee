import type { OptionIssue } from '../diagnostics/option-issue.ts'
import { compareText } from '../util/compare.ts'
import { KernelArgumentError } from './errors.ts'
import { KINDS, type KindRule } from './kinds.ts'
import { SCOPES } from './scopes.ts'
import { isDeclarableSlot } from './slots.ts'

/** What an application adds to the built-in tables. */
export interface BuilderOptions {
  /** More kinds, by name; a built-in kind keeps its rules. */
  readonly kinds?: Readonly<Record<string, KindRule>> | undefined
  /** More scopes, by name, each with its tier; a built-in scope keeps its tier. */
  readonly scopes?: Readonly<Record<string, number>> | undefined
  /** The interceptor points of the application. */
  readonly points?: readonly string[] | undefined
  /** Its slots, beside `tool:<name>` and `provider:<name>/<model>`. */
  readonly slots?: readonly string[] | undefined
}

/** The closed vocabulary of one builder. */
export interface Tables {
  readonly kinds: ReadonlyMap<string, KindRule>
  readonly scopes: ReadonlyMap<string, number>
  /** Sorted, without repetitions, frozen. */
  readonly points: readonly string[]
  readonly slots: ReadonlySet<string>
}

/**
 * Joins the built-in tables with those of the application.
 *
 * @throws KernelArgumentError, naming every entry that cannot be added
 */
export function createTables(options: BuilderOptions): Tables {
  const issues: OptionIssue[] = []
  const kinds = extend('kinds', KINDS, options.kinds, isKindRule, 'is no kind rule', issues)
  const scopes = extend(
    'scopes',
    SCOPES,
    options.scopes,
    Number.isFinite,
    'has no finite number as tier',
    issues,
  )
  const points = names('points', options.points, isName, issues)
  const slots = names('slots', options.slots, isDeclarableSlot, issues)
  if (issues.length > 0) throw new KernelArgumentError(issues)
  return { kinds, scopes, points: Object.freeze([...points].sort(compareText)), slots }
}

function extend<T>(
  path: string,
  builtIn: Readonly<Record<string, T>>,
  added: Readonly<Record<string, T>> | undefined,
  accepts: (value: T) => boolean,
  problem: string,
  issues: OptionIssue[],
): Map<string, T> {
  const table = new Map(Object.entries(builtIn))
  for (const [name, value] of Object.entries(added ?? {})) {
    const at = `${path}[${JSON.stringify(name)}]`
    if (!isName(name)) issues.push({ path: at, message: 'a name is text without white space' })
    else if (!accepts(value)) issues.push({ path: at, message: problem })
    else if (table.has(name) && table.get(name) !== value) issues.push({ path: at, message: 'is built in' })
    else table.set(name, value)
  }
  return table
}

function names(
  path: string,
  given: readonly string[] | undefined,
  accepts: (name: unknown) => boolean,
  issues: OptionIssue[],
): Set<string> {
  if (given !== undefined && !Array.isArray(given)) issues.push({ path, message: 'is no list of names' })
  const list = Array.isArray(given) ? given : []
  list.forEach((name, i) => {
    if (!accepts(name)) issues.push({ path: `${path}[${i}]`, message: 'is no name that can be declared' })
  })
  return new Set(list)
}

function isName(name: unknown): boolean {
  return typeof name === 'string' && name !== '' && !/\s/.test(name)
}

function isKindRule(rule: unknown): boolean {
  if (rule === null || typeof rule !== 'object') return false
  const { toolSchema, check } = rule as KindRule
  return (
    (toolSchema === undefined || toolSchema === 'required' || toolSchema === 'optional') &&
    (check === undefined || typeof check === 'function')
  )
}
