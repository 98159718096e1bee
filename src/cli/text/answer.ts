import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Settings } from '../settings/settings.ts'

/** What `--json` prints, for every command: its head, and what the command adds. */
export interface Answer {
  /** Of the format; it changes when a program that reads it would have to. */
  readonly version: 1
  readonly command: string
  /** Whether nothing is wrong: the exit code is 0. */
  readonly ok: boolean
  /** The project, absolute. */
  readonly root: string
  /** Where the options come from; `file` is absolute. */
  readonly source: { readonly kind: string; readonly file?: string; readonly notes: readonly string[] }
  /** All problems of the project, in the order in which they are shown. */
  readonly diagnostics: readonly Diagnostic[]
}

/**
 * Makes what `--json` prints.
 *
 * @param command its name
 * @param more what is of this command alone; `ok` where it is not about errors alone
 */
export function answer<More extends object>(
  command: string,
  { resolved: { root }, source }: Settings,
  diagnostics: readonly Diagnostic[],
  more: More,
): Answer & More {
  const ok = diagnostics.every(({ severity }) => severity !== 'error')
  return { version: 1, command, ok, root, source, diagnostics, ...more }
}
