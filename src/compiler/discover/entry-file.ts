import { relative } from 'pathe'
import { compareText } from '../../util/compare.ts'
import type { Host } from '../host.ts'
import type { NamedFolder } from './plugin-folders.ts'

/** What looking for the file of an entry point gave. */
export type EntryFile =
  | {
      readonly kind: 'found'
      /** Relative to the project. */
      readonly file: string
      /** Absolute, with every link resolved. */
      readonly path: string
    }
  | { readonly kind: 'escapes' }
  | {
      readonly kind: 'missing'
      /** Paths relative to the first folder. */
      readonly tried: readonly string[]
      /** A file that differs only in case. */
      readonly spelling?: string
    }

/**
 * Looks for the file of an entry point in the plugin's folder, and nowhere else. Names are compared with what the disk
 * says, so that the wrong case is refused on every system; a link that leads out of the folder does not help.
 *
 * @param file its path without extension
 * @param folders where to look: the plugin's own folder, and for a package its root, which holds all of it
 * @param extensions to try, in this order
 */
export function findEntryFile(
  file: string,
  folders: readonly NamedFolder[],
  extensions: readonly string[],
  host: Host,
): EntryFile {
  const boundary = folders.at(-1)!.path
  const tried: string[] = []
  let spelling: string | undefined
  for (const folder of folders) {
    for (const extension of extensions) {
      const inner = `${file}${extension}`
      const shown = relative(folders[0]!.path, `${folder.path}/${inner}`)
      const onDisk = spellingOnDisk(folder.path, inner, host)
      if (onDisk === inner) {
        const path = realPath(`${folder.path}/${inner}`, host)
        if (path === undefined) return { kind: 'missing', tried: [...tried, shown] }
        if (!path.startsWith(`${boundary}/`)) return { kind: 'escapes' }
        if (host.kind(path) === 'file') {
          const named = folder.folder === '.' ? inner : `${folder.folder}/${inner}`
          return { kind: 'found', file: named, path }
        }
      } else if (onDisk !== undefined) spelling ??= onDisk
      tried.push(shown)
    }
  }
  return { kind: 'missing', tried, ...(spelling === undefined ? {} : { spelling }) }
}

/** The path as its folders spell it; `undefined` for what is not there in any case. */
function spellingOnDisk(folder: string, path: string, host: Host): string | undefined {
  const parts: string[] = []
  for (const part of path.split('/')) {
    const names = namesIn([folder, ...parts].join('/'), host)
    const found = names.includes(part)
      ? part
      : names.filter((name) => name.toLowerCase() === part.toLowerCase()).sort(compareText)[0]
    if (found === undefined) return undefined
    parts.push(found)
  }
  return parts.join('/')
}

/** The names of a folder; none for what cannot be listed. */
export function namesIn(folder: string, host: Host): string[] {
  try {
    return host.list(folder).map(({ name }) => name)
  } catch {
    return []
  }
}

function realPath(path: string, host: Host): string | undefined {
  try {
    return host.realPath(path)
  } catch {
    return undefined
  }
}
