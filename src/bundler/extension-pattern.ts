import { resolve } from 'pathe'
import { nodeHost } from '../compiler/node-host.ts'
import type { Session } from './session.ts'

/**
 * A pattern of the paths that extension files may have, so that bundlers leave all others alone.
 *
 * @returns nothing where no file can be one
 */
export function extensionPattern({ options }: Session): RegExp | undefined {
  if (options === undefined || options.extensions.length === 0) return undefined
  const folders = options.extensions.flatMap(({ root }) => withRealPath(resolve(options.root, root)))
  const endings = options.fileExtensions.map(escapePattern)
  return new RegExp(`^(?:${folders.map(folderPattern).join('|')})[\\\\/].*(?:${endings.join('|')})$`)
}

/** A folder by both its names: bundlers may keep links, and what is not there yet may be at the next rebuild. */
function withRealPath(folder: string): string[] {
  return nodeHost.kind(folder) === 'folder' ? [folder, nodeHost.realPath(folder)] : [folder]
}

function folderPattern(folder: string): string {
  return folder.split('/').map(escapePattern).join('[\\\\/]')
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
