import type { Plugins } from './state.ts'

/**
 * Does one thing after the other: what is asked for while a set-up or a teardown is under way begins when that has
 * ended, whether well or not.
 */
export function inTurn<T>(plugins: Plugins, job: () => Promise<T>): Promise<T> {
  const turn = plugins.turn.then(job, job)
  plugins.turn = turn.catch(() => {})
  return turn
}
