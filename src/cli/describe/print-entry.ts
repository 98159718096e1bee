import type { Place } from '../../diagnostics/diagnostic.ts'
import { formatPlace } from '../../diagnostics/format-text.ts'
import { visible } from '../../diagnostics/visible.ts'
import type { Terminal } from '../terminal.ts'
import type { AnyEntry } from '../text/entries.ts'
import { columnsOf, pad, table, wrap } from '../text/layout.ts'
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
  const fields = fieldsOf(all, place)
  const label = Math.max(LABEL, ...fields.map(([name]) => columnsOf(name) + 2))
  for (const [name, value] of fields) {
    const [first = '', ...more] = wrap(value, columns - label - 2)
    const indent = ' '.repeat(label + 2)
    lines.push(`  ${paint.dim(pad(name, label))}${first}`, ...more.map((one) => indent + one))
  }
  for (const [title, schema] of [
    ['input', all.inputSchema],
    ['output', all.outputSchema],
  ] as const) {
    if (schema === undefined) continue
    lines.push('', `  ${paint.dim(title.padEnd(label))}${visible(typeOf(schema))}`)
    const rows = schemaRows(schema).map((row) => row.map(visible))
    lines.push(...table(rows, columns - 4).map((line) => `    ${line}`))
  }
  return lines.join('\n')
}

/** How many columns the names of fields have, if none is longer. */
const LABEL = 13

/** What an entry says, field by field, with the names that are shown. */
function fieldsOf(entry: Readonly<Record<string, unknown>>, place: Place): (readonly [string, string])[] {
  const others = Object.entries(entry).filter(
    ([name, value]) => !SHOWN_APART.test(name) && isWorthShowing(value),
  )
  return [
    ...(place.file === '' ? [] : [['file', formatPlace(place)] as const]),
    ...(typeof entry.className === 'string' ? [['class', visible(exported(entry))] as const] : []),
    ...others.map(([name, value]) => [visible(labelOf(name)), valueText(value)] as const),
    ...unresolvedOf(entry.unresolved).map(([name, reason]) => ['unread', `${name}: ${reason}`] as const),
  ]
}

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

/** Whether there is anything in it, however deep. */
function isWorthShowing(value: unknown): boolean {
  if (value === undefined || value === null) return false
  return typeof value !== 'object' || Object.values(value).some(isWorthShowing)
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
