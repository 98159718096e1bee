import type { CatalogEntry } from '../catalog/entry.ts'
import type { PluginEntry } from '../catalog/plugin-entry.ts'
import type { Compilation } from '../compiler/compile.ts'
import type { ScannedExtension } from '../compiler/file-record.ts'
import type { ResolvedOptions } from '../compiler/options.ts'
import type { IdentifiedTool } from '../compiler/validate/plugin-tools.ts'
import type { Diagnostic } from '../diagnostics/diagnostic.ts'
import { derivationSteps } from '../explain/steps.ts'
import type { CatalogContribution, ContributionSource } from '../kernel/contribution.ts'
import { mapTexts } from './hide-paths.ts'
import { problemKeys } from './problem-keys.ts'
import type {
  InspectedContribution,
  InspectedPlace,
  InspectedPlugin,
  InspectedShadow,
  InspectorState,
} from './state.ts'

/** What a state is made from: what a compiler has anyway. */
export interface Inspected {
  /** The newest, whatever is wrong; absent when there could be none. */
  readonly compilation: Compilation | undefined
  readonly diagnostics: readonly Diagnostic[]
  /** The files that could hold a module, as they are now. */
  readonly scanned: readonly ScannedExtension[]
  /** The tools of plugins. */
  readonly tools: readonly Pick<IdentifiedTool, 'id' | 'at'>[]
  readonly options: ResolvedOptions
}

/** How many characters of a payload are shown. */
const PAYLOAD_LIMIT = 4000

/**
 * Makes everything that the inspector shows.
 *
 * @param hidePaths takes the paths of the machine out of a text
 */
export function inspectorState(
  { compilation, diagnostics, scanned, tools, options }: Inspected,
  generation: number,
  hidePaths: (text: string) => string,
): InspectorState {
  const placeOf = placeFinder(scanned, tools)
  const shadowsOf = shadowFinder(compilation)
  const keys = problemKeys(diagnostics)
  const state: InspectorState = {
    generation,
    broken: diagnostics.some(({ severity }) => severity === 'error'),
    modules: (compilation?.catalog ?? []).map((entry) => ({
      entry,
      place: placeOf(entry),
      steps: derivationSteps(entry, options),
      shadows: shadowsOf(entry),
    })),
    plugins: inspectPlugins(compilation, diagnostics),
    contributions: (compilation?.snapshot.catalog.all() ?? [])
      .filter(({ kind }) => kind !== 'module' && kind !== 'plugin')
      .map((one) => inspectContribution(one, shadowsOf(one), hidePaths)),
    problems: diagnostics.map((diagnostic, index) => ({
      key: keys[index]!,
      diagnostic: withoutFrames(diagnostic),
    })),
    calls: options.inspector?.calls ?? false,
  }
  return mapTexts(state, hidePaths)
}

/** Gives the place of each module: that of its class or object, or of the tool in the manifest. */
function placeFinder(
  scanned: readonly ScannedExtension[],
  tools: Inspected['tools'],
): (entry: CatalogEntry) => InspectedPlace {
  const keyOf = (...parts: readonly string[]): string => parts.join('\0')
  const places = new Map<string, Omit<InspectedPlace, 'file'>>()
  for (const { source, result } of scanned) {
    for (const { name, exportName, line, column } of result.classes) {
      places.set(keyOf(source.file, exportName, name), { line, column })
    }
  }
  for (const { id, at } of tools) {
    if (at.line !== undefined) places.set(keyOf(at.file, id), { line: at.line, column: at.column ?? 1 })
  }
  return ({ id, file, exportName, className }) => ({
    file,
    ...(places.get(keyOf(file, exportName, className)) ?? places.get(keyOf(file, id))),
  })
}

/** Gives what each kind and ID hides. */
function shadowFinder(
  compilation: Compilation | undefined,
): (one: { readonly kind: string; readonly id: string }) => InspectedShadow[] {
  const byId = new Map<string, InspectedShadow[]>()
  for (const { kind, id, source } of compilation?.snapshot.catalog.shadowed() ?? []) {
    const key = `${kind}\0${id}`
    byId.set(key, [...(byId.get(key) ?? []), whereFrom(source)])
  }
  return ({ kind, id }) => byId.get(`${kind}\0${id}`) ?? []
}

function whereFrom({ scope, origin, path }: ContributionSource): InspectedShadow {
  return {
    scope,
    ...(origin === undefined ? {} : { origin }),
    ...(path === undefined ? {} : { file: path }),
  }
}

function inspectPlugins(
  compilation: Compilation | undefined,
  diagnostics: readonly Diagnostic[],
): InspectedPlugin[] {
  const { plugins = [], inputs } = compilation ?? {}
  const wrong = new Set(diagnostics.flatMap(({ severity, file }) => (severity === 'error' ? file : [])))
  return plugins.map((entry) => {
    const manifest = manifestOf(entry, inputs?.files ?? [])
    const isWrong = wrong.has(manifest) || (entry.file !== undefined && wrong.has(entry.file))
    return { entry: shownPlugin(entry), place: { file: manifest }, status: isWrong ? 'invalid' : 'ready' }
  })
}

/** @param files every file that was read, relative to the project */
function manifestOf({ manifest, folder }: PluginEntry, files: readonly string[]): string {
  const usual = `${folder}/dagstack.toml`
  if (manifest !== undefined || files.includes(usual)) return manifest ?? usual
  return files.find((file) => file.startsWith(`${folder}/`) && file.endsWith('.toml')) ?? usual
}

/** A plugin without what its manifest may keep to itself: values of variables, and who logs in at its URL. */
function shownPlugin(entry: PluginEntry): PluginEntry {
  const { env, url } = entry
  return {
    ...entry,
    ...(env === undefined ? {} : { env: Object.fromEntries(Object.keys(env).map((name) => [name, ''])) }),
    ...(url === undefined
      ? {}
      : { url: url.replace(/^([a-z+]+:\/\/)[^/?#]*@/i, '$1').replace(/[?#].*$/s, '') }),
  }
}

function inspectContribution(
  { kind, id, source, priority, payload }: CatalogContribution,
  shadows: readonly InspectedShadow[],
  hidePaths: (text: string) => string,
): InspectedContribution {
  const text = payload === undefined ? undefined : printPayload(mapTexts(payload, hidePaths))
  return {
    ...{ kind, id, ...whereFrom(source), priority, shadows },
    ...(text === undefined ? {} : { payload: text }),
  }
}

function printPayload(payload: unknown): string | undefined {
  const text = JSON.stringify(payload, undefined, 2) as string | undefined
  return text === undefined || text.length <= PAYLOAD_LIMIT ? text : `${text.slice(0, PAYLOAD_LIMIT)}…`
}

function withoutFrames({ frame: _frame, related, ...rest }: Diagnostic): Diagnostic {
  return { ...rest, related: related.map(({ frame: _related, ...place }) => place) }
}
