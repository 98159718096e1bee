import { relative, resolve } from 'pathe'
import { nodeHost } from '../../compiler/node-host.ts'
import type { ResolvedRoot } from '../../compiler/options.ts'

/** Where an environment loads the files of an extensions root from: its origin, the length of that, and the URL. */
export type RootUrl = readonly [origin: string, length: number, url: string]

/**
 * The URLs under which a dev server serves extension files: from its own root, or by their absolute path. Links are
 * resolved, as the server does, so that every file has one URL whoever imports it.
 *
 * @param project the project, absolute
 * @param served the root of the dev server, absolute
 * @param base what URLs start with, such as `/`
 */
export function rootUrls(
  roots: readonly ResolvedRoot[],
  project: string,
  served: string,
  base: string,
): RootUrl[] {
  return roots.flatMap(({ root }): RootUrl[] => {
    const folder = resolve(project, root)
    if (nodeHost.kind(folder) !== 'folder') return []
    const real = nodeHost.realPath(folder)
    const inside = relative(served, real)
    const url = inside.startsWith('..') ? `${base}@fs/${real.replace(/^\//, '')}` : `${base}${inside}`
    return root === '.' ? [[root, 0, url.endsWith('/') ? url : `${url}/`]] : [[root, root.length, url]]
  })
}
