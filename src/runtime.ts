/** `unplugin-module-registry/runtime`: what runs in the application. It needs nothing but the language. */
export type { ContributionEntry } from './catalog/contribution-entry.ts'
export type { CatalogEntry, Load } from './catalog/entry.ts'
export type {
  PluginEntry,
  PluginLaunch,
  PluginLimits,
  PluginResources,
  PluginRoute,
  PluginRuntime,
  PluginTool,
} from './catalog/plugin-entry.ts'
export type { SlotOwnerEntry } from './catalog/slot-owner.ts'
export { ModuleRegistryError } from './diagnostics/error.ts'
export type { MultiClassDescriptor, MultiClassEntry } from './identity/discover-multi-class.ts'
export type {
  IdTooLongDetails,
  InvalidSegmentDetails,
  ModuleIdConflictDetails,
  ReservedWordDetails,
} from './identity/errors.ts'
export {
  IdTooLongError,
  InvalidSegmentError,
  ModuleIdConflictError,
  ReservedWordError,
} from './identity/errors.ts'
export { RESERVED_WORDS } from './identity/module-id.ts'
export { InterceptorError } from './kernel/errors.ts'
export { type ChainStop, stopChain } from './kernel/run-chain.ts'
export type {
  CallContext,
  Context,
  Discoverer,
  IdOf,
  InputsOf,
  Instantiate,
  KnownId,
  ListFilter,
  Loaders,
  MetadataReader,
  Module,
  ModuleEntry,
  ModuleOf,
  ModuleSource,
  OutputOf,
  Plugin,
  PluginContext,
  PluginHost,
  PluginSource,
  RegistryOptions,
} from './runtime/api.ts'
export { defineCatalog, defineContributions } from './runtime/catalog.ts'
export { defineSlots, runChain, slotOwners } from './runtime/chains.ts'
export { chunkLoaders } from './runtime/chunk-loaders.ts'
export { defineModule } from './runtime/define-module.ts'
export type { ModuleLoadDetails, ModuleNotFoundDetails } from './runtime/errors.ts'
export { ModuleLoadError, ModuleNotFoundError } from './runtime/errors.ts'
export type { RegistryEvents } from './runtime/events.ts'
export {
  createHotRegistry,
  type HotContext,
  type HotMessage,
  type HotSetup,
  onCatalogUpdate,
} from './runtime/hot-registry.ts'
export { readMetadata } from './runtime/metadata.ts'
export { type ClassMarker, multiClass } from './runtime/multi-class.ts'
export {
  overridePlugin,
  type PluginDescription,
  registerPlugin,
  unregisterPlugin,
} from './runtime/plugins/by-hand.ts'
export { definePlugins } from './runtime/plugins/define-plugins.ts'
export type {
  AmbiguousPluginDetails,
  PluginDetails,
  PluginNotFoundDetails,
  PluginUnavailableDetails,
} from './runtime/plugins/errors.ts'
export {
  AmbiguousPluginError,
  PluginNotFoundError,
  PluginSetupError,
  PluginTeardownError,
  PluginUnavailableError,
  TeardownError,
} from './runtime/plugins/errors.ts'
export type {
  CreateExternalPlugin,
  ExternalCallOptions,
  ExternalPlugin,
  ExternalPluginOptions,
  ExternalProblem,
  ExternalRuntimes,
  ExternalTool,
} from './runtime/plugins/external.ts'
export { pluginHost } from './runtime/plugins/host.ts'
export { type KindUnknownDetails, KindUnknownError } from './runtime/plugins/kind-unknown.ts'
export { pluginTools } from './runtime/plugins/plugin-tools.ts'
export type {
  ActivateOptions,
  ActiveSet,
  Logger,
  PluginHandle,
  PluginHandleOf,
  PluginKindOf,
  PluginNameOf,
  PluginStatus,
  SetupContext,
} from './runtime/plugins/types.ts'
export { createRegistry, Registry } from './runtime/registry.ts'
export type { ToolHints } from './tools/hints.ts'
export type { ToolProvider } from './tools/providers.ts'
export type { ToolSource } from './tools/read-tool.ts'
export type {
  AnthropicTool,
  McpTool,
  OpenAiFunction,
  OpenAiResponsesTool,
  OpenAiTool,
  ToolProblem,
  ToolSchema,
  ToToolsOptions,
} from './tools/to-tools.ts'
export { hashTools, toTools } from './tools/to-tools.ts'
export type { ToolNameDetails } from './tools/tool-name.ts'
export { ToolNameError, toolName, toolNameToId } from './tools/tool-name.ts'
