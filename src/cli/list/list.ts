import { visible } from '../../diagnostics/visible.ts'
import { count } from '../../diagnostics/wording.ts'
import { closest } from '../../util/closest.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { compileProject } from '../text/compile-project.ts'
import { type AnyEntry, aboutOf, entriesOf, fileOf, kindsOf } from '../text/entries.ts'
import { columnsOf, table } from '../text/layout.ts'
import { hasErrors, pointToCheck } from '../text/problems.ts'

/** Which entries to show. */
export interface ListRequest {
  readonly kind: string
  /** An ID, of which whole segments count. */
  readonly prefix?: string
  readonly tag?: string
}

/** Shows the entries of a kind as a table. */
export async function list(request: ListRequest, context: CommandContext): Promise<number> {
  const { settings, compilation } = await compileProject(context)
  const { diagnostics } = compilation
  const entries = entriesOf(request.kind, compilation).filter((entry) => fits(entry, request))
  if (context.json) {
    context.terminal.json(answer('list', settings, diagnostics, { kind: request.kind, entries }))
    return hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
  }
  const { out, note, paint, paintNote, width } = context.terminal
  for (const line of table(rowsOf(entries, width), width)) out(colourFirst(line, paint.cyan))
  if (entries.length > 0) note(paintNote.dim(`\n${count(entries.length, visible(request.kind))}`))
  else note(nothing(request, kindsOf(compilation)))
  pointToCheck(diagnostics, context.terminal)
  return hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
}

/** The least columns in which a description, or a path, says something. */
const LEAST = 30

/** IDs, files and descriptions; without files where too little would be left of the last column. */
function rowsOf(entries: readonly AnyEntry[], width: number): string[][] {
  const rows = entries.map((entry) => [entry.id, fileOf(entry), aboutOf(entry)].map(visible))
  const [ids, files, abouts] = [0, 1, 2].map((column) =>
    Math.max(0, ...rows.map((row) => columnsOf(row[column]!))),
  )
  if (abouts === 0) {
    const hasRoom = ids! + 2 + Math.min(files!, LEAST) <= width
    return rows.map((row) => row.slice(0, hasRoom ? 2 : 1))
  }
  const hasRoom = ids! + files! + 4 + Math.min(abouts!, LEAST) <= width
  return hasRoom ? rows : rows.map((row) => [row[0]!, row[2]!])
}

function fits(entry: AnyEntry, { prefix, tag }: ListRequest): boolean {
  if (prefix !== undefined && entry.id !== prefix && !entry.id.startsWith(`${prefix}.`)) return false
  return tag === undefined || ('tags' in entry && entry.tags?.includes(tag) === true)
}

function colourFirst(line: string, colour: (text: string) => string): string {
  return line.replace(/^\S+/, colour)
}

function nothing({ kind, prefix, tag }: ListRequest, kinds: readonly string[]): string {
  const [near] = kinds.includes(kind) ? [] : closest(kind, kinds)
  const limits = [
    ...(prefix === undefined ? [] : [`below "${visible(prefix)}"`]),
    ...(tag === undefined ? [] : [`with the tag "${visible(tag)}"`]),
  ]
  const text = ['There is nothing of the kind', `"${visible(kind)}"`, ...limits].join(' ')
  return `${text}.${near === undefined ? '' : ` Did you mean "${near}"?`}`
}
