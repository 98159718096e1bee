import { IdTooLongError, InvalidSegmentError, ReservedWordError } from './errors.ts'
import { isSegment, suggestSegment } from './segment.ts'

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
 * Checks an ID that was given by hand against the whole grammar.
 *
 * @param id the ID, such as `math.add`
 * @param reservedWords first segments that are refused
 * @throws InvalidSegmentError, IdTooLongError or ReservedWordError, for the first rule that it breaks
 */
export function assertModuleId(id: string, reservedWords: readonly string[] = RESERVED_WORDS): void {
  for (const segment of id.split('.')) {
    if (isSegment(segment)) continue
    const suggestion = suggestSegment(segment)
    throw new InvalidSegmentError(
      `"${id}" is no module ID: its segment "${segment}" must start with a letter a-z and go on with a-z, 0-9 and single "_".`,
      suggestion === undefined ? { segment } : { segment, suggestion },
    )
  }
  if (id.length > MAX_ID_LENGTH) {
    throw new IdTooLongError(
      `The module ID "${id.slice(0, 40)}…" has ${id.length} characters; ${MAX_ID_LENGTH} are allowed.`,
      { moduleId: id, length: id.length },
    )
  }
  const first = id.split('.', 1)[0]!
  if (reservedWords.includes(first)) {
    throw new ReservedWordError(`"${id}" starts with the reserved word "${first}".`, { segment: first })
  }
}
