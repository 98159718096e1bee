import { relative } from 'pathe'
import type { CatalogEntry } from '../catalog/entry.ts'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { compareText } from '../util/compare.ts'
import { lazy } from '../util/lazy.ts'
import { search } from '../util/sorted-list.ts'
import type { ExtensionFile } from './discover/extension-files.ts'
import type { Emit } from './emit.ts'
import type { ScannedExtension } from './file-record.ts'
import type { Cut } from './parse/facts.ts'
import type { PluginState } from './plugin-scan.ts'

/** The files and folders that a compilation depends on, relative to the project, sorted. */
export interface Inputs {
  readonly files: readonly string[]
  readonly folders: readonly string[]
  /** Those of the files that are no extension files. */
  readonly others: readonly string[]
}

/** A text with marker decorators, and what to cut out of it. */
export interface MarkedText {
  readonly text: string
  readonly cuts: readonly Cut[]
}

/** What one run of the build-time pipeline gives. */
export interface Compilation {
  /** The frozen registry, of what is healthy. */
  readonly snapshot: RuntimeSnapshot
  /** The catalog that the bundle contains: deeply frozen, sorted by ID. Entries that are as before are the same objects. */
  readonly catalog: readonly CatalogEntry[]
  /** The plugins that the bundle contains, in the order of their set-up: deeply frozen. */
  readonly plugins: readonly PluginEntry[]
  /** Every problem, sorted by file, line, column and code. An error means that a build must fail. */
  readonly diagnostics: readonly Diagnostic[]
  readonly inputs: Inputs
  /** Renders the generated texts. */
  readonly emit: Emit
  /** How many extension files were found. */
  readonly fileCount: number
  /** Where each extension file and each entry point of a plugin is, absolute with every link resolved, by its project-relative path. */
  readonly paths: ReadonlyMap<string, string>
  /** The same for one file, which takes no table of all. */
  pathOf(file: string): string | undefined
  /** Files with marker decorators, by absolute path. */
  readonly marked: ReadonlyMap<string, MarkedText>
}

/** What a compilation tells of files. Tables are made when somebody asks for them. */
export type FileTables = Pick<Compilation, 'inputs' | 'paths' | 'pathOf' | 'fileCount'>

/** What {@link fileTables} are made from; nothing in it changes later. */
export interface FoundFiles {
  /** The project, absolute. */
  readonly root: string
  /** All extension files, sorted. */
  readonly files: readonly ExtensionFile[]
  readonly folders: readonly string[]
  /** Absolute paths of everything else that was read. */
  readonly read: readonly ReadonlySet<string>[]
  readonly plugins: Pick<PluginState, 'plugins' | 'folders'>
}

/** Makes the tables of a compilation's files. */
export function fileTables({ root, files, folders, read, plugins }: FoundFiles): FileTables {
  const others = lazy(() =>
    sortedSet(read.flatMap((paths) => [...paths].map((path) => relative(root, path)))),
  )
  const allFiles = lazy(() => sortedSet([...files.map(({ file }) => file), ...others()]))
  const allFolders = lazy(() => sortedSet([...folders, ...plugins.folders]))
  const entryPoints = new Map(
    plugins.plugins.flatMap(({ entry: { file }, path }) =>
      file === undefined || path === undefined ? [] : [[file, path] as const],
    ),
  )
  const paths = lazy(() => new Map([...files.map(({ file, path }) => [file, path] as const), ...entryPoints]))
  return {
    inputs: {
      get files() {
        return allFiles()
      },
      get folders() {
        return allFolders()
      },
      get others() {
        return others()
      },
    },
    get paths() {
      return paths()
    },
    pathOf(file) {
      const { index, found } = search(files, file, (source, wanted) => compareText(source.file, wanted))
      return entryPoints.get(file) ?? (found ? files[index]!.path : undefined)
    },
    fileCount: files.length,
  }
}

function sortedSet(items: readonly string[]): string[] {
  return [...new Set(items)].sort(compareText)
}

/** The files with marker decorators, by absolute path. */
export function markedTexts(scanned: readonly ScannedExtension[]): Map<string, MarkedText> {
  return new Map(
    scanned.flatMap(({ source, text, result }) =>
      text === undefined ? [] : [[source.path, { text, cuts: result.markerCuts }] as const],
    ),
  )
}
