import type { Diagnostic } from '../../diagnostics/diagnostic.ts'
import type { Settings } from '../settings/settings.ts'
import type { AnswerHead, CommandAnswer } from './answers.ts'

/** The answers of one command. */
type AnswerOf<C> = Extract<CommandAnswer, { readonly command: C }>

/** What an answer adds to its head; `ok` where it is not about errors alone. */
type More<A> = A extends AnswerHead
  ? Omit<A, Exclude<keyof AnswerHead, 'ok'> | 'ok'> & Partial<Pick<A, 'ok'>>
  : never

/**
 * Makes what `--json` prints.
 *
 * @param command its name
 * @param more what is of this command alone; `ok` where it is not about errors alone
 */
export function answer<C extends CommandAnswer['command']>(
  command: C,
  { resolved: { root }, source }: Settings,
  diagnostics: readonly Diagnostic[],
  more: More<AnswerOf<C>>,
): CommandAnswer {
  const ok = diagnostics.every(({ severity }) => severity !== 'error')
  return { version: 1, command, ok, root, source, diagnostics, ...more } as unknown as AnswerOf<C>
}
