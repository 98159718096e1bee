import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'

/** One line of the wire, as data. */
export type Frame = Readonly<Record<string, unknown>> & { readonly id?: number }

/** A child that a test talks to frame by frame, as a host written by hand would. */
export interface StartedChild {
  readonly process: ChildProcessWithoutNullStreams
  /** Everything that came on stdout so far, as lines. */
  readonly lines: readonly string[]
  /** Everything that came on stderr so far. */
  stderr(): string
  write(text: string): void
  send(frame: object): void
  /** Sends a request and waits for its answer. */
  request(method: string, params?: unknown): Promise<Frame>
  /** The next frame that the child writes, of those that fit. */
  next(fits?: (frame: Frame) => boolean): Promise<Frame>
  /** Exit code and signal, when all of the output has come. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>
}

/** Starts a program in a group of its own, which is killed after the test. */
export function start(
  command: readonly string[],
  options: { env?: NodeJS.ProcessEnv; cwd?: string } = {},
): StartedChild {
  const [program = '', ...args] = command
  const child = spawn(program, args, { detached: true, ...options })
  onTestFinished(() => {
    killGroup(child.pid)
    child.stdin.destroy()
    child.stdout.destroy()
    child.stderr.destroy()
  })
  child.stdin.on('error', () => {})
  child.on('error', () => {})
  const lines: string[] = []
  const waiting = new Set<{
    fits: (frame: Frame) => boolean
    take: (frame: Frame) => void
    reject: (error: Error) => void
  }>()
  const unread: Frame[] = []
  createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
    lines.push(line)
    let frame: Frame
    try {
      frame = JSON.parse(line) as Frame
    } catch {
      return
    }
    for (const waiter of waiting) {
      if (!waiter.fits(frame)) continue
      waiting.delete(waiter)
      waiter.take(frame)
      return
    }
    unread.push(frame)
  })
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.on('close', (code, signal) => {
    for (const waiter of waiting) waiter.reject(new Error(`the child ended (${code ?? signal}): ${stderr}`))
  })
  let id = 0
  const started: StartedChild = {
    process: child,
    lines,
    stderr: () => stderr,
    write: (text) => child.stdin.write(text),
    send: (frame) => child.stdin.write(`${JSON.stringify(frame)}\n`),
    request(method, params) {
      const own = ++id
      const answer = started.next((frame) => frame.id === own && frame.method === undefined)
      started.send({ jsonrpc: '2.0', id: own, method, ...(params !== undefined && { params }) })
      return answer
    },
    next(fits = () => true) {
      const index = unread.findIndex(fits)
      const [frame] = index < 0 ? [] : unread.splice(index, 1)
      if (frame) return Promise.resolve(frame)
      return new Promise((take, reject) => {
        waiting.add({ fits, take, reject })
      })
    },
    ended: once(child, 'close').then(([code, signal]) => ({ code, signal })),
  }
  return started
}

/** Kills a group of processes that a test has started. */
export function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // It is gone already.
  }
}

/** Whether a process runs; one that has ended and only waits to be collected does not. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const stat = `/proc/${pid}/stat`
  if (!existsSync(stat)) return process.platform !== 'linux'
  const text = readFileSync(stat, 'utf8')
  return !/^ [ZX]/.test(text.slice(text.lastIndexOf(')') + 1))
}
