/** Process groups that end with this process, however it comes to call its exit handlers. */
const live = new Set<number>()

/** Has a process group end when this process exits. One listener serves all groups. */
export function endWithHost(pid: number): void {
  if (live.size === 0) process.on('exit', endAll)
  live.add(pid)
}

/** Takes that back, for a group that has ended. */
export function forgetGroup(pid: number): void {
  if (live.delete(pid) && live.size === 0) process.off('exit', endAll)
}

/**
 * Sends a signal to a process group, or to the process alone where there are no groups. One that is gone is no fault.
 *
 * @param pid of a process that this process has started as the first of a group
 */
export function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, signal)
  } catch {
    // It has ended already.
  }
}

function endAll(): void {
  for (const pid of live) signalGroup(pid, 'SIGKILL')
}
