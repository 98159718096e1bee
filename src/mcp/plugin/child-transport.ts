import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'
import { LineSplitter, LineTooLong } from '../../child-process/line-splitter.ts'
import { endWithHost, forgetGroup, signalGroup } from '../../child-process/live-groups.ts'
import { RingSink } from '../../child-process/ring-sink.ts'
import { errorText } from '../../util/error-text.ts'

/** The longest message, and the most that may wait for a server that does not read, in bytes. */
const LIMIT = 16 * 1024 * 1024

/** How long its last words are waited for after it has ended: a process of its own may hold the pipe. */
const LAST_WORDS = 200

const NOT_READING = 'it does not read what it is sent'

/** What to start, and how. */
export interface ChildCommand {
  /** Program and arguments; never a shell. */
  readonly command: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** How long it may take to end by itself, and then to obey a signal, in milliseconds. */
  readonly patience: number
}

/**
 * A transport of the MCP SDK over the standard streams of a process of its own. Unlike the SDK's it ends what the
 * process has started too, gives the process nothing of the host's environment, and bounds what it keeps.
 */
export class ChildTransport implements Transport {
  onmessage?: Transport['onmessage']
  onclose?: () => void
  onerror?: (error: Error) => void
  /** The end of what the process wrote to its error stream. */
  readonly stderr = new RingSink()
  /** Why the connection has ended, as a clause. */
  ended?: string
  readonly #what: ChildCommand
  readonly #parse: (line: string) => JSONRPCMessage
  readonly #lines = new LineSplitter(() => LIMIT)
  #child?: ChildProcessWithoutNullStreams
  #closed?: Promise<void>
  #gone: () => void = () => {}
  #stopping?: ReturnType<typeof setTimeout>
  #delivery = Promise.resolve()

  /** @param parse reads one message; throws for what is none */
  constructor(what: ChildCommand, parse: (line: string) => JSONRPCMessage) {
    this.#what = what
    this.#parse = parse
  }

  /** @throws an error with the command, the working folder and `PATH`, when the process cannot be started */
  start(): Promise<void> {
    const { command, cwd, env } = this.#what
    const [program = '', ...parameters] = command
    return new Promise((resolve, reject) => {
      const child = spawn(program, parameters, {
        ...{ cwd, env, shell: false, windowsHide: true, detached: process.platform !== 'win32' },
        stdio: ['pipe', 'pipe', 'pipe'],
      })
      this.#child = child
      this.#closed = new Promise((gone) => {
        this.#gone = gone
      })
      child.once('spawn', () => {
        if (child.pid !== undefined) endWithHost(child.pid)
        resolve()
      })
      child.once('error', (error) => {
        const where = `${JSON.stringify(command.join(' '))} in "${cwd}", PATH ${JSON.stringify(env.PATH ?? '')}`
        this.#finish(`it cannot be started: ${errorText(error)} (${where})`)
        reject(new Error(this.ended, { cause: error }))
      })
      child.stdout.on('data', (chunk: Buffer) => this.#read(chunk))
      child.stderr.on('data', (chunk: Buffer) => this.stderr.write(chunk))
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.on('error', () => {})
      child.stdout.once('end', () => this.#stop('it closed its output', LAST_WORDS))
      child.once('exit', (code, signal) => this.#exited(code, signal))
    })
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const stdin = this.#child?.stdin
      if (stdin === undefined || this.ended !== undefined)
        return reject(new Error(this.ended ?? 'it is not started'))
      stdin.write(`${JSON.stringify(message)}\n`, (error) => {
        if (!error) return resolve()
        // It is ending, or has closed its input: a moment later it is known which.
        this.#stop(NOT_READING, LAST_WORDS)
        void this.#endsWithin(2 * LAST_WORDS).then(() => reject(new Error(this.ended ?? errorText(error))))
      })
      if (stdin.writableLength > LIMIT) this.#stop(NOT_READING)
    })
  }

  /** Ends its input, then asks it to end, then ends it with all that it has started. */
  async close(): Promise<void> {
    if (this.#child === undefined || this.#closed === undefined) return
    const { patience } = this.#what
    this.#child.stdin.end()
    if (await this.#endsWithin(patience)) return
    this.#signal('SIGTERM')
    if (await this.#endsWithin(patience)) return
    this.#signal('SIGKILL')
    await this.#endsWithin(LAST_WORDS)
    this.#finish('it was ended')
  }

  #read(chunk: Buffer): void {
    try {
      this.#lines.push(chunk, (line) => {
        // One after the other: the SDK hears of progress a moment later, and by then must not have heard of the result.
        this.#delivery = this.#delivery.then(() => this.#take(line))
        return true
      })
    } catch (error) {
      if (!(error instanceof LineTooLong)) throw error
      this.#stop(`it sent a line of more than ${LIMIT} bytes`)
    }
  }

  #take(line: string): void {
    if (line.trim() === '') return
    let message: JSONRPCMessage
    try {
      message = this.#parse(line)
    } catch {
      // Many servers print a banner or a log line there. It is no reason to do without them.
      this.onerror?.(new Error(`it printed what is no message: ${line.slice(0, 100)}`))
      return
    }
    this.onmessage?.(message)
  }

  /**
   * Ends a server that does not keep to the rules.
   *
   * @param patience how long it may take to end by itself, which says more
   */
  #stop(reason: string, patience = 0): void {
    if (this.ended !== undefined || this.#stopping !== undefined) return
    this.#stopping = setTimeout(() => {
      this.#signal('SIGKILL')
      this.#finish(reason)
    }, patience)
  }

  #exited(code: number | null, signal: NodeJS.Signals | null): void {
    const reason =
      signal === null ? `its process ended with code ${code}` : `its process was ended by ${signal}`
    const finish = () => {
      clearTimeout(timer)
      this.#signal('SIGKILL')
      this.#finish(reason)
    }
    clearTimeout(this.#stopping)
    const timer = setTimeout(finish, LAST_WORDS)
    this.#child?.once('close', finish)
  }

  #finish(reason: string): void {
    if (this.ended !== undefined) return
    this.ended = reason
    clearTimeout(this.#stopping)
    const child = this.#child
    if (child?.pid !== undefined) forgetGroup(child.pid)
    for (const stream of [child?.stdin, child?.stdout, child?.stderr]) stream?.destroy()
    child?.unref()
    this.#gone()
    this.onclose?.()
  }

  #signal(signal: NodeJS.Signals): void {
    const pid = this.#child?.pid
    if (pid !== undefined) signalGroup(pid, signal)
  }

  #endsWithin(milliseconds: number): Promise<boolean> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds, false)
      void this.#closed?.then(() => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }
}
