import { basename } from 'pathe'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import { DiagnosticCollector, type Report } from '../diagnostics/collector.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { compareText } from '../util/compare.ts'
import type { PluginFolder } from './discover/plugin-folders.ts'
import type { ResolvedOptions } from './options.ts'
import type { ModuleShape } from './parse/class-descriptor.ts'
import type { ManifestProblem, ParsedManifest } from './parse/manifest/manifest.ts'
import { parseVersionRange } from './parse/manifest/version-range.ts'
import { pluginEntry } from './plugin-entry.ts'
import { type ArtifactLook, lookAtArtifact } from './validate/artifact.ts'
import { type EntryPointTools, type PluginClass, resolveEntryPoint } from './validate/entry-point.ts'
import { type ParsedPlugin, PluginNames, resolveDependencies } from './validate/plugin-dependencies.ts'
import { type PluginFailure, PluginFailures } from './validate/plugin-failures.ts'
import { findCycles, planOrder } from './validate/plugin-graph.ts'
import { reportAmbiguousPlugins, reportSimilarPlugins } from './validate/plugin-names.ts'
import { type IdentifiedTool, identifyTools } from './validate/plugin-tools.ts'

/** A plugin that can be set up, as far as the build can tell. */
export interface PlannedPlugin {
  readonly entry: PluginEntry
  /** How its class is written; in-process plugins have one. */
  readonly shape?: ModuleShape
  /** Absolute path of the entry point's file. */
  readonly path?: string
  /** Its tools as modules; plugins in processes of their own have some. */
  readonly tools: readonly IdentifiedTool[]
}

/** All plugins of a project, as far as they are healthy. */
export interface PluginPlan {
  /** In the order of their set-up. */
  readonly plugins: readonly PlannedPlugin[]
  readonly failures: readonly PluginFailure[]
  readonly diagnostics: readonly Diagnostic[]
  /** Whether two plugins share a name, or depend on each other in a circle: faults of the whole. */
  readonly isContradictory: boolean
  /** Absolute paths of the files that plugins are pinned to, whether or not they are there, by the folder of each. */
  readonly artifacts: ReadonlyMap<PluginFolder, string>
}

/** A folder with what was made of its manifest. */
export interface ReadPlugin {
  readonly source: PluginFolder
  readonly parsed: ParsedManifest | { readonly unreadable: string }
}

/**
 * Checks plugins together and puts them in the order of their set-up (seed: the algorithm, steps 3 to 5). All problems of
 * all plugins are found; each is reported once, at its cause.
 */
export function planPlugins(
  read: readonly ReadPlugin[],
  options: Pick<
    ResolvedOptions,
    'providedPlugins' | 'coreVersion' | 'onInvalidPlugin' | 'fileNames' | 'reservedWords'
  >,
  entryTools: EntryPointTools,
): PluginPlan {
  const failures = new PluginFailures(options.onInvalidPlugin)
  const whole = new DiagnosticCollector()
  const parsed = reportManifests(read, failures)
  const ambiguous = reportAmbiguousPlugins(parsed, whole.report)
  reportSimilarPlugins(parsed, whole.report)
  const illegible = illegibleNames(read)
  const names = new PluginNames(knownIds(read), options.providedPlugins, illegible)
  const classes = new Map<ParsedPlugin, PluginClass>()
  const dependsOn = new Map<ParsedPlugin, readonly string[]>()
  const tools = new Map<ParsedPlugin, readonly IdentifiedTool[]>()
  const looks = new Map<ParsedPlugin, ArtifactLook>()
  for (const plugin of parsed) {
    const report = failures.reportFor(plugin.source)
    checkCoreVersion(plugin, options.coreVersion, report)
    const dependencies = resolveDependencies(plugin, names, report)
    dependsOn.set(plugin, dependencies.dependsOn)
    const { entryPoint, table } = plugin.manifest
    const found = entryPoint && resolveEntryPoint(plugin, entryPoint, entryTools, report)
    if (table.runtime === 'process') {
      looks.set(plugin, lookAtArtifact(plugin, entryTools.host, report))
      tools.set(plugin, identifyTools(plugin, options, report) ?? [])
    }
    for (const name of dependencies.illegible) failures.failBecause(plugin, illegible.get(bare(name))!, name)
    if (found !== undefined) classes.set(plugin, found)
    if (ambiguous.has(plugin.manifest.id)) failures.fail(plugin.source)
  }
  const knotted = reportCycles(parsed, dependsOn, whole.report)
  for (const { source, manifest } of parsed) if (knotted.has(manifest.id)) failures.fail(source)
  const graph = parsed.map((plugin) => ({ plugin, dependsOn: dependsOn.get(plugin)! }))
  failures.spread(graph, idsOfBroken(read))
  const healthy = graph.filter(({ plugin }) => !failures.has(plugin.source))
  const items = healthy.map(({ plugin, dependsOn }) => {
    const { id, table } = plugin.manifest
    return { id, kind: table.kind, name: table.name, priority: table.priority ?? 0, dependsOn, plugin }
  })
  return {
    plugins: planOrder(items).map(({ plugin, dependsOn }): PlannedPlugin => {
      const found = classes.get(plugin)
      return {
        entry: pluginEntry(plugin, dependsOn, {
          found,
          artifact: looks.get(plugin)?.artifact,
          tools: tools.get(plugin),
        }),
        tools: tools.get(plugin) ?? [],
        ...(found === undefined ? {} : { shape: found.shape, path: found.path }),
      }
    }),
    failures: failures.list(new Map(read.map(({ source, parsed }) => [source, nameOf(parsed)]))),
    diagnostics: [...whole.sorted(), ...failures.diagnostics()],
    isContradictory: ambiguous.size > 0 || knotted.size > 0,
    artifacts: new Map([...looks].map(([{ source }, { path }]) => [source, path])),
  }
}

