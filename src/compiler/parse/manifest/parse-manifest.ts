import type { TomlError } from 'smol-toml'
import { closest } from '../../../util/closest.ts'
import { compareText } from '../../../util/compare.ts'
import { errorText } from '../../../util/error-text.ts'
import { loadToml } from '../../lazy-packages.ts'
import { checkTable, type TableProblem } from './check-table.ts'
import { type EntryPoint, parseEntryPoint } from './entry-point.ts'
import type { ManifestProblem, ParsedManifest } from './manifest.ts'
import { describeType, toData } from './toml-data.ts'
import { createRanges, locateToml, type TomlPath, type TomlPlaces } from './toml-places.ts'

/**
 * Reads a manifest: the `[plugin]` table of a TOML text, whatever other tables there are.
 *
 * @returns the manifest, or everything that is wrong with it, sorted by place
 */
export function parseManifest(source: string): ParsedManifest {
  const text = source.replace(/^\ufeff/, '')
  let document: Readonly<Record<string, unknown>>
  try {
    document = loadToml().parse(text, { integersAsBigInt: 'asNeeded' })
  } catch (error) {
    return { problems: [syntaxProblem(error, text)] }
  }
  const places = locateToml(text)
  const table = document.plugin
  if (typeof table !== 'object' || table === null || Array.isArray(table) || table instanceof Date) {
    return { problems: [noTable(document, places)] }
  }
  return readTable(table as Readonly<Record<string, unknown>>, places)
}

function readTable(raw: Readonly<Record<string, unknown>>, places: TomlPlaces): ParsedManifest {
  const checked = checkTable(raw)
  const problems: TableProblem[] = [...checked.problems]
  const { metadata } = raw
  const data = isTable(metadata)
    ? toData(metadata, ['plugin', 'metadata'], places, (path, message, hint) =>
        problems.push({ path: path.slice(1), at: 'value', message, hint }),
      )
    : {}
  const toolSchemas = readToolSchemas(raw.tools, places, problems)
  const entryPoint = typeof raw.entry_point === 'string' ? parseEntryPoint(raw.entry_point) : undefined
  if (
    problems.length === 0 &&
    checked.table !== undefined &&
    entryPoint !== 'form' &&
    entryPoint !== 'escapes'
  ) {
    const { table } = checked
    const isInProcess = (table.runtime ?? 'in_process') === 'in_process'
    return {
      manifest: {
        id: `${table.kind}:${table.name}`,
        table,
        metadata: data as Readonly<Record<string, unknown>>,
        toolSchemas,
        ...(isInProcess && entryPoint !== undefined ? { entryPoint: entryPoint as EntryPoint } : {}),
        places,
      },
    }
  }
  const { kind, name } = raw
  return {
    problems: problems.map((problem) => place(problem, places)).sort(comparePlaces),
    ...(typeof kind === 'string' ? { kind } : {}),
    ...(typeof name === 'string' ? { name } : {}),
  }
}

/** Schemas of tools are free-form too, so that only their values can be wrong. */
function readToolSchemas(tools: unknown, places: TomlPlaces, problems: TableProblem[]): unknown[] {
  if (!Array.isArray(tools)) return []
  return tools.map((tool, index) => {
    const schema = isTable(tool) ? tool.input_schema : undefined
    if (!isTable(schema)) return undefined
    return toData(schema, ['plugin', 'tools', index, 'input_schema'], places, (path, message, hint) =>
      problems.push({ path: path.slice(1), at: 'value', message, hint }),
    )
  })
}

function isTable(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function place({ at, path, ...problem }: TableProblem, places: TomlPlaces): ManifestProblem {
  const full: TomlPath = ['plugin', ...path]
  let range = at === 'key' ? places.key(full) : places.value(full)
  for (let end = full.length - 1; range === undefined && end > 0; end--)
    range = places.key(full.slice(0, end))
  return {
    code: 'MANIFEST_INVALID',
    ...problem,
    path: printPath(full),
    range: range ?? { line: 1, column: 1, endLine: 1, endColumn: 2 },
  }
}

function comparePlaces(a: ManifestProblem, b: ManifestProblem): number {
  return a.range.line - b.range.line || a.range.column - b.range.column || compareText(a.path, b.path)
}

function printPath(path: TomlPath): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? part : `${text}.${part}`),
    '',
  )
}

function noTable(document: Readonly<Record<string, unknown>>, places: TomlPlaces): ManifestProblem {
  const problem = { code: 'MANIFEST_INVALID', path: 'plugin' } as const
  const range = places.value(['plugin'])
  if (range !== undefined) {
    return { ...problem, message: `must be a table, found ${describeType(document.plugin)}`, range }
  }
  const [suggestion] = closest('plugin', Object.keys(document))
  return {
    ...problem,
    message: 'is missing: a manifest has a table of this name',
    hint:
      suggestion === undefined
        ? 'Write [plugin] above the keys.'
        : `Did you mean [plugin] where it says "${suggestion}"?`,
    range: (suggestion === undefined ? undefined : places.key([suggestion])) ?? {
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 2,
    },
  }
}

function syntaxProblem(error: unknown, text: string): ManifestProblem {
  const reason = errorText(error)
    .replace(/^Invalid TOML document: /, '')
    .split('\n')[0]!
  return {
    code: 'MANIFEST_INVALID',
    path: '',
    message: `The text is not TOML: ${reason}`,
    range:
      error instanceof loadToml().TomlError
        ? syntaxRange(error, text)
        : { line: 1, column: 1, endLine: 1, endColumn: 2 },
  }
}

/** The place of a syntax error, with lines ended as everywhere else. */
function syntaxRange({ line, column }: TomlError, text: string): ManifestProblem['range'] {
  let start = 0
  for (let n = 1; n < line; n++) start = text.indexOf('\n', start) + 1
  const at = Math.min(start + column - 1, text.length)
  return createRanges(text)({ start: at, end: at + 1 })
}
