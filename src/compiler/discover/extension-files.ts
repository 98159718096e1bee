import { extname } from 'pathe'
import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import type { Host } from '../host.ts'
import type { ResolvedOptions, ResolvedRoot } from '../options.ts'
import { findRoot } from './find-root.ts'
import { compileSkipRules } from './skip.ts'
import { type WalkTarget, walk } from './walk.ts'

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
): { readonly discovery: Discovery; readonly roots: readonly OpenRoot[] } {
  const files: ExtensionFile[] = []
  const notScanned: ExtensionFile[] = []
  const folders: string[] = []
  const roots = openRoots(options, host, report)
  for (const open of roots) {
    const { root } = open
    const found = walk(walkTarget(open, options), host, report)
    const sorted = sortOut(open, found.files, options, outputs)
    for (const source of sorted.files) files.push(source)
    for (const source of sorted.notScanned) notScanned.push(source)
    folders.push(...found.folders.map((inner) => (inner === '' ? root.root : inRoot(root, inner))))
  }
  const discovery = {
    files: files.sort(compareFiles),
    notScanned: notScanned.sort(compareFiles),
    folders: folders.sort(compareText),
  }
  return { discovery, roots }
}

/** The order of files. */
export function compareFiles(a: ExtensionFile, b: ExtensionFile): number {
  return compareText(a.file, b.file)
}

/** Tells extension files from files that are only worth a word, and from all others, which count for nothing. */
export function sortOut(
  open: OpenRoot,
  pathsInRoot: readonly string[],
  options: Pick<ResolvedOptions, 'fileExtensions'>,
  outputs: readonly string[],
): Pick<Discovery, 'files' | 'notScanned'> {
  const files: ExtensionFile[] = []
  const notScanned: ExtensionFile[] = []
  for (const pathInRoot of pathsInRoot) {
    const source = extensionFile(open, pathInRoot)
    const reason = whyNotScanned(source.path, options, outputs)
    if (reason === undefined) files.push(source)
    else if (reason === 'extension' && SCRIPT_EXTENSIONS.includes(extname(pathInRoot))) {
      notScanned.push(source)
    }
  }
  return { files, notScanned }
}

/** A root that is walked. */
export interface OpenRoot {
  readonly root: ResolvedRoot
  /** Absolute, with every link resolved. */
  readonly folder: string
}

/** Finds the roots that are walked: none of two with one namespace, and of those that are there each folder once. */
export function openRoots(options: ResolvedOptions, host: Host, report: Report): OpenRoot[] {
  if (hasDuplicateNamespace(options.extensions, report)) return []
  const known = new Map<string, string>()
  return options.extensions.flatMap((root): OpenRoot[] => {
    const folder = findRoot({ root: root.root, option: 'extensions' }, options, host, report)
    if (folder === undefined || isShared(root.root, folder, known, report)) return []
    known.set(folder, root.root)
    return [{ root, folder }]
  })
}

/** How a root is walked. */
export function walkTarget(
  { root, folder }: OpenRoot,
  { skip, maxDepth, followSymlinks }: Pick<ResolvedOptions, 'skip' | 'maxDepth' | 'followSymlinks'>,
): WalkTarget {
  const shown = root.root === '.' ? '' : root.root
  return { folder, shown, skip: compileSkipRules(skip, root.root), maxDepth, followSymlinks }
}

/** A file that is found in a root. */
export function extensionFile({ root, folder }: OpenRoot, pathInRoot: string): ExtensionFile {
  return { file: inRoot(root, pathInRoot), path: `${folder}/${pathInRoot}`, pathInRoot, root }
}

/**
 * Says why a file that a walk finds is no extension file.
 *
 * @param path absolute
 * @param outputs absolute paths of files that the plugin writes itself
 * @returns nothing for one that is
 */
export function whyNotScanned(
  path: string,
  { fileExtensions }: Pick<ResolvedOptions, 'fileExtensions'>,
  outputs: readonly string[],
): 'output' | 'extension' | undefined {
  if (outputs.includes(path)) return 'output'
  return fileExtensions.includes(extname(path)) ? undefined : 'extension'
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

/** Names a path in a root relative to the project. */
export function inRoot(root: ResolvedRoot, path: string): string {
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
