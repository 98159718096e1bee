/**
 * The exit codes of a process that was made with `serveModule`, so that logs can tell its ends apart. A process that
 * throws where nobody catches, or calls `process.exit` itself, ends with the codes of Node.
 */
export const EXIT_CODES = Object.freeze({
  /** The host closed the input, after a drain or without one. */
  ended: 0,
  /** `onReady` failed, and the module never became ready. The error is on stderr. */
  notReady: 1,
  /** Started by hand, in a terminal, where there is no host to talk to. */
  startedByHand: 64,
  /** The host broke the protocol: a line that is no frame, or one over the cap. */
  protocolFault: 76,
})
