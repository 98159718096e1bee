/** `unplugin-module-registry/process`: modules in processes of their own, from both ends of the pipe. */
export { serveModule } from './process/child/serve-module.ts'
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
export { RingSink } from './process/ring-sink.ts'
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
