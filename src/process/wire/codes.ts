/** The codes of errors on the wire: those of JSON-RPC 2.0, and those of the module protocol. */
export const ERROR_CODES = {
  parse: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internal: -32603,
  /** A result is larger than a frame may be. */
  tooLarge: -32099,
  /** More is asked at once than is served at once. */
  tooManyCalls: -32098,
  handshakeMismatch: -32097,
  capabilityDenied: -32096,
} as const

/** What a frame may have at most unless both sides agree on another size, in bytes. */
export const DEFAULT_FRAME_BYTES = 1024 * 1024

/** The longest line that any reader takes, its end counted, in bytes. */
export const LARGEST_LINE_BYTES = 4 * 1024 * 1024

/** How many calls are in flight, and how many are served, at once and in each direction. */
export const DEFAULT_INFLIGHT = 32
