import { DiagnosticCollector } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import { amendSorted, search } from '../../util/sorted-list.ts'
import { type Host, realPathIfThere } from '../host.ts'
import type { ResolvedOptions } from '../options.ts'
import {
  compareFiles,
  type Discovery,
  type ExtensionFile,
  inRoot,
  type OpenRoot,
  sortOut,
  walkTarget,
} from './extension-files.ts'
import { walk } from './walk.ts'

/** What is other than at the last look. */
export interface TreeChange {
  readonly discovery: Discovery
  readonly come: readonly ExtensionFile[]
  readonly gone: readonly ExtensionFile[]
}

/** Looks at folders again, one by one. */
export interface Look {
  readonly options: ResolvedOptions
  readonly outputs: readonly string[]
  readonly host: Host
}

/**
 * Looks at the folders of files that came or went, and nowhere else. As long as nothing else has happened, the answer is
 * that of a walk.
 *
 * @param roots those that were walked
 * @param before what was found there
 * @param moved absolute paths of files that came or went
 * @returns nothing where only a walk can tell, or would have something to report
 */
export function lookAgain(
  roots: readonly OpenRoot[],
  before: Discovery,
  moved: readonly string[],
  look: Look,
): TreeChange | undefined {
  let change: TreeChange | undefined = { discovery: before, come: [], gone: [] }
  const seen = new Set<string>()
  for (const path of moved) {
    const root = roots.find(({ folder }) => path.startsWith(`${folder}/`))
    if (root === undefined) continue
    const start = nearestFolder(root, path, change.discovery, look.host)
    if (start === undefined) return undefined
    const key = `${root.folder}/${start}`
    if (seen.has(key)) continue
    seen.add(key)
    change = compareFolder(root, start, change, look)
    if (change === undefined) return undefined
  }
  return change
}

/** The nearest folder above a path that was walked and still is what it was, relative to the root. */
function nearestFolder(
  { root, folder }: OpenRoot,
  path: string,
  { folders }: Discovery,
  host: Host,
): string | undefined {
  let inner = path.slice(folder.length + 1)
  while (inner !== '') {
    inner = inner.slice(0, Math.max(0, inner.lastIndexOf('/')))
    const absolute = inner === '' ? folder : `${folder}/${inner}`
    const known = search(folders, inner === '' ? root.root : inRoot(root, inner), compareText).found
    if (known && host.kind(absolute) === 'folder' && realPathIfThere(absolute, host) === absolute)
      return inner
  }
  return undefined
}

function compareFolder(
  open: OpenRoot,
  start: string,
  { discovery, come, gone }: TreeChange,
  { options, outputs, host }: Look,
): TreeChange | undefined {
  const { root } = open
  const prefix = start === '' ? (root.root === '.' ? '' : `${root.root}/`) : `${inRoot(root, start)}/`
  const folders = below(discovery.folders, prefix, (folder) => folder)
  const known = new Set(folders)
  const collector = new DiagnosticCollector()
  const found = walk(walkTarget(open, options), host, collector.report, {
    start,
    isKnown: (inner) => known.has(inRoot(root, inner)),
  })
  if (collector.sorted().length > 0) return undefined
  const kept = new Set(found.kept.map((inner) => inRoot(root, inner)))
  const isGone = (path: string, present: ReadonlySet<string>): boolean => {
    const slash = path.indexOf('/', prefix.length)
    return slash === -1 ? !present.has(path) : !kept.has(path.slice(0, slash))
  }
  const sorted = sortOut(open, found.files, options, outputs)
  const files = compareLists(discovery.files, sorted.files, prefix, isGone)
  const notScanned = compareLists(discovery.notScanned, sorted.notScanned, prefix, isGone)
  const goneFolders = folders.filter((folder) => isGone(`${folder}/`, kept))
  const newFolders = found.folders.filter((inner) => inner !== start).map((inner) => inRoot(root, inner))
  const moved = [...files.come, ...files.gone, ...notScanned.come, ...notScanned.gone]
  if (moved.length + goneFolders.length + newFolders.length === 0) return { discovery, come, gone }
  const next = {
    files: amendSorted(discovery.files, files.gone, files.come, compareFiles),
    notScanned: amendSorted(discovery.notScanned, notScanned.gone, notScanned.come, compareFiles),
    folders: amendSorted(discovery.folders, goneFolders, newFolders, compareText),
  }
  if (next.files === undefined || next.notScanned === undefined || next.folders === undefined)
    return undefined
  return {
    discovery: next as Discovery,
    come: [...come, ...files.come, ...notScanned.come],
    gone: [...gone, ...files.gone, ...notScanned.gone],
  }
}

function compareLists(
  before: readonly ExtensionFile[],
  found: readonly ExtensionFile[],
  prefix: string,
  isGone: (path: string, present: ReadonlySet<string>) => boolean,
): Pick<TreeChange, 'come' | 'gone'> {
  const known = below(before, prefix, ({ file }) => file)
  const present = new Set(found.map(({ file }) => file))
  const names = new Set(known.map(({ file }) => file))
  return {
    come: found.filter(({ file }) => !names.has(file)),
    gone: known.filter(({ file }) => isGone(file, present)),
  }
}

/** Those items of a sorted list whose name starts with a prefix: they are next to each other. */
function below<T>(sorted: readonly T[], prefix: string, nameOf: (item: T) => string): readonly T[] {
  const { index } = search(sorted, prefix, (item, wanted) => compareText(nameOf(item), wanted))
  let end = index
  while (end < sorted.length && nameOf(sorted[end]!).startsWith(prefix)) end++
  return sorted.slice(index, end)
}
