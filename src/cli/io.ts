/** A stream that the command line writes to, as far as it is used. */
export interface OutputStream {
  write(text: string, done?: () => void): unknown
  readonly isTTY?: boolean | undefined
  readonly columns?: number | undefined
}

/** Everything that the command line has of the world around it. Tests bring their own. */
export interface Io {
  readonly stdout: OutputStream
  readonly stderr: OutputStream
  /** Where answers come from. */
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean }
  readonly env: Readonly<Record<string, string | undefined>>
  /** Where it was started, absolute. */
  readonly cwd: string
  /**
   * Keeps the standard output for what is written through `stdout`: what anybody else prints there, such as a
   * configuration file, goes to the standard error output from now on.
   */
  keepOutput(): void
  /** From now on an interrupt, such as Ctrl-C, does not end the process, but aborts this signal. */
  onInterrupt(): AbortSignal
}

/** The process itself. */
export function processIo(): Io {
  const { stdout, stderr, stdin, env } = process
  const write = stdout.write.bind(stdout)
  let isRead = true
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads has seen enough, as `head` has.
    if (error.code !== 'EPIPE') throw error
    isRead = false
  })
  stderr.on('error', () => {})
  return {
    stdout: {
      write: (text, done = () => {}) => (isRead ? write(text, () => done()) : done()),
      get isTTY() {
        return stdout.isTTY
      },
      get columns() {
        return stdout.columns
      },
    },
    stderr,
    stdin,
    env,
    cwd: process.cwd(),
    keepOutput() {
      stdout.write = stderr.write.bind(stderr) as typeof stdout.write
    },
    onInterrupt,
  }
}

function onInterrupt(): AbortSignal {
  const controller = new AbortController()
  const interrupt = (): void => {
    // The second time somebody is in earnest.
    if (controller.signal.aborted) process.exit(130)
    controller.abort()
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  return controller.signal
}
