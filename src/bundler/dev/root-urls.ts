import { relative, resolve } from 'pathe'
import type { Compilation } from '../../compiler/compile.ts'
import { nodeHost } from '../../compiler/node-host.ts'
import type { ResolvedOptions } from '../../compiler/options.ts'

/** A folder that files are loaded from, relative to the project, and what the catalog calls it. */
interface LoadedRoot {
  readonly root: string
  /** Default: its path. */
  readonly origin?: string
}

/** The folders that a registry loads files from: the roots of extensions and of plugins, and packages with plugins. */
export function loadedRoots(
  { extensions, plugins }: Pick<ResolvedOptions, 'extensions' | 'plugins'>,
  compilation: Pick<Compilation, 'plugins'>,
): LoadedRoot[] {
  const packages = new Map<string, string>()
  for (const { scope, origin, file } of compilation.plugins) {
    const end = scope === 'plugin' && file !== undefined ? file.lastIndexOf(`node_modules/${origin}/`) : -1
    if (end >= 0) packages.set(origin, file!.slice(0, end + `node_modules/${origin}`.length))
  }
  return [
    ...extensions,
    ...plugins.map((root) => ({ root })),
    ...[...packages].map(([origin, root]) => ({ root, origin })),
  ]
}

/** Where an environment loads the files of a root from: its origin, the length of that, and the URL. */
export type RootUrl = readonly [origin: string, length: number, url: string]

/**
 * The URLs under which a dev server serves the files of modules and plugins: from its own root, or by their absolute path. Links are
 * resolved, as the server does, so that every file has one URL whoever imports it.
 *
 * @param project the project, absolute
 * @param served the root of the dev server, absolute
 * @param base what URLs start with, such as `/`
 */
export function rootUrls(
  roots: readonly LoadedRoot[],
  project: string,
  served: string,
  base: string,
): RootUrl[] {
  return roots.flatMap(({ root, origin = root }): RootUrl[] => {
    const folder = resolve(project, root)
    if (nodeHost.kind(folder) !== 'folder') return []
    const real = nodeHost.realPath(folder)
    const inside = relative(served, real)
    const url = inside.startsWith('..') ? `${base}@fs/${real.replace(/^\//, '')}` : `${base}${inside}`
    return root === '.' ? [[origin, 0, url.endsWith('/') ? url : `${url}/`]] : [[origin, root.length, url]]
  })
}
