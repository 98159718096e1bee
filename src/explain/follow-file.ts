import { relative, resolve } from 'pathe'
import {
  type ExtensionFile,
  extensionFile,
  type OpenRoot,
  openRoots,
  walkTarget,
  whyNotScanned,
} from '../compiler/discover/extension-files.ts'
import { whyNotWalked } from '../compiler/discover/walk.ts'
import { type Host, realPathIfThere, systemReason } from '../compiler/host.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import { DiagnosticCollector } from '../diagnostics/collector.ts'
import type { Reason } from './explanation.ts'
import { reasonFor } from './reasons.ts'

/** What became of a file in discovery: an extension file, or why it is none. */
export type FollowedFile = { readonly source: ExtensionFile } | { readonly reason: Reason }

/**
 * Follows one file through discovery, by the rules of discovery itself.
 *
 * @param path the file, absolute
 * @param outputs absolute paths of files that the plugin writes
 */
export function followFile(
  path: string,
  options: ResolvedOptions,
  outputs: readonly string[],
  host: Host,
): FollowedFile {
  const collector = new DiagnosticCollector()
  const open = openRoots(options, host, collector.report)
  const holder = rootOf(path, open, options, host)
  if (holder === undefined) {
    return { reason: outputs.includes(path) ? OUTPUT : outside(path, collector, options, host) }
  }
  const { root, pathInRoot } = holder
  const target = walkTarget(root, options)
  const shown = (part: string): string => extensionFile(root, part).file
  try {
    const left = whyNotWalked(pathInRoot, target, host)
    if (left !== undefined) return { reason: reasonFor(left, shown, path, options, host) }
  } catch (error) {
    const isThere = host.kind(path) !== undefined
    return { reason: isThere ? unreadable(error) : missing(path, options, host) }
  }
  const source = extensionFile(root, pathInRoot)
  const why = whyNotScanned(source.path, options, outputs)
  if (why === 'output') return { reason: OUTPUT }
  return why === undefined ? { source } : { reason: wrongExtension(source, options) }
}

const OUTPUT: Reason = {
  rule: 'output',
  message: 'The plugin writes this file itself, so it is never searched for modules.',
}

/** There is nothing at a path. */
function missing(path: string, { root }: Pick<ResolvedOptions, 'root'>, host: Host): Reason {
  const left = { reason: { rule: 'missing' }, part: relative(root, path) } as const
  return reasonFor(left, (part) => part, path, { root, maxDepth: 0 }, host)
}

/** The system refuses to look. */
export function unreadable(error: unknown): Reason {
  return { rule: 'unreadable', message: `It cannot be read: ${systemReason(error)}.` }
}

interface Holder {
  readonly root: OpenRoot
  readonly pathInRoot: string
}

/** The root that a path leads into, as it is written or once its links are resolved. */
function rootOf(
  path: string,
  roots: readonly OpenRoot[],
  options: ResolvedOptions,
  host: Host,
): Holder | undefined {
  const real = realPathIfThere(path, host)
  for (const root of roots) {
    const written = resolve(options.root, root.root.root)
    for (const [base, file] of [
      [written, path],
      [root.folder, path],
      [root.folder, real],
    ] as const) {
      if (file.startsWith(base === '/' ? base : `${base}/`)) return { root, pathInRoot: relative(base, file) }
    }
  }
  return undefined
}

/** No root that is walked holds the file. */
function outside(path: string, problems: DiagnosticCollector, options: ResolvedOptions, host: Host): Reason {
  const kind = host.kind(path)
  if (kind === undefined) return missing(path, options, host)
  const roots = options.extensions.map(({ root }) => root)
  const closed = roots.find((root) => path.startsWith(`${resolve(options.root, root)}/`))
  const [problem] = problems.sorted()
  if (closed !== undefined && problem !== undefined) {
    const message = `The extensions root "${closed}" is not searched: ${problem.message}`
    return { rule: 'root', message, ...(problem.hint === undefined ? {} : { hint: problem.hint }) }
  }
  if (kind === 'folder')
    return { rule: 'folder', message: 'It is a folder.', hint: 'Ask about a file in it.' }
  const names = roots.map((root) => `"${root}"`).join(', ')
  return {
    rule: 'outside',
    message:
      roots.length === 0
        ? 'The option `extensions` turns the search for modules off.'
        : `It lies outside of the extensions root${roots.length === 1 ? '' : 's'} ${names}.`,
    hint: 'Move it there, or add its folder to the option `extensions`.',
  }
}

function wrongExtension({ pathInRoot }: ExtensionFile, { fileExtensions }: ResolvedOptions): Reason {
  const extension = /[^/](\.[^./]+)$/.exec(pathInRoot)?.[1]
  const read = fileExtensions.join(', ')
  if (extension === undefined) {
    return { rule: 'extension', message: `It has no file extension, and only ${read} are searched.` }
  }
  const isScript = /^\.[cm]?[jt]sx?$/.test(extension)
  return {
    rule: 'extension',
    message: `The file extension "${extension}" is not among those that are searched: ${read}.`,
    ...(isScript ? { hint: `Set the option \`fileExtensions: ['${extension}']\`.` } : {}),
  }
}
