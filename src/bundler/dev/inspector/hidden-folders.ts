import { basename, isAbsolute, parse, relative } from 'pathe'
import type { HiddenFolder } from '../../../inspector/hide-paths.ts'

/**
 * The spellings of a folder of the machine that are to be hidden. A way from the project that leads over the root of the
 * file system tells as much as the full path.
 *
 * @param root the project, absolute
 * @param path absolute
 * @param name what stands for the folder; without one, the way from the project where that is short, else its last segment
 */
export function hiddenFolders(root: string, path: string, name?: string): HiddenFolder[] {
  const way = relative(root, path)
  const climbed = /^(?:\.\.(?:\/|$))*/
    .exec(way)![0]
    .split('/')
    .filter((part) => part === '..').length
  const depth = root.slice(parse(root).root.length).split('/').length
  const isFar = isAbsolute(way) || (climbed === depth && basename(path) !== '')
  const shown = name ?? (isFar ? `…/${basename(path)}` : way || '.')
  return [{ path, shown }, ...(isFar && !isAbsolute(way) ? [{ path: way, shown }] : [])]
}
