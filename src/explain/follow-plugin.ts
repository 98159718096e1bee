import { relative, resolve } from 'pathe'
import type { Compilation } from '../compiler/compile.ts'
import { findRoot } from '../compiler/discover/find-root.ts'
import { pluginWalkTarget } from '../compiler/discover/plugin-folders.ts'
import { whyNotWalked } from '../compiler/discover/walk.ts'
import type { Host } from '../compiler/host.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import { MANIFEST_NAME } from '../compiler/parse/manifest/manifest.ts'
import type { ExplainedPlugin, Reason } from './explanation.ts'
import { unreadable } from './follow-file.ts'
import { reasonFor } from './reasons.ts'

/** What a file is to the plugins of a project. */
export interface FollowedPlugin {
  readonly plugin?: ExplainedPlugin
  /** Why it is not registered; absent where it is. */
  readonly reason?: Reason
}

/**
 * Says what a file is to the plugins of a project, by the rules of their discovery.
 *
 * @param path absolute
 * @param file the same relative to the project
 * @returns nothing when neither a plugins root nor a plugin's package holds it
 */
export function followPlugin(
  path: string,
  file: string,
  options: ResolvedOptions,
  { plugins, diagnostics }: Pick<Compilation, 'plugins' | 'diagnostics'>,
  host: Host,
): FollowedPlugin | undefined {
  const entry = plugins.find((one) => one.file === file || isWithin(file, one.folder))
  if (entry !== undefined) {
    const { folder, id } = entry
    const plugin = {
      folder,
      role: roleOf(file, entry),
      id,
      ...(entry.file === undefined ? {} : { entryPoint: entry.file }),
    }
    if (plugin.role !== 'other file') return { plugin }
    const only = entry.file === undefined ? 'its manifest' : `its entry point "${entry.file}"`
    const message = `It belongs to the plugin ${id}, of which ${only} is registered. What that imports is bundled with it.`
    return { plugin, reason: { rule: 'plugin-file', message } }
  }
  const found = followRoots(path, options, host)
  if (found === undefined || !('folder' in found)) return found
  const { folder } = found
  const role = file === `${folder}/${MANIFEST_NAME}` ? 'manifest' : 'other file'
  const problem = diagnostics.find((one) => one.file !== undefined && isWithin(one.file, folder))
  const message = `The plugin in "${folder}" is not in the registry${problem === undefined ? '.' : `: ${problem.message}`}`
  const hint = problem?.hint === undefined ? {} : { hint: problem.hint }
  return { plugin: { folder, role }, reason: { rule: 'plugin-invalid', message, ...hint } }
}

/** The folder of the plugin that a file of a plugins root is in; else why there is none. */
function followRoots(
  path: string,
  options: ResolvedOptions,
  host: Host,
): { readonly folder: string } | { readonly reason: Reason } | undefined {
  for (const root of options.plugins) {
    const written = resolve(options.root, root)
    const folder = findRoot({ root, option: 'plugins' }, options, host, () => {})
    const base = [written, folder].find((one) => one !== undefined && path.startsWith(`${one}/`))
    if (folder === undefined || base === undefined) continue
    const inner = relative(base, path)
    const shown = (part: string): string => [root === '.' ? '' : root, part].filter(Boolean).join('/') || '.'
    const target = pluginWalkTarget({ folder: root, path: folder }, options)
    try {
      const left = whyNotWalked(inner, target, host)
      if (left?.reason.rule === 'leaf') return { folder: shown(left.part) }
      if (left !== undefined) return { reason: reasonFor(left, shown, path, options, host) }
    } catch (error) {
      return { reason: unreadable(error) }
    }
    const isManifest = inner === MANIFEST_NAME || inner.endsWith(`/${MANIFEST_NAME}`)
    if (isManifest) return { folder: shown(inner.split('/').slice(0, -1).join('/')) }
    const message = `It lies in the plugins root "${root}", and no folder on the way to it has a ${MANIFEST_NAME}.`
    return { reason: { rule: 'no-plugin', message, hint: `Write a ${MANIFEST_NAME} beside it.` } }
  }
  return undefined
}

function roleOf(file: string, entry: Compilation['plugins'][number]): ExplainedPlugin['role'] {
  if (file === entry.file) return 'entry point'
  if (file === (entry.manifest ?? `${entry.folder}/${MANIFEST_NAME}`)) return 'manifest'
  const { artifact } = entry
  return artifact !== undefined && file === `${entry.folder}/${artifact.path}` ? 'pinned file' : 'other file'
}

function isWithin(file: string, folder: string): boolean {
  return folder === '.' || file === folder || file.startsWith(`${folder}/`)
}
