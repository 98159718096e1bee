import type { ResolvedOptions, ResolvedRoot } from './options.ts'

/**
 * Names chunks after the root and the top-level folder of a module's file. Files directly in a root keep chunks of
 * their own: a folder groups what is in it.
 */
export function folderChunk(roots: readonly ResolvedRoot[]): ResolvedOptions['chunks'] {
  const byOrigin = new Map(roots.map((one) => [one.root, one]))
  return ({ id, file, origin }) => {
    const root = byOrigin.get(origin)
    const inRoot = origin === '.' ? file : file.slice(origin.length + 1)
    if (root === undefined || !inRoot.includes('/')) return undefined
    const segments = id.split('.')
    const { namespace } = root
    // The folder's segment, which is legal whatever the folder is called.
    if (namespace !== undefined) return `${namespace}-${segments[1]}`
    const label = origin.slice(origin.lastIndexOf('/') + 1).replace(/\W+/g, '')
    return label === '' ? segments[0] : `${label}-${segments[0]}`
  }
}
