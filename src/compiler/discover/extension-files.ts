import { extname } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import type { Host } from '../host.ts'
import type { ResolvedOptions, ResolvedRoot } from '../options.ts'
import { findRoot } from './find-root.ts'
import { compileSkipRules } from './skip.ts'
import { walk } from './walk.ts'

/** The file extensions of scripts; what is not configured among them is worth a word. */
const SCRIPT_EXTENSIONS = ['.ts', '.js', '.tsx', '.jsx', '.mts', '.cts', '.mjs', '.cjs']

/** A file that may declare modules. */
export interface ExtensionFile {
  /** Relative to the project, with `/`: its name everywhere. */
  readonly file: string
  /** Absolute, with every link of its root resolved: what the host reads, and what bundlers call it. */
  readonly path: string
  /** Relative to its root: what IDs are made of. */
  readonly pathInRoot: string
  readonly root: ResolvedRoot
}

/** What was found below all roots, sorted. */
export interface Discovery {
  readonly files: readonly ExtensionFile[]
  /** Script files whose extension is not configured. */
  readonly notScanned: readonly ExtensionFile[]
  /** The folders that were listed, relative to the project. */
  readonly folders: readonly string[]
}

/**
 * Finds the extension files of all roots. Two roots with one namespace are refused before anything is read.
 *
 * @param outputs absolute paths of files that the plugin writes itself: they never count
 */
export function discoverExtensionFiles(
  options: ResolvedOptions,
  outputs: readonly string[],
  host: Host,
  report: Report,
): Discovery {
  const files: ExtensionFile[] = []
  const notScanned: ExtensionFile[] = []
  const folders: string[] = []
  if (hasDuplicateNamespace(options.extensions, report)) return { files, notScanned, folders }
  const known = new Map<string, string>()
  for (const root of options.extensions) {
    const folder = findRoot({ root: root.root, option: 'extensions' }, options, host, report)
    if (folder === undefined || isShared(root.root, folder, known, report)) continue
    known.set(folder, root.root)
    const skip = compileSkipRules(options.skip, root.root)
    const { maxDepth, followSymlinks } = options
    const found = walk(
      { folder, shown: root.root === '.' ? '' : root.root, skip, maxDepth, followSymlinks },
      host,
      report,
    )
    for (const pathInRoot of found.files) {
      const path = `${folder}/${pathInRoot}`
      if (outputs.includes(path)) continue
      const extension = extname(pathInRoot)
      const entry = { file: inRoot(root, pathInRoot), path, pathInRoot, root }
      if (options.fileExtensions.includes(extension)) files.push(entry)
      else if (SCRIPT_EXTENSIONS.includes(extension)) notScanned.push(entry)
    }
    folders.push(...found.folders.map((inner) => (inner === '' ? root.root : inRoot(root, inner))))
  }
  const byFile = (a: ExtensionFile, b: ExtensionFile): number => compareText(a.file, b.file)
  return {
    files: files.sort(byFile),
    notScanned: notScanned.sort(byFile),
    folders: folders.sort(compareText),
  }
}

/** Two roots can be one folder, or one in the other, by way of a link; then every file below would get two IDs. */
function isShared(root: string, folder: string, known: ReadonlyMap<string, string>, report: Report): boolean {
  for (const [other, name] of known) {
    if (folder !== other && !folder.startsWith(`${other}/`) && !other.startsWith(`${folder}/`)) continue
    const message = `the roots "${name}" and "${root}" lead to one folder, or one into the other, so that files would get two IDs; list only one of them.`
    report('OPTIONS_INVALID', { issues: [{ path: 'extensions', message }] })
    return true
  }
  return false
}

function inRoot(root: ResolvedRoot, path: string): string {
  return root.root === '.' ? path : `${root.root}/${path}`
}

function hasDuplicateNamespace(roots: readonly ResolvedRoot[], report: Report): boolean {
  const byNamespace = new Map<string, string[]>()
  for (const { namespace, root, scope } of roots) {
    if (namespace === undefined) continue
    // In different scopes a shared namespace is meant: the higher one shadows the other.
    const key = `${scope} ${namespace}`
    byNamespace.set(key, [...(byNamespace.get(key) ?? []), root])
  }
  let found = false
  for (const [key, claimants] of byNamespace) {
    if (claimants.length < 2) continue
    found = true
    report('DUPLICATE_NAMESPACE', {
      namespace: key.slice(key.indexOf(' ') + 1),
      roots: claimants.sort(compareText),
    })
  }
  return found
}
