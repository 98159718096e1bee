import { relative, resolve } from 'pathe'
import { canonicalJson } from '../../util/canonical-json.ts'
import type { Host } from '../host.ts'
import { nodeHost } from '../node-host.ts'
import type { ResolvedOptions } from '../options.ts'
import { compilerPackageVersion, keepCompiledCode } from '../parse/syntax.ts'
import { cacheFolder } from './cache-folder.ts'
import { ScanCache } from './scan-cache.ts'

/** A hash of all sources of this package, which the build puts in. */
declare const BUILD_ID: string | undefined

/**
 * Opens the cache of a project, and lets the compiler keep its compiled code there.
 *
 * There is none for a file system that is not the real one, or where packages are not found in folders. Run from its own
 * sources, this package keeps a cache only where a folder is named: its answers change with every edit.
 */
export function openCache(options: ResolvedOptions, host: Host): ScanCache | undefined {
  const build = typeof BUILD_ID === 'undefined' ? undefined : BUILD_ID
  const { cache, root } = options
  if (cache === false || host !== nodeHost || process.versions.pnp !== undefined) return undefined
  if (cache === true && build === undefined) return undefined
  const folder = typeof cache === 'string' ? resolve(root, cache) : cacheFolder(root, host)
  keepCompiledCode(folder)
  const { fileExtensions, metadata, moduleFactories, moduleInterface, schemaFromTypes } = options
  const key = canonicalJson([
    build ?? 'sources',
    compilerPackageVersion(),
    relative(folder, root),
    { fileExtensions, metadata, moduleFactories, moduleInterface, schemaFromTypes },
  ])
  return new ScanCache(root, host, folder, key)
}
