/** `unplugin-module-registry/process`: modules in processes of their own, from both ends of the pipe. */
export type { RestartOptions } from './child-process/restart-policy.ts'
export { RingSink } from './child-process/ring-sink.ts'
export type { ModuleCaller } from './process/child/caller.ts'
export {
  type CallContext as ModuleCallContext,
  type ModuleDefinition,
  ModuleDefinitionError,
  type ModuleRoute,
  type ModuleTool,
  type StartContext,
} from './process/child/definition.ts'
export { EXIT_CODES } from './process/child/exit-codes.ts'
export type {
  HostCallOptions,
  HostMutation,
  HostMutationResult,
  HostQuery,
  ModuleHost,
} from './process/child/module-host.ts'
export type { RouteAnswer, RouteRequest } from './process/child/routes.ts'
export { type ServedModule, serveModule } from './process/child/serve-module.ts'
export type { BrokerHandlers, HostCallContext, HostMethod } from './process/host/broker.ts'
export type { ProcessCallOptions } from './process/host/call-child.ts'
export type { ProcessCaller } from './process/host/delegations.ts'
export {
  DEFAULT_LIMITS,
  type ProcessDescriptor,
  type ProcessLimits,
  type ProcessRoute,
  type ProcessTool,
} from './process/host/descriptor.ts'
export {
  type ChildEnd,
  type DescriptorIssue,
  ProcessDescriptorError,
  ProcessMismatchError,
  type ProcessUnavailableDetails,
  ProcessUnavailableError,
} from './process/host/errors.ts'
export type { ProcessRequest, ProcessResponse } from './process/host/http-call.ts'
export type { SupervisorOptions } from './process/host/options.ts'
export {
  type DrainReason,
  Supervisor,
  type SupervisorEvents,
  type SupervisorState,
} from './process/host/supervisor.ts'
export { createProcessPlugin } from './process/plugin/create-process-plugin.ts'
export { artifactDigest, type Surface, surfaceDigest, toolDigest } from './process/protocol/digests.ts'
export {
  HandshakeMismatchError,
  type HandshakeOptions,
  type HandshakeOutcome,
  handshake,
  waitForReady,
} from './process/protocol/handshake.ts'
export type {
  Caller,
  EntityMutationParams,
  EntityMutationResult,
  EntityQueryParams,
  EventEmitParams,
  Expected,
  HandshakeParams,
  HandshakeResult,
  HostMethods,
  HttpParams,
  HttpResult,
  ModuleMethods,
  SearchQueryParams,
  WireLimits,
  WireTool,
} from './process/protocol/methods.ts'
export {
  acknowledgeFeatures,
  checkCritical,
  negotiate,
  PROTO,
  type ProtoRange,
} from './process/protocol/version.ts'
export {
  DEFAULT_FRAME_BYTES,
  DEFAULT_INFLIGHT,
  ERROR_CODES,
  LARGEST_LINE_BYTES,
} from './process/wire/codes.ts'
export {
  CallTimeoutError,
  FrameTooLargeError,
  PeerClosedError,
  PeerFaultError,
  TooManyCallsError,
  WireError,
} from './process/wire/errors.ts'
export { Peer, type PeerEvents, type PeerState } from './process/wire/peer.ts'
export {
  type CallOptions,
  type Handler,
  NO_ANSWER,
  type PeerOptions,
  type RawAnswer,
  type ServedCall,
} from './process/wire/peer-options.ts'
