import type { Refusal } from '../fold/schema-library.ts'

/** Ends what this folder does with a value, and becomes a {@link Refusal} at its edge. */
export class Refused extends Error implements Refusal {
  readonly reason: string

  constructor(reason: string) {
    super(reason)
    this.name = 'Refused'
    this.reason = reason
  }
}

const MAX_LENGTH = 200
/** Absolute paths of all systems, also as URLs: they say where somebody's machine keeps things. */
const PATHS = /(?:file:\/\/)?(?:\/|[A-Za-z]:[\\/])(?:[^\s'"`:;,()<>]+[\\/])+[^\s'"`:;,()<>]*/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g

/**
 * What a library said when it threw, as part of a sentence.
 *
 * @returns its first line, without paths, shortened
 */
export function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.reason
  if (error instanceof RangeError && /call stack/i.test(error.message)) return 'it is nested without an end'
  const message = error instanceof Error ? String(error.message) : String(error)
  const line = (message.trim().split(/\r?\n/, 1)[0] ?? '').replace(PATHS, '…').replace(CONTROLS, ' ').trim()
  if (line === '') return 'the library refuses it and does not say why'
  return line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH)}…` : line
}
