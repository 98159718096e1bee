import { BuildAbortedError } from './errors.ts'

/**
 * Throws once a signal is aborted.
 *
 * @throws the signal's reason, or a BuildAbortedError around a reason that is no error
 */
export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw abortError(signal)
}

/**
 * Waits for a promise, but no longer than until the signal is aborted.
 *
 * @returns what the promise gives
 * @throws what the promise throws, or as {@link throwIfAborted} does
 */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    promise.catch(() => {})
    return Promise.reject(abortError(signal))
  }
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(abortError(signal))
    signal.addEventListener('abort', stop, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

function abortError(signal: AbortSignal): Error {
  return signal.reason instanceof Error ? signal.reason : new BuildAbortedError(signal.reason)
}
