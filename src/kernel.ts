export type { Diagnostic } from './diagnostics/diagnostic.ts'
export { ModuleRegistryError } from './diagnostics/error.ts'
export type { OptionIssue } from './diagnostics/option-issue.ts'
export type { Activator } from './kernel/activate.ts'
export { Builder, type BuildResult } from './kernel/builder.ts'
export { Catalog } from './kernel/catalog.ts'
export {
  AmbiguousPluginError,
  ConflictError,
  type ContributionConflict,
  type PluginConflict,
  ResolutionError,
  type SlotConflict,
  SlotConflictError,
  type SlotOwner,
} from './kernel/conflicts.ts'
export type {
  CatalogContribution,
  ContributeContext,
  Contribution,
  ContributionSource,
  Contributor,
  ShadowedContribution,
} from './kernel/contribution.ts'
export {
  ActivationError,
  BuildAbortedError,
  CloseError,
  ContributionsInvalidError,
  ContributorError,
  InterceptorError,
  type InterceptorErrorDetails,
  KernelArgumentError,
  ValidationError,
  type ValidationProblem,
} from './kernel/errors.ts'
export type { CacheShape } from './kernel/hashes.ts'
export { INTERCEPTOR_PRIORITY, type InterceptorStep } from './kernel/interceptors.ts'
export { KINDS, type KindContext, type KindRule } from './kernel/kinds.ts'
export type { ProviderRef } from './kernel/provider-ref.ts'
export type { ConflictPolicy } from './kernel/resolve.ts'
export { type ChainContext, type ChainStop, runChain, stopChain } from './kernel/run-chain.ts'
export { type Closer, RuntimeSet } from './kernel/runtime-set.ts'
export { SCOPES } from './kernel/scopes.ts'
export { parseSlot, providerSlot, type Slot, toolSlot } from './kernel/slots.ts'
export { RuntimeSnapshot, type SnapshotDiagnostic, type SnapshotParts } from './kernel/snapshot.ts'
export type { BuilderOptions } from './kernel/tables.ts'
export type { ToolSchema, ToolSchemaDemand } from './kernel/tool-schema.ts'
