import type { ContributionEntry } from '../catalog/contribution-entry.ts'
import type { SlotOwnerEntry } from '../catalog/slot-owner.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { compareText } from '../util/compare.ts'
import { lazy } from '../util/lazy.ts'
import { groupIntoChunks } from './chunks.ts'
import { renderCatalogModule } from './emit/catalog-module.ts'
import { renderChunkModule } from './emit/chunk-module.ts'
import { type DevModuleInput, renderDevCatalogModule, renderDevRegistryModule } from './emit/dev-modules.ts'
import type { EmittedModule, EmittedPlugin } from './emit/emitted-module.ts'
import { renderRegistryModule } from './emit/registry-module.ts'
import type { RenderedList } from './emit/rendered.ts'
import {
  changedReservedWords,
  type GeneratedFile,
  type OutputPaths,
  renderGeneratedFiles,
} from './generated-files.ts'
import type { Host } from './host.ts'
import type { ResolvedOptions } from './options.ts'
import { RUNTIME_ENTRY } from './parse/scanner.ts'

/** The ID under which applications import the registry. */
export const REGISTRY_ID = 'virtual:module-registry'

/** The ID of the catalog alone. */
export const CATALOG_ID = 'virtual:module-registry/catalog'

/** How the generated modules name what they import; what a bundler needs to say differently. */
export interface EmitNames {
  /** Specifier of the runtime entry. */
  readonly runtime?: string
  /** Specifier of the catalog module. */
  readonly catalogId?: string
  /** Maps a file, relative to the project, to a specifier. Default: `./` in front. */
  readonly specifier?: (file: string) => string
  /** Specifier of a module that holds the files of a chunk. Default: every file is imported by itself. */
  readonly chunk?: (name: string) => string
  /** Whether the code runs on a server, which can start what plugins run elsewhere. Default: no. */
  readonly server?: boolean
}

/** What a dev server says of its modules. */
export interface DevNames extends Pick<DevModuleInput, 'revision' | 'stamps' | 'roots' | 'inBrowser'> {
  /** Maps a file, relative to the project, to the specifier of a static import. */
  readonly specifier: (file: string) => string
}

/** Renders the generated texts of a compilation. All of it is pure: printing twice gives the same bytes. */
export interface Emit {
  /** The source of `virtual:module-registry`. */
  registryModule(names?: EmitNames): string
  /** The source of `virtual:module-registry/catalog`. */
  catalogModule(names?: Pick<EmitNames, 'runtime'>): string
  /** The source of the module that holds the files of a chunk; empty when there is no such chunk. */
  chunkModule(name: string, names?: Pick<EmitNames, 'specifier'>): string
  /** The source of `virtual:module-registry` for a dev server. */
  devRegistryModule(names: DevNames): string
  /** The source of `virtual:module-registry/catalog` for a dev server. */
  devCatalogModule(names: Pick<DevNames, 'revision'>): string
  /** The declarations and the registry as an ordinary file, as far as the options ask for them. */
  files(): GeneratedFile[]
}

/** Who owns which slot, sorted by slot. */
function slotsOf(snapshot: RuntimeSnapshot): SlotOwnerEntry[] {
  const owners = Object.entries(snapshot.replacements()).sort(([a], [b]) => compareText(a, b))
  return owners.map(
    ([
      slot,
      {
        kind,
        id,
        source: { scope, origin = '', pluginId },
      },
    ]) => ({
      ...{ slot, kind, id, scope, origin },
      ...(pluginId === undefined ? {} : { pluginId }),
    }),
  )
}

/** What is in a snapshot besides modules and plugins, in the kernel's order; interceptors in that of their chains. */
function contributionsOf(snapshot: RuntimeSnapshot): ContributionEntry[] {
  const apart = ['module', 'plugin', 'interceptor']
  return snapshot.catalog
    .all()
    .filter(({ kind }) => !apart.includes(kind))
    .concat(Object.values(snapshot.interceptorChain()).flat())
    .map(({ kind, id, source, priority, payload }) => {
      const { scope, origin = '', pluginId, version, path } = source
      return {
        kind,
        id,
        scope,
        origin,
        ...(pluginId === undefined ? {} : { pluginId }),
        ...(version === undefined ? {} : { version }),
        ...(path === undefined ? {} : { path }),
        priority,
        ...(payload === undefined ? {} : { payload }),
      }
    })
}

/**
 * Binds the renderers to a snapshot.
 *
 * @param modules those of the snapshot, sorted
 * @param plugins those of the snapshot, in the order of their set-up
 * @param memory what was rendered last
 */
export function createEmit(
  snapshot: RuntimeSnapshot,
  modules: readonly EmittedModule[],
  plugins: readonly EmittedPlugin[],
  options: ResolvedOptions,
  paths: OutputPaths,
  host: Host,
  memory: RenderedList<EmittedModule>,
): Emit {
  const { instantiate } = options
  const reservedWords = changedReservedWords(options)
  const registry = lazy(() => ({
    contributions: contributionsOf(snapshot),
    slots: slotsOf(snapshot),
    plugins,
    metadata: modules.some(({ entry }) => 'unresolved' in entry),
    ...(reservedWords === undefined ? {} : { reservedWords }),
  }))
  const chunks = lazy(() =>
    groupIntoChunks(
      modules.flatMap(({ entry, plugin }) => (plugin === undefined ? entry : [])),
      options,
    ),
  )
  const besideProject = (file: string): string => (file.startsWith('../') ? file : `./${file}`)
  return {
    registryModule: ({
      runtime = RUNTIME_ENTRY,
      catalogId = CATALOG_ID,
      specifier = besideProject,
      chunk,
      server = false,
    } = {}) =>
      renderRegistryModule({
        modules,
        runtime,
        catalogId,
        specifier,
        ...(chunk === undefined ? {} : { chunks: chunks(), chunk }),
        ...(instantiate === undefined ? {} : { instantiate: specifier(instantiate) }),
        ...registry(),
        server,
      }),
    chunkModule: (name, { specifier = besideProject } = {}) =>
      renderChunkModule((chunks().get(name) ?? []).map(specifier)),
    catalogModule: ({ runtime = RUNTIME_ENTRY } = {}) => renderCatalogModule({ modules, runtime }),
    devRegistryModule: (names) =>
      renderDevRegistryModule({
        modules,
        runtime: RUNTIME_ENTRY,
        catalogId: CATALOG_ID,
        ...names,
        ...(instantiate === undefined ? {} : { instantiate: names.specifier(instantiate) }),
        ...registry(),
      }),
    devCatalogModule: ({ revision }) => renderDevCatalogModule({ modules, runtime: RUNTIME_ENTRY, revision }),
    files: () => {
      const others = lazy(() => ({ ...registry(), server: options.server ?? true }))
      return renderGeneratedFiles({ modules, plugins, others, memory }, options, paths, host)
    },
  }
}
