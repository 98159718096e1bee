import type { Report } from '../../diagnostics/collector.ts'
import { compareText } from '../../util/compare.ts'
import { type Host, type HostEntry, systemReason } from '../host.ts'
import type { SkipReason, SkipRules } from './skip.ts'

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
  /** The folders that were seen and not listed, because they are known. */
  readonly kept: string[]
}

/** A walk through a part of a tree. */
export interface PartOfTree {
  /** The folder to start in, relative to that of the target. */
  readonly start: string
  /** Whether a folder, relative to that of the target, need not be listed. */
  readonly isKnown: (path: string) => boolean
}

const ALL: PartOfTree = { start: '', isKnown: () => false }

/**
 * Lists a tree. The order of the file system never shows: names are sorted where they are read.
 *
 * Links are never walked through. When they are to be followed, one that stays below the folder adds nothing,
 * since what it leads to has its own path there, and one that leads out is reported.
 */
export function walk(
  target: WalkTarget,
  host: Host,
  report: Report,
  { start, isKnown }: PartOfTree = ALL,
): WalkResult {
  const files: string[] = []
  const folders: string[] = []
  const kept: string[] = []
  const visit = (path: string, depth: number): void => {
    let entries: HostEntry[]
    try {
      entries = host.list(path === '' ? target.folder : `${target.folder}/${path}`)
    } catch (error) {
      reportUnreadable(join(target.shown, path), error, report)
      return
    }
    folders.push(path)
    if (isLeaf(entries, target)) {
      files.push(join(path, target.leaf!))
      return
    }
    for (const { name, kind } of entries.sort((a, b) => compareText(a.name, b.name))) {
      const inner = join(path, name)
      const reason = whyLeftOut(inner, kind, depth, target)
      if (reason === undefined) {
        if (kind === 'file') files.push(inner)
        else if (isKnown(inner)) kept.push(inner)
        else visit(inner, depth + 1)
      } else if (reason === TOO_DEEP) reportTooDeep(join(target.shown, inner), target.maxDepth, report)
      else if (reason === LINK && target.followSymlinks && !target.skip.skipsFile(inner)) {
        checkLink(inner, target, host, report)
      }
    }
  }
  visit(start, start === '' ? 0 : start.split('/').length)
  files.sort(compareText)
  folders.sort(compareText)
  return { files, folders, kept }
}

/** Why a walk does not take a file, or does not go into a folder. */
export type WalkReason = SkipReason | { readonly rule: 'depth' | 'link' | 'leaf' | 'no-file' | 'missing' }

const LINK: WalkReason = { rule: 'link' }
const NO_FILE: WalkReason = { rule: 'no-file' }
const TOO_DEEP: WalkReason = { rule: 'depth' }
const BELOW_LEAF: WalkReason = { rule: 'leaf' }
const MISSING: WalkReason = { rule: 'missing' }

/**
 * Decides on one entry of a folder that is walked.
 *
 * @param path the entry, relative to where the walk starts
 * @param depth how many folders lie between
 * @returns the rule by which it is left out; nothing for what is taken
 */
function whyLeftOut(
  path: string,
  kind: HostEntry['kind'],
  depth: number,
  { skip, maxDepth }: Pick<WalkTarget, 'skip' | 'maxDepth'>,
): WalkReason | undefined {
  if (kind === 'file') return skip.whyFile(path)
  if (kind === 'link') return LINK
  if (kind === 'other') return NO_FILE
  return skip.whyFolder(path) ?? (depth < maxDepth ? undefined : TOO_DEEP)
}

function isLeaf(entries: readonly HostEntry[], { leaf }: Pick<WalkTarget, 'leaf'>): boolean {
  return leaf !== undefined && entries.some(({ name, kind }) => name === leaf && kind === 'file')
}

/** Why a walk does not come to a file, and the part of its path that the rule is about. */
export interface NotWalked {
  readonly reason: WalkReason
  /** Relative to where the walk starts; for what is missing, the first part that is. */
  readonly part: string
}

/**
 * Says why a walk does not find a file.
 *
 * @param path the file, relative to where the walk starts
 * @returns nothing when the walk finds it
 * @throws the system's error when it refuses to list a folder on the way
 */
export function whyNotWalked(path: string, target: WalkTarget, host: Host): NotWalked | undefined {
  const names = path.split('/')
  let folder = ''
  for (const [depth, name] of names.entries()) {
    const entries = host.list(join(target.folder, folder))
    const part = join(folder, name)
    const isLast = depth === names.length - 1
    if (isLeaf(entries, target)) {
      return isLast && name === target.leaf ? undefined : { reason: BELOW_LEAF, part: folder }
    }
    const kind = entries.find((entry) => entry.name === name)?.kind
    if (kind === undefined) return { reason: MISSING, part }
    const reason = whyLeftOut(part, kind, depth, target)
    if (reason !== undefined) return { reason, part }
    // Nothing is below a file, and a folder is no file.
    if (isLast !== (kind === 'file')) return { reason: isLast ? NO_FILE : MISSING, part }
    folder = part
  }
  return undefined
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
