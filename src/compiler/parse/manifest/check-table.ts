import type { z } from 'zod'
import { closest } from '../../../util/closest.ts'
import { ENTRY_POINT_FORM, parseEntryPoint } from './entry-point.ts'
import type { ManifestProblem } from './manifest.ts'
import { knownKeys, manifestSchema } from './manifest-schema.ts'
import type { ManifestTable } from './manifest-table.ts'
import { describeType, withoutDates } from './toml-data.ts'
import type { TomlPath } from './toml-places.ts'

/** A problem with a value or a key below `[plugin]`, whose place is still to be found. */
export interface TableProblem extends Partial<Pick<ManifestProblem, 'code' | 'hint' | 'suggestion'>> {
  readonly path: TomlPath
  readonly at: 'key' | 'value'
  readonly message: string
}

/** What each runtime cannot do without. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  in_process: ['entry_point'],
  process: ['command', 'artifact', 'version'],
  mcp_stdio: ['command'],
  mcp_http: ['url'],
}

/** What only plugins in a process of their own have. */
const PROCESS_ONLY = ['limits', 'process', 'routes', 'tools']

/**
 * Checks the `[plugin]` table as the parser gave it.
 *
 * @returns the table where its shape is right, and everything that is wrong with it
 */
export function checkTable(raw: Readonly<Record<string, unknown>>): {
  table?: ManifestTable
  problems: TableProblem[]
} {
  const result = manifestSchema().safeParse(withoutDates(raw), { error: wordIssue })
  const problems = result.success ? [] : result.error.issues.flatMap(toProblems)
  const misspelt = new Set(problems.map(({ suggestion }) => suggestion))
  const found = [...problems, ...checkRuntime(raw), ...checkEntryPoint(raw), ...checkProcess(raw)]
  // A key that is misspelt is not missing as well.
  const causes = found.filter(
    ({ path, message }) =>
      !(message.startsWith('is missing') && path.length === 1 && misspelt.has(String(path[0]))),
  )
  return { ...(result.success ? { table: result.data } : {}), problems: causes }
}

function checkRuntime(raw: Readonly<Record<string, unknown>>): TableProblem[] {
  const { runtime = 'in_process' } = raw
  const required =
    typeof runtime === 'string' && Object.hasOwn(REQUIRED, runtime) ? REQUIRED[runtime]! : undefined
  if (required === undefined) return []
  const missing = required
    .filter((key) => !Object.hasOwn(raw, key))
    .map((key): TableProblem => {
      const form = key === 'entry_point' ? `, written as ${ENTRY_POINT_FORM}` : ''
      const message = `is missing: a plugin with the runtime "${runtime}" has one${form}`
      return { path: [key], at: 'value', message }
    })
  const misplaced = runtime === 'process' ? [] : PROCESS_ONLY.filter((key) => Object.hasOwn(raw, key))
  return [
    ...missing,
    ...misplaced.map(
      (key): TableProblem => ({
        path: [key],
        at: 'key',
        message: `is only for plugins with the runtime "process"; this one has "${runtime}"`,
      }),
    ),
  ]
}

/** What the protocol between processes asks for beyond the shape: a name that it takes, and IDs that differ. */
function checkProcess({ runtime, name, routes, tools }: Readonly<Record<string, unknown>>): TableProblem[] {
  if (runtime !== 'process') return []
  const badName =
    typeof name === 'string' && name !== '' && !/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)
      ? [{ path: ['name'], at: 'value', message: `${PROCESS_NAME}, found "${name}"` } as const]
      : []
  return [...badName, ...repeatedIds('routes', routes), ...repeatedIds('tools', tools)]
}

const PROCESS_NAME =
  'must be a letter, then letters, digits, "_" and "-", for a plugin with the runtime "process"'

function repeatedIds(key: string, list: unknown): TableProblem[] {
  if (!Array.isArray(list)) return []
  const seen = new Set<unknown>()
  return list.flatMap((item, index): TableProblem[] => {
    const id: unknown = item?.id
    const isRepeated = typeof id === 'string' && seen.has(id)
    seen.add(id)
    return isRepeated
      ? [{ path: [key, index, 'id'], at: 'value', message: `is "${id}", as another one of \`${key}\` is` }]
      : []
  })
}

function checkEntryPoint({ entry_point: given }: Readonly<Record<string, unknown>>): TableProblem[] {
  if (typeof given !== 'string') return []
  const parsed = parseEntryPoint(given)
  const at = { path: ['entry_point'], at: 'value' } as const
  if (parsed === 'escapes') return [{ ...at, code: 'ENTRY_POINT_ESCAPES', message: given }]
  if (parsed !== 'form') return []
  const hint = 'The file is named relative to the folder of the plugin, with "/" and without its extension.'
  return [{ ...at, message: `must be ${ENTRY_POINT_FORM}, found "${given}"`, hint }]
}

/** The words for what the schema leaves to zod, which would speak of inputs. */
function wordIssue(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'is missing'
    const wanted: Readonly<Record<string, string>> = {
      string: 'a string',
      boolean: 'a boolean',
      number: 'a number',
      int: 'an integer',
      array: 'an array',
      object: 'a table',
      record: 'a table',
    }
    return `must be ${wanted[issue.expected] ?? issue.expected}, found ${describeType(issue.input)}`
  }
  if (issue.code === 'invalid_value') {
    const values = issue.values.map((value) => `"${String(value)}"`)
    return `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}, found ${shown(issue.input)}`
  }
  if (issue.code === 'too_small')
    return `must be at least ${issue.minimum}, found ${describeType(issue.input)}`
  return issue.code === 'too_big'
    ? `must be at most ${issue.maximum}, found ${describeType(issue.input)}`
    : undefined
}

function shown(value: unknown): string {
  return typeof value === 'string' ? `"${value}"` : describeType(value)
}

function toProblems(issue: z.core.$ZodIssue): TableProblem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownKey(path, key))
  if (issue.code === 'invalid_key')
    return [{ path, at: 'key', message: issue.issues[0]?.message ?? issue.message }]
  return [{ path, at: 'value', message: issue.message }]
}

function unknownKey(path: TomlPath, key: string): TableProblem {
  const table = path.filter((part) => typeof part === 'string').join('.')
  const [suggestion] = closest(key, knownKeys().get(table) ?? [])
  return {
    path: [...path, key],
    at: 'key',
    message: 'is no key that is known here',
    ...(suggestion === undefined ? {} : { suggestion, hint: `Did you mean \`${suggestion}\`?` }),
  }
}