function reportManifests(read: readonly ReadPlugin[], failures: PluginFailures): ParsedPlugin[] {
  return read.flatMap(({ source, parsed }): ParsedPlugin[] => {
    if ('manifest' in parsed) return [{ source, manifest: parsed.manifest }]
    const report = failures.reportFor(source)
    if ('unreadable' in parsed) {
      const { manifest } = source
      report('UNREADABLE', { path: manifest, reason: parsed.unreadable }, { at: { file: manifest } })
    } else for (const problem of parsed.problems) reportManifestProblem(source, problem, report)
    return []
  })
}

function reportManifestProblem(source: PluginFolder, problem: ManifestProblem, report: Report): void {
  const { code, range, ...issue } = problem
  const at = { file: source.manifest, ...range }
  if (code === 'MANIFEST_INVALID') report(code, { issues: [issue] }, { at })
  else report(code, { entryPoint: issue.message }, { at })
}

function checkCoreVersion(
  { source, manifest }: ParsedPlugin,
  version: string | undefined,
  report: Report,
): void {
  const range = manifest.table.core_version
  if (version === undefined || range === undefined || parseVersionRange(range)!.admits(version)) return
  const at = { file: source.manifest, ...manifest.places.value(['plugin', 'core_version']) }
  report('VERSION_INCOMPATIBLE', { range, version }, { at })
}

/** The IDs of all plugins, also of those whose manifest is broken but says who they are. */
function knownIds(read: readonly ReadPlugin[]): string[] {
  return read.flatMap(({ parsed }) => idOf(parsed) ?? [])
}

function idsOfBroken(read: readonly ReadPlugin[]): Map<string, PluginFolder> {
  return new Map(
    read.flatMap(({ source, parsed }) => {
      const id = idOf(parsed)
      return id === undefined || 'manifest' in parsed ? [] : [[id, source] as const]
    }),
  )
}

function idOf(parsed: ReadPlugin['parsed']): string | undefined {
  const { kind, name } = nameOf(parsed)
  return kind === undefined || name === undefined ? undefined : `${kind}:${name}`
}

function nameOf(parsed: ReadPlugin['parsed']): { kind?: string; name?: string } {
  if ('unreadable' in parsed) return {}
  const { kind, name } = 'manifest' in parsed ? parsed.manifest.table : parsed
  return { ...(kind === undefined ? {} : { kind }), ...(name === undefined ? {} : { name }) }
}

/** A folder is mostly called like its plugin: good enough not to call the plugin missing when its manifest is broken. */
function illegibleNames(read: readonly ReadPlugin[]): Map<string, PluginFolder> {
  const illegible = read.filter(({ parsed }) => idOf(parsed) === undefined)
  return new Map(
    illegible.map(({ source, parsed }) => [nameOf(parsed).name ?? basename(source.folder), source]),
  )
}

/** The name in `kind:name`, or in what is a name alone. */
function bare(dependency: string): string {
  return dependency.slice(dependency.indexOf(':') + 1)
}

function reportCycles(
  plugins: readonly ParsedPlugin[],
  dependsOn: ReadonlyMap<ParsedPlugin, readonly string[]>,
  report: Report,
): Set<string> {
  const byId = new Map(plugins.map((plugin) => [plugin.manifest.id, plugin]))
  const cycles = findCycles(new Map([...byId].map(([id, plugin]) => [id, dependsOn.get(plugin)!])))
  for (const { path } of cycles) {
    const places = path.slice(0, -1).map((id, index) => edgePlace(byId.get(id)!, path[index + 1]!))
    const first = places.map(({ file }) => file).sort(compareText)[0]
    const start = places.findIndex(({ file }) => file === first)
    const turned = [...places.slice(start), ...places.slice(0, start)]
    const cycle = [...path.slice(start, -1), ...path.slice(0, start + 1)]
    const related = turned.slice(1).map((place, index) => ({
      ...place,
      message: `${cycle[index + 1]} depends on ${cycle[index + 2]}`,
    }))
    report('DEPENDENCY_CYCLE', { cycle }, { at: turned[0]!, related })
  }
  return new Set(cycles.flatMap(({ members }) => [...members]))
}

/** Where a plugin says that it depends on another. */
function edgePlace({ source, manifest }: ParsedPlugin, id: string) {
  const written = manifest.table.depends_on ?? []
  const index = written.findIndex((one) => one === id || one === bare(id))
  return { file: source.manifest, ...manifest.places.value(['plugin', 'depends_on', index]) }
}
