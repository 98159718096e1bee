import { IdTooLongError, InvalidSegmentError, ReservedWordError } from './errors.ts'
import { badSegment, isSegment } from './segment.ts'

/** The most characters a module ID may have. */
export const MAX_ID_LENGTH = 192

/** First segments that no module may use, unless the `reservedWords` option says otherwise. */
export const RESERVED_WORDS: readonly string[] = [
  'system',
  'internal',
  'core',
  'apcore',
  'plugin',
  'schema',
  'acl',
]

/** The first segment kept for modules that a program registers by hand; no discovered file may claim it. */
export const EPHEMERAL = 'ephemeral'

/**
 * Checks the length of an ID.
 *
 * @param which says in the message which ID it is
 * @param details more facts for the error
 * @throws IdTooLongError
 */
export function assertLength(moduleId: string, which: string, details?: { filePath: string }): void {
  const { length } = moduleId
  if (length <= MAX_ID_LENGTH) return
  const message = `The module ID ${which} has ${length} characters; ${MAX_ID_LENGTH} are allowed.`
  throw new IdTooLongError(message, { ...details, moduleId, length })
}

/**
 * Checks an ID that was given by hand against the whole grammar.
 *
 * @param id the ID, such as `math.add`
 * @param reservedWords first segments that are refused
 * @throws InvalidSegmentError, IdTooLongError or ReservedWordError, for the first rule that it breaks
 */
export function assertModuleId(id: string, reservedWords: readonly string[] = RESERVED_WORDS): void {
  for (const segment of id.split('.')) {
    if (isSegment(segment)) continue
    throw new InvalidSegmentError(
      `"${id}" is no module ID: its segment "${segment}" must start with a letter a-z and go on with a-z, 0-9 and single "_".`,
      badSegment(segment),
    )
  }
  assertLength(id, `"${id.slice(0, 40)}…"`)
  const first = id.split('.', 1)[0]!
  if (reservedWords.includes(first)) {
    throw new ReservedWordError(`"${id}" starts with the reserved word "${first}".`, { segment: first })
  }
}
