import { badSegment, type FileNames, fileSegment } from './segment.ts'

/** A part of a path that cannot be a segment. */
interface BadPart {
  readonly segment: string
  /** The valid name nearest to it, where one exists. */
  readonly suggestion?: string
}

/** A base ID, or every part of the path that cannot be a segment, in order. */
export type BaseId =
  | { readonly ok: true; readonly id: string }
  /** `first`: the first segment, if that one is legal. */
  | { readonly ok: false; readonly bad: readonly [BadPart, ...BadPart[]]; readonly first?: string }

/**
 * Derives the base ID of a file from its path (seed: algorithm A01, directory to canonical ID).
 *
 * @param path the path below the extensions root, with `/` between its parts, such as `mail/send.ts`
 * @param options `fileNames`: which spellings are accepted; `namespace`: the first segment, already valid
 */
export function deriveBaseId(path: string, options: { fileNames: FileNames; namespace?: string }): BaseId {
  const derived = pathSegments(path, options.fileNames)
  const segments = options.namespace === undefined ? derived : [options.namespace, ...derived]
  const [bad, ...more] = derived.filter((part) => typeof part !== 'string')
  if (bad === undefined) return { ok: true, id: segments.join('.') }
  const first = segments[0]
  return { ok: false, bad: [bad, ...more], ...(typeof first === 'string' ? { first } : {}) }
}

/** Gives the segment of each part of a path, or says what is wrong with the part. */
export function pathSegments(path: string, fileNames: FileNames): (string | BadPart)[] {
  // Not through pathNames, which no bundle has to hold.
  return withoutExtension(path)
    .split('/')
    .map((name) => fileSegment(name, fileNames) ?? badSegment(name))
}

/** The names that segments are made of: the folders of a path, and its file without the last file extension. */
export function pathNames(path: string): string[] {
  return withoutExtension(path).split('/')
}

function withoutExtension(path: string): string {
  return path.replace(/([^/])\.[^./]*$/, '$1')
}
