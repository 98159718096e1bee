/** What `entry_point` says, taken apart. */
export interface EntryPoint {
  /** As written. */
  readonly text: string
  /** The file's path in the plugin's folder, normalised, without its extension. */
  readonly file: string
  readonly exportName: string
}

/** What is wrong with an entry point: how it is written, or where it leads. */
export type EntryPointFault = 'form' | 'escapes'

/** The form of an entry point, for messages. */
export const ENTRY_POINT_FORM = '`file:Class`, such as "main:Search"'

/**
 * Takes an entry point apart (seed: entry points of plugin folders). Only its text is judged.
 *
 * @returns a fault for what is malformed, or would lead out of the plugin's folder
 */
export function parseEntryPoint(text: string): EntryPoint | EntryPointFault {
  const [path = '', exportName = '', ...more] = text.split(':')
  if (leadsOut(path)) return 'escapes'
  if (exportName === '' || more.length > 0 || /[\s\p{Cc}]/u.test(text) || path.includes('\\')) return 'form'
  const parts = path.split('/')
  if (['', '.'].includes(parts.at(-1)!)) return 'form'
  return { text, file: parts.filter((part) => part !== '' && part !== '.').join('/'), exportName }
}

/** Whether a path is absolute or goes up, with either slash. */
export function leadsOut(path: string): boolean {
  return /^[\\/]/.test(path) || path.split(/[\\/]/).includes('..')
}
