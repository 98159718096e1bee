import { relative, resolve } from 'pathe'
import { canonicalJson } from '../../util/canonical-json.ts'
import { contentHash } from '../content-hash.ts'
import type { Host } from '../host.ts'
import { nodeHost } from '../node-host.ts'
import type { ResolvedOptions } from '../options.ts'
import { compilerPackageVersion, keepCompiledCode } from '../parse/syntax.ts'
import { cacheFolder } from './cache-folder.ts'
import { createFactsCache, type FactsCache } from './facts-cache.ts'
import { ScanCache } from './scan-cache.ts'

/** A hash of all sources of this package, which the build puts in. */
declare const BUILD_ID: string | undefined

/** What a project keeps from one process to the next. */
export interface Cache {
  /** Of its extension files. */
  readonly scan: ScanCache
  /** Of the files that plugins begin with. */
  readonly plugins: FactsCache
}

/**
 * Opens the cache of a project, and lets the compiler keep its compiled code there.
 *
 * There is none for a file system that is not the real one, or where packages are not found in folders. Run from its own
 * sources, this package keeps a cache only where a folder is named: its answers change with every edit.
 */
export function openCache(options: ResolvedOptions, host: Host): Cache | undefined {
  const build = typeof BUILD_ID === 'undefined' ? undefined : BUILD_ID
  const { cache, root } = options
  if (cache === false || host !== nodeHost || process.versions.pnp !== undefined) return undefined
  if (cache === true && build === undefined) return undefined
  const folder = typeof cache === 'string' ? resolve(root, cache) : cacheFolder(root, host)
  keepCompiledCode(folder)
  const { fileExtensions, metadata, moduleFactories, moduleInterface, schemaFromTypes } = options
  const versions = [build ?? 'sources', compilerPackageVersion(), relative(folder, root)]
  const scanned = { fileExtensions, metadata, moduleFactories, moduleInterface, schemaFromTypes }
  return {
    scan: new ScanCache(root, host, folder, `${nameOf([...versions, scanned])}.scan`),
    plugins: createFactsCache(root, folder, `${nameOf([...versions, process.version])}.facts`),
  }
}

function nameOf(parts: readonly unknown[]): string {
  return contentHash(canonicalJson(parts)).replace(/\W/g, '').slice(0, 16)
}
