import { type Body, findBodies } from './bodies.ts'
import { blank } from './characters.ts'

/**
 * Blanks the bodies of functions out of a text before it is parsed: what the scanner reads stands outside of them,
 * and most of a file stands inside. Everything that stays keeps its offset, its line and its column.
 *
 * @param text TypeScript or JavaScript, without JSX
 * @returns a text of the same length, and where it was blanked; nothing when there is a doubt, and the whole text
 *   must be parsed
 */
export function skeletonOf(text: string): Skeleton | undefined {
  const bodies = findBodies(text)
  if (bodies === undefined) return undefined
  let skeleton = ''
  let from = 0
  for (const { start, end } of bodies) {
    skeleton += text.slice(from, start) + blank(text, start, end)
    from = end
  }
  return { text: skeleton + text.slice(from), bodies }
}

/** A text without the bodies of its functions. */
export interface Skeleton {
  readonly text: string
  /** What was blanked, in order: what stands between a pair of braces. */
  readonly bodies: readonly Body[]
}
