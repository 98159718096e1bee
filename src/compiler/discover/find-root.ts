import { resolve } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { closest } from '../../util/closest.ts'
import type { Host } from '../host.ts'
import type { ResolvedOptions } from '../options.ts'

/**
 * Looks up a configured root.
 *
 * Its spelling is compared with what the disk says, part by part, so that a path in the wrong case is refused
 * on every system, also where the disk would not mind.
 *
 * @returns its absolute path with every link resolved, or `undefined` after reporting `ROOT_NOT_FOUND`
 */
export function findRoot(
  { root, option }: { readonly root: string; readonly option: 'extensions' | 'plugins' },
  options: ResolvedOptions,
  host: Host,
  report: Report,
): string | undefined {
  const path = resolve(options.root, root)
  const spelling = spellingOnDisk(root, options.root, host)
  const isFolder = host.kind(path) === 'folder'
  if (isFolder && spelling === root) return host.realPath(path)
  if (option === 'plugins' ? !options.pluginsGiven : !isFolder && isOptional(options, host)) return undefined
  const suggestion = isFolder || spelling !== root ? undefined : nearestFolder(root, options.root, host)
  report('ROOT_NOT_FOUND', {
    path: root,
    resolved: path,
    option,
    ...(spelling !== root ? { spelling } : suggestion === undefined ? {} : { suggestion }),
    ...(spelling === root && host.kind(path) === 'file' ? { file: true } : {}),
  })
  return undefined
}

/** A missing default root is no fault in a project that has plugin folders. */
function isOptional(options: ResolvedOptions, host: Host): boolean {
  if (options.extensionsGiven) return false
  return options.plugins.some((root) => host.kind(resolve(options.root, root)) === 'folder')
}

/** The path with each part spelt as in its folder; a part that is not there at all stays as it is. */
function spellingOnDisk(path: string, base: string, host: Host): string {
  let folder = base
  return path
    .split('/')
    .map((part) => {
      const names = part === '..' || part === '.' ? [] : namesIn(folder, host)
      const found = names.includes(part)
        ? part
        : (names.filter((name) => name.toLowerCase() === part.toLowerCase()).sort()[0] ?? part)
      folder = resolve(folder, found)
      return found
    })
    .join('/')
}

/** The folder that a path most likely means: each part that is not there is replaced by its nearest neighbour. */
function nearestFolder(path: string, base: string, host: Host): string | undefined {
  let folder = base
  const parts: string[] = []
  for (const part of path.split('/')) {
    const isThere = host.kind(resolve(folder, part)) === 'folder'
    const name = isThere ? part : closest(part, foldersIn(folder, host))[0]
    if (name === undefined) return undefined
    parts.push(name)
    folder = resolve(folder, name)
  }
  return parts.join('/')
}

function foldersIn(folder: string, host: Host): string[] {
  return namesIn(folder, host).filter((name) => host.kind(`${folder}/${name}`) === 'folder')
}

function namesIn(folder: string, host: Host): string[] {
  try {
    return host.list(folder).map((entry) => entry.name)
  } catch {
    return []
  }
}
