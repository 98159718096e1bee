import { dirname } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import type { Host } from '../host.ts'
import type { ResolvedOptions } from '../options.ts'
import { MANIFEST_NAME } from '../parse/manifest/manifest.ts'
import { findRoot } from './find-root.ts'
import { compileIgnoreRules } from './skip.ts'
import { type WalkTarget, walk } from './walk.ts'

/** A folder by its name in messages, and by its place on the disk. */
export interface NamedFolder {
  /** Relative to the project, with `/`. */
  readonly folder: string
  /** Absolute, with every link resolved. */
  readonly path: string
}

/** A folder that holds a manifest. */
export interface PluginFolder extends NamedFolder {
  /** The manifest, relative to the project. */
  readonly manifest: string
  /** Where its entry point is looked for besides the folder itself: the root of its package. */
  readonly packageRoot?: NamedFolder
  /** `project`, or `plugin` for installed packages. */
  readonly scope: string
  /** The plugins root relative to the project, or the name of the package. */
  readonly origin: string
}

/** What was found below the plugins roots, sorted by folder. */
export interface PluginFolders {
  readonly plugins: readonly PluginFolder[]
  /** The folders that were listed, relative to the project. */
  readonly folders: readonly string[]
}

/** How far a walk over plugins roots goes. */
type PluginWalkOptions = Pick<ResolvedOptions, 'ignore' | 'maxDepth' | 'followSymlinks'>

/**
 * Finds the folders with a manifest below all plugins roots (seed: the algorithm, steps 1 and 2). Such a folder is a leaf:
 * nothing below it is searched. All other folders are only grouping.
 */
export function discoverPluginFolders(options: ResolvedOptions, host: Host, report: Report): PluginFolders {
  const plugins: PluginFolder[] = []
  const folders: string[] = []
  for (const root of options.plugins) {
    const path = findRoot({ root, option: 'plugins' }, options, host, report)
    if (path === undefined) continue
    const found = walkPlugins({ folder: root, path }, options, host, report)
    plugins.push(...found.plugins)
    folders.push(...found.folders)
  }
  return {
    plugins: plugins.sort((a, b) => compareText(a.manifest, b.manifest)),
    folders: folders.sort(compareText),
  }
}

/** How a plugins root is walked. */
export function pluginWalkTarget(
  root: NamedFolder,
  { ignore, maxDepth, followSymlinks }: PluginWalkOptions,
): WalkTarget {
  return {
    folder: root.path,
    shown: root.folder === '.' ? '' : root.folder,
    skip: compileIgnoreRules(ignore, root.folder),
    ...{ maxDepth, followSymlinks, leaf: MANIFEST_NAME },
  }
}

/** Finds the folders with a manifest below one folder that is there. */
function walkPlugins(
  root: NamedFolder,
  options: PluginWalkOptions,
  host: Host,
  report: Report,
): PluginFolders {
  const target = pluginWalkTarget(root, options)
  const { shown } = target
  const found = walk(target, host, report)
  const named = (inner: string): string => [shown, inner].filter((part) => part !== '').join('/') || '.'
  const manifests = found.files.filter((file) => file === MANIFEST_NAME || file.endsWith(`/${MANIFEST_NAME}`))
  return {
    plugins: manifests.map((file) => {
      const inner = dirname(file) === '.' ? '' : dirname(file)
      return {
        folder: named(inner),
        path: inner === '' ? root.path : `${root.path}/${inner}`,
        manifest: named(file),
        scope: 'project',
        origin: root.folder,
      }
    }),
    folders: found.folders.map(named),
  }
}
