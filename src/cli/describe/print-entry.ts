import type { Place } from '../../diagnostics/diagnostic.ts'
import { formatPlace } from '../../diagnostics/format-text.ts'
import { visible } from '../../diagnostics/visible.ts'
import type { Terminal } from '../terminal.ts'
import type { AnyEntry } from '../text/entries.ts'
import { table, wrap } from '../text/layout.ts'
import { schemaRows, typeOf } from './schema-lines.ts'

/** Fields that have a place of their own in the text. */
const SHOWN_APART =
  /^(?:id|kind|file|description|documentation|inputSchema|outputSchema|unresolved|className|exportName)$/

/** Where lines end when nobody looks at them in a terminal. */
const UNKNOWN_WIDTH = 100

/** Prints everything that the catalog says of an entry. */
export function printEntry(
  entry: AnyEntry,
  place: Place,
  { paint, width }: Pick<Terminal, 'paint' | 'width'>,
): string {
  const columns = Number.isFinite(width) ? width : UNKNOWN_WIDTH
  const all = entry as unknown as Readonly<Record<string, unknown>>
  const lines = [`${paint.bold(visible(entry.id))}  ${paint.dim(entry.kind)}`]
  for (const text of [all.description, all.documentation]) {
    if (typeof text === 'string') lines.push(...paragraph(text, columns), '')
  }
  if (lines.length === 1) lines.push('')
  const field = (name: string, value: string): void => {
    const [first = '', ...more] = wrap(value, columns - INDENT)
    lines.push(`  ${paint.dim(name.padEnd(LABEL))}${first}`, ...more.map((one) => ' '.repeat(INDENT) + one))
  }
  if (place.file !== '') field('file', formatPlace(place))
  if (typeof all.className === 'string') field('class', visible(exported(all)))
  for (const [name, value] of Object.entries(all)) {
    if (!SHOWN_APART.test(name) && isWorthShowing(value)) field(labelOf(name), valueText(value))
  }
  for (const [name, reason] of unresolvedOf(all.unresolved)) field('unread', `${name}: ${reason}`)
  for (const [title, schema] of [
    ['input', all.inputSchema],
    ['output', all.outputSchema],
  ] as const) {
    if (schema === undefined) continue
    lines.push('', `  ${paint.dim(title.padEnd(LABEL))}${visible(typeOf(schema))}`)
    const rows = schemaRows(schema).map((row) => row.map(visible))
    lines.push(...table(rows, columns - 4).map((line) => `    ${line}`))
  }
  return lines.join('\n')
}

const LABEL = 13
const INDENT = LABEL + 2

function paragraph(text: string, columns: number): string[] {
  return text.split('\n').flatMap((line) => wrap(`  ${visible(line)}`, columns, '  '))
}

function exported({ className, exportName }: Readonly<Record<string, unknown>>): string {
  return className === exportName
    ? String(className)
    : `${String(className)}, exported as ${String(exportName)}`
}

/** `dependsOn` as `depends on`. */
function labelOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}

function isWorthShowing(value: unknown): boolean {
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || Object.keys(value).length > 0
}

function valueText(value: unknown): string {
  if (typeof value === 'string') return visible(value)
  const isListOfNames = Array.isArray(value) && value.every((one) => typeof one === 'string')
  return visible(isListOfNames ? value.join(', ') : (JSON.stringify(value) ?? String(value)))
}

function unresolvedOf(unresolved: unknown): (readonly [string, string])[] {
  return Object.entries((unresolved ?? {}) as Record<string, { reason: string } & Place>).map(
    ([name, { reason, ...place }]) => [name, `${visible(reason)} (${formatPlace(place)})`],
  )
}
