import { onAbort } from '../wire/on-abort.ts'

/**
 * Waits for something, but not longer than allowed.
 *
 * @param limitMs milliseconds
 * @param late makes the error for when that is over
 * @throws what the promise rejects with; the reason of the signal
 */
export function within<T>(
  promise: Promise<T>,
  limitMs: number,
  signal: AbortSignal | undefined,
  late: () => Error,
): Promise<T> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => reject(late()), limitMs)
    const forget = signal && onAbort(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      forget?.()
    })
  })
}
