import { utimesSync } from 'node:fs'
import type { Options } from '../../../src/index.ts'
import type { OnTestFinished, Project } from './project.ts'
import type { WatchMode } from './watchers.ts'

/** A watch mode that runs. */
export interface Watched {
  /** What each build said is wrong, so far. */
  readonly builds: (readonly string[])[]
  /**
   * Waits until the last of the builds is as it should be, and no other follows at once. A test that waits in vain ends
   * with its own limit. Some watchers are deaf for a while after they have started: one that stays silent is woken.
   */
  until(holds: (errors: readonly string[]) => boolean): Promise<void>
  /** Waits until no build has ended for a while. */
  rest(): Promise<void>
}

/** How long nothing has to happen before a watch mode is taken to be at rest, in milliseconds. */
const REST = 200

/** How long a watch mode may take to see a change, in milliseconds, before it is taken to have missed it. */
const SILENCE = 5000

/** Runs a watch mode until the test has finished. */
export async function watchProject(
  mode: WatchMode,
  project: Project,
  onTestFinished: OnTestFinished,
  options?: Options,
): Promise<Watched> {
  const builds: (readonly string[])[] = []
  let wake = (): void => {}
  const tell = (errors: readonly string[]): void => {
    builds.push(errors)
    wake()
  }
  const stop = await mode.start(project, tell, options)
  onTestFinished(async () => void (await stop()))
  /** Whether another build ends within a limit. */
  const nextBuild = (limit: number): Promise<boolean> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), limit)
      wake = () => {
        clearTimeout(timer)
        resolve(true)
      }
    })
  return {
    builds,
    async rest() {
      while (await nextBuild(REST)) {}
    },
    async until(holds) {
      for (;;) {
        const last = builds.at(-1)
        const done = last !== undefined && holds(last)
        if (await nextBuild(done ? REST : SILENCE)) continue
        if (done) return
        utimesSync(project.path('main.ts'), new Date(), new Date())
      }
    },
  }
}
