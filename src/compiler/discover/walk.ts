import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import { type Host, type HostEntry, systemReason } from '../host.ts'
import type { SkipRules } from './skip.ts'

/** What a walk needs to know of the folder it starts in. */
export interface WalkTarget {
  /** Absolute, all links resolved. */
  readonly folder: string
  /** How the folder is called in messages: relative to the project. */
  readonly shown: string
  readonly skip: SkipRules
  readonly maxDepth: number
  readonly followSymlinks: boolean
  /** The name of a file that makes its folder a leaf: of such a folder only that file is told. */
  readonly leaf?: string
}

/** Everything below a folder that is not skipped, as paths relative to it, sorted. */
export interface WalkResult {
  readonly files: string[]
  /** The folders that were listed, `''` for the first one. */
  readonly folders: string[]
}

/**
 * Lists a tree. The order of the file system never shows: names are sorted where they are read.
 *
 * Links are never walked through. When they are to be followed, one that stays below the folder adds nothing,
 * since what it leads to has its own path there, and one that leads out is reported.
 */
export function walk(target: WalkTarget, host: Host, report: Report): WalkResult {
  const files: string[] = []
  const folders: string[] = []
  const visit = (path: string, depth: number): void => {
    let entries: HostEntry[]
    try {
      entries = host.list(path === '' ? target.folder : `${target.folder}/${path}`)
    } catch (error) {
      reportUnreadable(join(target.shown, path), error, report)
      return
    }
    folders.push(path)
    const { leaf } = target
    if (leaf !== undefined && entries.some(({ name, kind }) => name === leaf && kind === 'file')) {
      files.push(join(path, leaf))
      return
    }
    for (const { name, kind } of entries.sort((a, b) => compareText(a.name, b.name))) {
      const inner = join(path, name)
      if (kind === 'file') {
        if (!target.skip.skipsFile(inner)) files.push(inner)
      } else if (kind === 'folder') {
        if (target.skip.skipsFolder(inner)) continue
        if (depth < target.maxDepth) visit(inner, depth + 1)
        else reportTooDeep(join(target.shown, inner), target.maxDepth, report)
      } else if (kind === 'link' && target.followSymlinks && !target.skip.skipsFile(inner)) {
        checkLink(inner, target, host, report)
      }
    }
  }
  visit('', 0)
  files.sort(compareText)
  folders.sort(compareText)
  return { files, folders }
}

function checkLink(path: string, target: WalkTarget, host: Host, report: Report): void {
  const shown = join(target.shown, path)
  let real: string
  try {
    real = host.realPath(`${target.folder}/${path}`)
  } catch (error) {
    reportUnreadable(shown, error, report)
    return
  }
  if (real === target.folder || real.startsWith(`${target.folder}/`)) return
  const details = {
    path: shown,
    target: fromRoot(real, target),
    option: target.leaf === undefined ? ('extensions' as const) : ('plugins' as const),
  }
  report('SYMLINK_ESCAPES', details, { at: { file: shown } })
}

/** A path outside the root, told from the root, so that no absolute path gets into a message. */
function fromRoot(path: string, target: WalkTarget): string {
  const from = target.folder.split('/')
  const to = path.split('/')
  let common = 0
  while (common < from.length && from[common] === to[common]) common++
  return [...from.slice(common).map(() => '..'), ...to.slice(common)].join('/')
}

function reportTooDeep(path: string, maxDepth: number, report: Report): void {
  report('MAX_DEPTH_EXCEEDED', { path, maxDepth }, { at: { file: path } })
}

/** Reports a file or folder that the system refuses to read. */
export function reportUnreadable(path: string, error: unknown, report: Report): void {
  report('UNREADABLE', { path, reason: systemReason(error) }, { at: { file: path } })
}

function join(folder: string, name: string): string {
  return folder === '' ? name : name === '' ? folder : `${folder}/${name}`
}
