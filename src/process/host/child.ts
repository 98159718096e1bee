import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { endWithHost, forgetGroup, signalGroup } from '../../child-process/live-groups.ts'
import { RingSink } from '../../child-process/ring-sink.ts'
import { Peer } from '../wire/peer.ts'
import type { ChildEnd } from './errors.ts'

/** What to start, and how. */
export interface ChildOptions {
  /** Program and arguments; never a shell. */
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly maxFrameBytes: number
  readonly maxInflight: number
  /** How much of its error stream is kept, in bytes. */
  readonly stderrBytes: number
  readonly onStderr: (chunk: Buffer) => void
}

/** How long the last output of a process is waited for that has ended, in milliseconds. */
const LAST_OUTPUT_MS = 100
/** How long a process may take to end by itself that has closed a pipe or broken the protocol, in milliseconds. */
const GRACE_MS = 200

/** One child from its start to its end, with the peer that talks to it. Whoever starts it waits for `ended`. */
export class Child {
  readonly peer: Peer
  /** Resolves when the process and its group are gone, and all that it has written is read. Never rejects. */
  readonly ended: Promise<ChildEnd>
  readonly #process: ChildProcessWithoutNullStreams
  readonly #stderr: RingSink
  #resolveEnded: (end: ChildEnd) => void = () => {}
  #isOver = false
  /** Why it is being ended, where that says more than its exit code. */
  #reason: string | undefined
  #grace: ReturnType<typeof setTimeout> | undefined

  constructor(options: ChildOptions) {
    const { command, cwd, env, maxFrameBytes, maxInflight } = options
    const [program, ...parameters] = command
    this.#stderr = new RingSink(options.stderrBytes)
    this.ended = new Promise((resolve) => {
      this.#resolveEnded = resolve
    })
    const child = spawn(program, parameters, {
      cwd,
      env,
      shell: false,
      windowsHide: true,
      detached: process.platform !== 'win32',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#process = child
    if (child.pid !== undefined) endWithHost(child.pid)
    this.peer = new Peer(child.stdout, child.stdin, { role: 'host', maxFrameBytes, maxInflight })
    child.stderr.on('data', (chunk: Buffer) => {
      this.#stderr.write(chunk)
      options.onStderr(chunk)
    })
    for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
    child.on('error', (error) => {
      if (child.pid === undefined) this.#finish(`it cannot be started: ${startProblem(error, options)}`)
    })
    child.once('exit', (code, signal) => this.#exited(code, signal))
    this.peer.on('fault', (fault) => {
      if (!fault.details.cutOff) this.abandon(fault.message.replace(/\.$/, ''))
    })
    // Both are so, too, for a process that is just ending.
    this.peer.on('unwritable', () => this.#suspect('it closed its input'))
    void this.peer.done.then(() => this.#suspect('it closed its output'))
  }

  /** Absent when it could not be started. */
  get pid(): number | undefined {
    return this.#process.pid
  }

  /** The end of what it has written to its error stream. */
  get stderr(): string {
    return this.#stderr.tail().toString('utf8')
  }

  /** Whether it is gone. */
  get isOver(): boolean {
    return this.#isOver
  }

  /** Ends a child that cannot be talked to any more: closes its input, and kills its group a moment later. */
  abandon(reason: string): void {
    if (this.#isOver) return
    this.#reason ??= reason
    this.#suspect(reason)
  }

  /** Kills it with all that it has started, at once. */
  kill(reason: string): void {
    if (this.#isOver) return
    this.#reason ??= reason
    this.#kill('SIGKILL')
  }

  /**
   * Ends it in stages: closes its input; then a signal to its group that it can obey; then one that it cannot.
   *
   * @param patienceMs how long the first two stages may take, each
   */
  async stop(patienceMs: number): Promise<ChildEnd> {
    if (!this.#isOver) {
      this.#process.stdin.end()
      if (!(await this.#endsWithin(patienceMs))) {
        this.#kill('SIGTERM')
        if (!(await this.#endsWithin(patienceMs))) this.#kill('SIGKILL')
      }
    }
    return this.ended
  }

  /** @param reason why it is killed, if it does not end by itself */
  #suspect(reason: string): void {
    if (this.#isOver || this.#grace !== undefined) return
    this.#process.stdin.end()
    this.#grace = setTimeout(() => this.kill(reason), GRACE_MS)
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#grace)
    // What it has started must not outlive it, nor hold its pipes.
    this.#kill('SIGKILL')
    const own = signal === null ? `its process ended with code ${code}` : `its process was ended by ${signal}`
    const reason = this.#reason ?? own
    const exit = { exitCode: code ?? undefined, signal: signal ?? undefined }
    const finish = (): void => {
      clearTimeout(timer)
      this.#finish(reason, exit)
    }
    const timer = setTimeout(finish, LAST_OUTPUT_MS)
    if (this.#process.stdout.readableEnded || this.#process.stdout.destroyed) finish()
    else this.#process.stdout.once('end', finish)
  }

  #finish(reason: string, exit: Pick<ChildEnd, 'exitCode' | 'signal'> = {}): void {
    if (this.#isOver) return
    this.#isOver = true
    clearTimeout(this.#grace)
    if (this.pid !== undefined) forgetGroup(this.pid)
    void this.peer.close()
    const end = { ...exit, reason, stderr: this.stderr }
    for (const stream of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) stream.destroy()
    this.#resolveEnded(end)
  }

  #kill(signal: NodeJS.Signals): void {
    if (this.pid !== undefined) signalGroup(this.pid, signal)
  }

  #endsWithin(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false)
      void this.ended.then(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }
}

/** A folder that is not there gives the same error as a program that is not: both are looked at, and shown. */
function startProblem(error: Error, { command, cwd, env }: ChildOptions): string {
  if (!existsSync(cwd)) return `its working folder "${cwd}" is not there`
  return `${error.message} (${JSON.stringify(command)} in "${cwd}", PATH ${JSON.stringify(env.PATH ?? '')})`
}
