import { pathNames, pathSegments } from '../identity/base-id.ts'
import type { FileNames } from '../identity/segment.ts'

/** How one part of a path becomes a segment of the ID. */
export interface PathPart {
  /** What it is the name of; a file's is told without the last file extension. */
  readonly of: 'folder' | 'file'
  readonly name: string
  /** Absent where the name cannot be a segment. */
  readonly segment?: string
  /** The nearest name that could be one. */
  readonly suggestion?: string
}

/**
 * Says what became of each part of a path.
 *
 * @param pathInRoot the file, relative to its root, with `/`
 * @param fileNames the spellings that are accepted
 */
export function explainParts(pathInRoot: string, fileNames: FileNames): PathPart[] {
  const names = pathNames(pathInRoot)
  return pathSegments(pathInRoot, fileNames).map((part, index): PathPart => {
    const of = index === names.length - 1 ? 'file' : 'folder'
    const name = names[index]!
    if (typeof part === 'string') return { of, name, segment: part }
    return { of, name, ...(part.suggestion === undefined ? {} : { suggestion: part.suggestion }) }
  })
}
