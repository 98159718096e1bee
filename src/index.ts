import { createUnplugin } from 'unplugin'
import { exposeOptions } from './bundler/exposed-options.ts'
import { pluginFactory } from './bundler/plugin.ts'
import type { Options } from './compiler/options.ts'

/** What every bundler's plugin has in common. The entry of each bundler, such as `…/vite`, has its full type. */
export interface BundlerPlugin {
  name: string
}

/** A plugin that esbuild or Bun takes. */
export interface SetupPlugin extends BundlerPlugin {
  // biome-ignore lint/suspicious/noExplicitAny: the bundler's type, without demanding that it is installed
  setup(build: any): void | Promise<void>
}

/** A plugin that webpack or Rspack takes. */
export interface CompilerPlugin {
  // biome-ignore lint/suspicious/noExplicitAny: the bundler's type, without demanding that it is installed
  apply(compiler: any): void
}

/** The plugin for each bundler that is supported. */
export interface ModuleRegistryUnplugin {
  /** The plugin for Vite, as in `unplugin-module-registry/vite`. */
  vite(options?: Options): BundlerPlugin
  /** The plugin for Rollup, as in `unplugin-module-registry/rollup`. */
  rollup(options?: Options): BundlerPlugin
  /** The plugin for Rolldown, as in `unplugin-module-registry/rolldown`. */
  rolldown(options?: Options): BundlerPlugin
  /** The plugin for esbuild, as in `unplugin-module-registry/esbuild`. */
  esbuild(options?: Options): SetupPlugin
  /** The plugin for webpack, as in `unplugin-module-registry/webpack`. */
  webpack(options?: Options): CompilerPlugin
  /** The plugin for Rspack, as in `unplugin-module-registry/rspack`. */
  rspack(options?: Options): CompilerPlugin
  /** The plugin for Farm, as in `unplugin-module-registry/farm`. */
  farm(options?: Options): BundlerPlugin
  /** The plugin for Bun, as in `unplugin-module-registry/bun`; it can only be made in Bun. */
  bun(options?: Options): SetupPlugin
}

const instance = createUnplugin(pluginFactory)

/** The plugin, as one object with a function for each bundler. */
export const unplugin: ModuleRegistryUnplugin = {
  vite: exposeOptions((options) => instance.vite(options) as BundlerPlugin),
  rollup: exposeOptions((options) => instance.rollup(options) as BundlerPlugin),
  rolldown: exposeOptions((options) => instance.rolldown(options) as BundlerPlugin),
  esbuild: exposeOptions((options) => instance.esbuild(options) as SetupPlugin),
  webpack: exposeOptions((options) => instance.webpack(options)),
  rspack: exposeOptions((options) => instance.rspack(options)),
  farm: exposeOptions((options) => instance.farm(options) as BundlerPlugin),
  bun: exposeOptions((options) => instance.bun(options) as unknown as SetupPlugin),
}

export default unplugin

export { defineConfig } from './bundler/define-config.ts'
export type { CatalogEntry, Load } from './catalog/entry.ts'
export type { PluginEntry, PluginResources, PluginRuntime } from './catalog/plugin-entry.ts'
export { type Compilation, compile, type Inputs, type MarkedText } from './compiler/compile.ts'
export {
  type DiscoveredPlugins,
  type DiscoverPluginsOptions,
  discoverPlugins,
  PluginRootError,
  PluginsContradictError,
} from './compiler/discover-plugins.ts'
export type { DevNames, Emit, EmitNames } from './compiler/emit.ts'
export type { GeneratedFile } from './compiler/generated-files.ts'
export type { Host, HostEntry } from './compiler/host.ts'
export type { ExtensionsRoot, ModuleInterface, Options } from './compiler/options.ts'
export type { ClassDescriptor, ModuleShape } from './compiler/parse/class-descriptor.ts'
export { OptionsInvalidError } from './compiler/resolve-options.ts'
export {
  ParseError,
  type ScannedDirectory,
  type ScannedFile,
  type ScanOptions,
  scanDirectory,
  scanFile,
  UnreadableError,
} from './compiler/scan-file.ts'
export type { PluginFailure } from './compiler/validate/plugin-failures.ts'
export type { Diagnostic, Place, Range, RelatedPlace, Severity } from './diagnostics/diagnostic.ts'
export { ModuleRegistryError } from './diagnostics/error.ts'
export { formatDiagnostic, formatDiagnostics } from './diagnostics/format-text.ts'
export type { OptionIssue } from './diagnostics/option-issue.ts'
export {
  discoverMultiClass,
  type MultiClassDescriptor,
  type MultiClassEntry,
} from './identity/discover-multi-class.ts'
export { IdTooLongError, InvalidSegmentError, ModuleIdConflictError } from './identity/errors.ts'
export type {
  ContributeContext,
  Contribution,
  ContributionSource,
  Contributor,
} from './kernel/contribution.ts'
