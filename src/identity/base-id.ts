import { type FileNames, fileSegment, suggestSegment } from './segment.ts'

/** A base ID, or the first part of the path that cannot be a segment. */
export type BaseId =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly segment: string; readonly suggestion?: string }

/**
 * Derives the base ID of a file from its path (seed: algorithm A01, directory to canonical ID).
 *
 * @param path the path below the extensions root, with `/` between its parts, such as `mail/send.ts`
 * @param options `fileNames`: which spellings are accepted; `namespace`: the first segment, already valid
 */
export function deriveBaseId(path: string, options: { fileNames: FileNames; namespace?: string }): BaseId {
  const segments = options.namespace === undefined ? [] : [options.namespace]
  for (const name of withoutExtension(path).split('/')) {
    const segment = fileSegment(name, options.fileNames)
    if (segment === undefined) {
      const suggestion = suggestSegment(name)
      return suggestion === undefined
        ? { ok: false, segment: name }
        : { ok: false, segment: name, suggestion }
    }
    segments.push(segment)
  }
  return { ok: true, id: segments.join('.') }
}

function withoutExtension(path: string): string {
  const dot = path.lastIndexOf('.')
  return dot > path.lastIndexOf('/') + 1 ? path.slice(0, dot) : path
}
