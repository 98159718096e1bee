import { dirname, resolve } from 'pathe'
import { nodeHost } from '../compiler/node-host.ts'
import type { Session } from './session.ts'

/** What a watch mode has to look at: every change that could mean something happens at one of these absolute paths. */
export interface WatchTargets {
  /** Folders in which files and folders may come and go; each by itself, with none below it implied. */
  readonly folders: readonly string[]
  /** Files whose text was read. */
  readonly files: readonly string[]
  /** Configured roots that are not there. */
  readonly missing: readonly string[]
}

/** Lists what the last result of a session depends on. With wrong options there is nothing to look at. */
export function watchTargets(session: Session): WatchTargets {
  const { root, options, compilation } = session
  if (compilation === undefined) return { folders: [], files: [], missing: [] }
  const { files, folders } = compilation.inputs
  const { extensions = [], plugins = [], pluginsGiven = false } = options ?? {}
  const named = [...extensions.map((one) => one.root), ...(pluginsGiven ? plugins : [])]
  const roots = named.map((one) => resolve(root, one))
  return {
    folders: folders.map((folder) => resolve(root, folder)),
    files: files.map((file) => resolve(root, file)),
    missing: roots.filter((folder) => nodeHost.kind(folder) !== 'folder'),
  }
}

/** The folder in which a missing path, or the first missing part of it, would appear. */
export function nearestFolder(path: string): string {
  let folder = dirname(path)
  while (nodeHost.kind(folder) !== 'folder' && folder !== dirname(folder)) folder = dirname(folder)
  return folder
}
