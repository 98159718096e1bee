/** What is to be done when a signal fires, by signal. */
const waiting = new WeakMap<AbortSignal, Waiting>()

interface Waiting {
  readonly tasks: Set<() => void>
  readonly listener: () => void
}

/**
 * Does something when a signal fires. One signal may be that of very many calls, and gets one listener for all of them.
 *
 * @param signal one that has not fired
 * @returns a function that takes it back
 */
export function onAbort(signal: AbortSignal, task: () => void): () => void {
  const { tasks, listener } = waiting.get(signal) ?? begin(signal)
  tasks.add(task)
  return () => {
    if (!tasks.delete(task) || tasks.size > 0) return
    signal.removeEventListener('abort', listener)
    waiting.delete(signal)
  }
}

function begin(signal: AbortSignal): Waiting {
  const tasks = new Set<() => void>()
  const listener = (): void => {
    waiting.delete(signal)
    for (const task of [...tasks]) task()
  }
  signal.addEventListener('abort', listener, { once: true })
  const made = { tasks, listener }
  waiting.set(signal, made)
  return made
}
