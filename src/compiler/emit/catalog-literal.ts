import type { CatalogEntry } from '../../catalog/entry.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { compareText } from '../../util/compare.ts'
import type { EmittedModule } from './emitted-module.ts'
import { dataLiteral, escapedLine, escapedLinesLiteral, scriptSafe } from './literal.ts'
import { Rendered } from './rendered.ts'

const FIRST_KEYS = [
  'kind',
  'id',
  'className',
  'exportName',
  'file',
  'scope',
  'origin',
  'load',
  'description',
  'tags',
  'version',
]

/**
 * Prints one catalog entry as JSON: the keys that every reader looks for first, in their order, then all others
 * sorted, so that equal entries give equal bytes however they were built.
 */
function entryJson(entry: CatalogEntry): string {
  const data: Readonly<Record<string, unknown>> = { ...entry }
  const others = Object.keys(data).filter((key) => !FIRST_KEYS.includes(key))
  const members = [...FIRST_KEYS, ...others.sort(compareText)]
    .filter((key) => data[key] !== undefined)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(data[key])}`)
  return scriptSafe(`{${members.join(',')}}`)
}

/** Prints the catalog as the string literal that `defineCatalog` takes, one entry on each line. */
export function catalogLiteral(modules: readonly EmittedModule[]): string {
  if (modules.length === 0) return dataLiteral([])
  const last = modules.length - 1
  const entries = modules.map(
    ({ entry }, index) =>
      printed.of(entry, '', () => escapedLine(entryJson(entry))) + (index === last ? '' : ','),
  )
  return escapedLinesLiteral(['[', ...entries, ']'])
}

const printed = new Rendered<CatalogEntry>()
