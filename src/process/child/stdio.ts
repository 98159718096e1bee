import { Writable } from 'node:stream'

type Write = typeof process.stdout.write

/**
 * Takes the real stdout for the protocol. From then on whatever else writes to `process.stdout`, `console.log` for
 * instance, ends up on stderr.
 *
 * Out of reach: what was written before, writes to the file descriptor 1, and programs that inherit it.
 *
 * @returns the stream that leads to the real stdout
 */
export function takeStdout(): Writable {
  const { stdout, stderr } = process
  const write = stdout.write.bind(stdout) as Write
  // Losing the log must not end the module.
  stderr.on('error', () => {})

  const protocol = new Writable({
    decodeStrings: true,
    highWaterMark: 65_536,
    write(chunk: Buffer, _encoding, done) {
      write(chunk, (error) => done(error))
    },
  })
  stdout.on('error', (error) => protocol.destroy(error))
  stdout.write = stderr.write.bind(stderr) as Write
  stdout.end = ((...args: unknown[]) => {
    const done = args.find((arg) => typeof arg === 'function') as (() => void) | undefined
    const [chunk] = args
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) stderr.write(chunk)
    if (done) queueMicrotask(done)
    return stdout
  }) as typeof stdout.end
  return protocol
}

/**
 * Waits until everything that was written has left the process, so that an exit loses nothing of it.
 *
 * @param stream nothing is written to it any more
 * @param timeoutMs a reader that does not read is not waited for any longer
 */
export function flushed(stream: Writable, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (stream.destroyed || stream.writableFinished) return resolve()
    const timer = setTimeout(resolve, timeoutMs)
    const done = (): void => {
      clearTimeout(timer)
      resolve()
    }
    stream.once('error', done)
    stream.once('close', done)
    stream.end(done)
  })
}
