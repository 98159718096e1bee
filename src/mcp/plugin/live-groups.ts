/** Process groups that end with this process, however it comes to call its exit handlers. */
const live = new Set<number>()

/** Has a process group ended when this process exits. */
export function endWithHost(pid: number): void {
  if (live.size === 0) process.on('exit', endAll)
  live.add(pid)
}

/** Takes that back, for a group that has ended. */
export function forget(pid: number): void {
  if (live.delete(pid) && live.size === 0) process.off('exit', endAll)
}

/** Sends a signal to a process group, or to the process alone where there are no groups. One that is gone is no fault. */
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
