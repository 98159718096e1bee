import { dirname, resolve } from 'pathe'
import type { Host } from '../host.ts'

const NAME = 'unplugin-module-registry'

/**
 * Decides where the cache of a project is: with those of other tools in the `node_modules` of its package, which nobody
 * commits, else in a folder of its own.
 *
 * @param root the project, absolute
 * @returns absolute path of a folder that need not exist
 */
export function cacheFolder(root: string, host: Host): string {
  const owner = packageFolder(root, host)
  return owner !== undefined && host.kind(`${owner}/node_modules`) === 'folder'
    ? `${owner}/node_modules/.cache/${NAME}`
    : resolve(root, '.module-registry')
}

/** The nearest folder that is a package, or has packages. */
function packageFolder(folder: string, host: Host): string | undefined {
  if (['package.json', 'node_modules'].some((name) => host.kind(`${folder}/${name}`) !== undefined))
    return folder
  const parent = dirname(folder)
  return parent === folder ? undefined : packageFolder(parent, host)
}
