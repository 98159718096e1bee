import { Worker } from 'node:worker_threads'

/** How often the parent is looked for. A vanished parent is acted on at the second look. */
const LOOK_EVERY_MS = 250

/**
 * Runs in a thread of its own, so that a handler that never gives the thread back cannot stop it. It is text, so that a
 * bundler has no file to lose. At the first look that misses the parent the process still has the time to end by itself.
 *
 * The group is ended only if this process leads it: then nobody else's processes are in it.
 */
const SOURCE = `
const { parent, self, everyMs } = require('node:worker_threads').workerData
const isGone = () => {
  if (process.platform !== 'win32') return process.ppid !== parent
  try { process.kill(parent, 0) } catch (error) { return error.code === 'ESRCH' }
  return false
}
let missed = 0
setInterval(() => {
  if (!isGone()) missed = 0
  else if (++missed > 1) {
    try { process.kill(-self, 'SIGKILL') } catch {}
    process.kill(self, 'SIGKILL')
  }
}, everyMs)
`

/**
 * Ends this process, and the group that it leads, soon after its parent is gone, even while it is busy. Keeps
 * nothing alive. Where threads are not allowed, a timer does the same, and is stopped by a busy handler.
 */
export function watchParent(): void {
  const parent = process.ppid
  try {
    const worker = new Worker(SOURCE, {
      eval: true,
      // Nothing of how this process was started belongs into the thread: loaders, inspector, environment.
      execArgv: [],
      env: {},
      workerData: { parent, self: process.pid, everyMs: LOOK_EVERY_MS },
    })
    worker.on('error', () => watchWithTimer(parent))
    worker.unref()
  } catch {
    watchWithTimer(parent)
  }
}

function watchWithTimer(parent: number): void {
  setInterval(() => {
    if (parentIsGone(parent)) endGroup()
  }, LOOK_EVERY_MS).unref()
}

/** Whether the process that started this one has ended. Windows does not tell. */
export function parentIsGone(parent: number): boolean {
  return process.platform !== 'win32' && process.ppid !== parent
}

/** Ends the processes that this one has started in its group, and this one with them. Does not return. */
export function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL')
  } catch {
    // This process leads no group, or the system has none.
  }
  process.kill(process.pid, 'SIGKILL')
}
