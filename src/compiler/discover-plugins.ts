import { resolve } from 'pathe'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { ModuleRegistryError } from '../diagnostics/error.ts'
import { formatDiagnostic } from '../diagnostics/format-text.ts'
import { addFrames } from '../diagnostics/frame.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import { type Host, readIfThere } from './host.ts'
import { nodeHost } from './node-host.ts'
import type { Options } from './options.ts'
import { PluginScan } from './plugin-scan.ts'
import { resolveOptions } from './resolve-options.ts'
import type { PluginFailure } from './validate/plugin-failures.ts'

/** How {@link discoverPlugins} looks. */
export interface DiscoverPluginsOptions
  extends Pick<
    Options,
    'root' | 'ignore' | 'fileExtensions' | 'followSymlinks' | 'maxDepth' | 'coreVersion' | 'providedPlugins'
  > {
  /** Whether folders inside of folders are searched, or only those right below the path. Default: `true`. */
  recursive?: boolean
}

/** The plugins below a folder. */
export interface DiscoveredPlugins {
  /** Those that can be set up, in the order in which to do it. */
  readonly plugins: readonly PluginEntry[]
  /** Those with a fault, and those that depend on one, sorted by folder. */
  readonly failures: readonly PluginFailure[]
  /** Every problem, those of the failures included. */
  readonly diagnostics: readonly Diagnostic[]
}

/** The plugins of a project contradict each other (`AMBIGUOUS_PLUGIN`, `DEPENDENCY_CYCLE`); `details` is the first such problem. */
export class PluginsContradictError extends ModuleRegistryError<Diagnostic> {
  /** Every contradiction. */
  readonly diagnostics: readonly Diagnostic[]

  constructor(diagnostics: readonly [Diagnostic, ...Diagnostic[]]) {
    super(diagnostics[0].code, diagnostics.map(formatDiagnostic).join('\n'), diagnostics[0])
    this.name = 'PluginsContradictError'
    this.diagnostics = diagnostics
  }
}

/** The folder to look in is not there (`ROOT_NOT_FOUND`). */
export class PluginRootError extends ModuleRegistryError<Diagnostic> {
  constructor(diagnostic: Diagnostic) {
    super(diagnostic.code, diagnostic.message, diagnostic)
    this.name = 'PluginRootError'
  }
}

/**
 * Finds the plugins below a folder (seed: file-based discovery). Nothing of theirs is run. One with a fault is recorded
 * and left out, and so is everything that depends on it; the others go on.
 *
 * @param path the folder, relative to `options.root` or absolute
 * @throws PluginsContradictError when two plugins share kind and name, or depend on each other in a circle
 * @throws PluginRootError when there is no such folder
 * @throws OptionsInvalidError when the options are wrong
 */
export async function discoverPlugins(
  path: string,
  options: DiscoverPluginsOptions = {},
  host: Host = nodeHost,
): Promise<DiscoveredPlugins> {
  const { recursive = true, ...others } = options
  const resolved = resolveOptions({ ...others, extensions: false, plugins: path }, process.cwd())
  const scan = new PluginScan(recursive ? resolved : { ...resolved, maxDepth: 1 }, host)
  scan.scanAll()
  const { plugins, failures, problems } = scan.state
  const shown = problems.filter(({ code }) => recursive || code !== 'MAX_DEPTH_EXCEEDED')
  const read = (file: string): string | undefined => readIfThere(resolve(resolved.root, file), host)
  const diagnostics = addFrames(shown, read)
  const missing = diagnostics.find(({ code }) => code === 'ROOT_NOT_FOUND')
  if (missing !== undefined) throw new PluginRootError(missing)
  const [first, ...more] = diagnostics.filter(({ code }) => CONTRADICTIONS.includes(code))
  if (first !== undefined) throw new PluginsContradictError([first, ...more])
  return deepFreeze({
    plugins: plugins.map(({ entry }) => entry),
    failures: failures.map((failure) => ({ ...failure, diagnostics: addFrames(failure.diagnostics, read) })),
    diagnostics,
  })
}

const CONTRADICTIONS = ['AMBIGUOUS_PLUGIN', 'DEPENDENCY_CYCLE']
