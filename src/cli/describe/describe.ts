import type { Compiler } from '../../compiler/compile.ts'
import { visible } from '../../diagnostics/visible.ts'
import { closest } from '../../util/closest.ts'
import { type CommandContext, EXIT } from '../command.ts'
import { answer } from '../json/answer.ts'
import { compileProject } from '../text/compile-project.ts'
import { type AnyEntry, entriesOf, fileOf, kindsOf } from '../text/entries.ts'
import { hasErrors, pointToCheck } from '../text/problems.ts'
import { printEntry } from './print-entry.ts'

/** Shows one entry, or the names that were probably meant. */
export async function describe(
  id: string,
  kind: string | undefined,
  context: CommandContext,
): Promise<number> {
  const { settings, compiler, compilation } = await compileProject(context)
  const { diagnostics } = compilation
  const kinds = kind === undefined ? ['module', 'plugin', ...kindsOf(compilation)] : [kind]
  const entries = kinds.flatMap((one) => entriesOf(one, compilation))
  const entry = entries.find((one) => one.id === id)
  const nearest = entry === undefined ? nearestTo(id, entries) : []
  if (context.json) {
    const found =
      entry === undefined
        ? ({ id, entry: null, nearest, ok: false } as const)
        : { id, entry, place: placeOf(entry, compiler) }
    context.terminal.json(answer('describe', settings, diagnostics, found))
    return entry === undefined || hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
  }
  const { out, note, paintNote } = context.terminal
  if (entry === undefined) {
    note(
      `${paintNote.red('error')}  There is no "${visible(id)}"${kind === undefined ? '' : ` of the kind "${visible(kind)}"`}.`,
    )
    const names = nearest.map((one) => `"${visible(one)}"`).join(', ')
    note(
      paintNote.green(
        names === ''
          ? 'fix    See "module-registry list" for what there is.'
          : `fix    Did you mean ${names}?`,
      ),
    )
  } else out(printEntry(entry, placeOf(entry, compiler), context.terminal))
  pointToCheck(diagnostics, context.terminal)
  return entry === undefined || hasErrors(diagnostics) ? EXIT.problems : EXIT.fine
}

/** Where an entry is, as `file:line:column`. */
function placeOf(entry: AnyEntry, { scanned }: Compiler): { file: string; line?: number; column?: number } {
  const file = fileOf(entry)
  if (!('className' in entry)) return { file }
  const { classes = [] } = scanned.find(({ source }) => source.file === file)?.result ?? {}
  const found = classes.find(
    ({ name, exportName }) => name === entry.className && exportName === entry.exportName,
  )
  return found === undefined ? { file } : { file, line: found.line, column: found.column }
}

/** The names that were probably meant: those written alike, else those around it, else those that end alike. */
function nearestTo(id: string, entries: readonly AnyEntry[]): string[] {
  const ids = [...new Set(entries.map((entry) => entry.id))]
  const last = id.split(/[.:]/).at(-1)!
  const around = ids.filter((one) => id.startsWith(`${one}.`) || one.startsWith(`${id}.`))
  const alike = ids.filter((one) => last !== '' && one.endsWith(last))
  return [closest(id, ids, 3), around, alike].find((names) => names.length > 0)?.slice(0, 3) ?? []
}
