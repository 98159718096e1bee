/** What one segment of a module ID looks like; on top of it, no segment contains `__`. */
const SEGMENT = /^[a-z][a-z0-9_]*$/
const NORMALIZABLE = /^[A-Za-z][A-Za-z0-9_-]*$/

/** How file and folder names become segments: any common spelling, or only what already is a segment. */
export type FileNames = 'normalize' | 'strict'

/** Tells whether a text is a legal segment as it stands. */
export function isSegment(text: string): boolean {
  return SEGMENT.test(text) && !text.includes('__')
}

/**
 * Turns a class name into a segment by the mechanical rule that every SDK shares: word boundaries become `_`,
 * everything outside `[A-Za-z0-9]` becomes `_`, the text is lowercased, runs of `_` collapse, ends are stripped.
 *
 * @param name a class name such as `HTTPSender`
 * @returns the segment, such as `http_sender`; it may be empty or start with a digit, which {@link isSegment} refuses
 */
export function toSegment(name: string): string {
  return name
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
    .toLowerCase()
}

/**
 * Turns a file or folder name (without file extension) into a segment.
 *
 * @returns the segment, or `undefined` when the name cannot be one
 */
export function fileSegment(name: string, fileNames: FileNames): string | undefined {
  if (isSegment(name)) return name
  return fileNames === 'normalize' && NORMALIZABLE.test(name) ? toSegment(name) : undefined
}

/**
 * Offers the valid name nearest to one that was refused.
 *
 * @returns the name, or `undefined` where letters would have to be invented (`2fa`, `加法`)
 */
export function suggestSegment(name: string): string | undefined {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '')
  const segment = toSegment(plain)
  return isSegment(segment) && segment !== name && lostCharacters(plain) === '' ? segment : undefined
}

/**
 * Says of a name that it is no segment, with the valid name nearest to it.
 *
 * @param segment what the name gives; default the name itself
 */
export function badSegment(name: string, segment = name): { segment: string; suggestion?: string } {
  const suggestion = suggestSegment(name)
  return suggestion === undefined ? { segment } : { segment, suggestion }
}

/** Lists the letters and digits of a name that {@link toSegment} drops, in their order. */
export function lostCharacters(name: string): string {
  return (name.match(/(?![A-Za-z0-9])[\p{L}\p{N}]/gu) ?? []).join('')
}
