/** The longest that a timer can wait; a longer time would end at once. */
const LONGEST = 2 ** 31 - 1

/**
 * Waits for work, but no longer than a time limit allows, nor than until a signal is aborted. The work itself goes on.
 *
 * @param seconds the time limit
 * @returns what the work gives
 * @throws what it throws; an error that tells of the limit; the reason of the signal
 */
export function within<T>(seconds: number, signals: readonly AbortSignal[], work: Promise<T>): Promise<T> {
  const done: (() => void)[] = []
  const waited = new Promise<T>((resolve, reject) => {
    const late = () => reject(new Error(`it did not end within ${seconds} s`))
    const timer = setTimeout(late, Math.min(seconds * 1000, LONGEST))
    done.push(() => clearTimeout(timer))
    for (const signal of signals) {
      const stop = () => reject(signal.reason)
      if (signal.aborted) stop()
      signal.addEventListener('abort', stop)
      done.push(() => signal.removeEventListener('abort', stop))
    }
    work.then(resolve, reject)
  })
  return waited.finally(() => {
    for (const each of done) each()
  })
}
