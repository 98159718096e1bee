import type { z } from 'zod'
import type { OptionIssue } from '../diagnostics/option-issue.ts'
import { closest } from '../util/closest.ts'
import { optionNames, optionsSchema } from './options-schema.ts'
import { arePlainlyRight } from './plain-options.ts'

/**
 * Checks each option by itself.
 *
 * @param options anything that was passed as options
 * @returns every issue, with the path of the option; the nearest known name for one that does not exist
 */
export function checkOptionShapes(options: unknown): OptionIssue[] {
  if (arePlainlyRight(options)) return []
  const result = optionsSchema().safeParse(options, { error: wordIssue })
  if (result.success) return []
  return result.error.issues.flatMap((issue): OptionIssue[] => {
    const path = printPath(issue.path)
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: join(path, key), message: unknownKey(key, path) }))
    }
    if (issue.code === 'invalid_union') return deepestIssues(issue.errors, issue.path, issue.message)
    return [{ path, message: `${issue.message}.` }]
  })
}

/** The words for what the schema leaves to zod, which would speak of inputs. */
function wordIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing'
    const wanted: Record<string, string> = {
      string: 'a text',
      boolean: 'true or false',
      number: 'a number',
      int: 'a whole number',
      array: 'a list',
      object: 'an object',
    }
    return `must be ${wanted[issue.expected] ?? issue.expected}`
  }
  if (issue.code === 'invalid_value') return `must be ${issue.values.map(quote).join(' or ')}`
  if (issue.code === 'too_small') {
    return issue.origin === 'number' || issue.origin === 'int'
      ? `must be at least ${issue.minimum}`
      : 'must not be empty'
  }
  return issue.code === 'too_big' ? `must be at most ${issue.maximum}` : undefined
}

function quote(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : String(value)
}

type UnionErrors = Extract<
  NonNullable<ReturnType<ReturnType<typeof optionsSchema>['safeParse']>['error']>['issues'][number],
  { code: 'invalid_union' }
>['errors']

/** Of a union, the branch that the user meant: the one whose issues lie inside the value; else the union's own words. */
function deepestIssues(errors: UnionErrors, base: readonly PropertyKey[], message: string): OptionIssue[] {
  const inner = errors.find((branch) =>
    branch.every((issue) => issue.path.length > 0 || issue.code === 'unrecognized_keys'),
  )
  if (inner === undefined) return [{ path: printPath(base), message: `${message}.` }]
  return inner.flatMap((issue): OptionIssue[] => {
    const path = printPath([...base, ...issue.path])
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({ path: join(path, key), message: unknownKey(key, path) }))
    }
    if (issue.code === 'invalid_union')
      return deepestIssues(issue.errors, [...base, ...issue.path], issue.message)
    return [{ path, message: `${issue.message}.` }]
  })
}

const innerNames = ['root', 'namespace', 'scope', 'name', 'from', 'file', 'importExtension']

function unknownKey(key: string, path: string): string {
  const near = closest(key, path === '' ? optionNames() : innerNames)[0]
  return near === undefined ? 'no such option.' : `no such option; did you mean \`${near}\`?`
}

function printPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : join(text, String(part))),
    '',
  )
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
