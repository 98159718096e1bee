import { EventEmitter } from 'node:events'
import { RestartPolicy } from '../../child-process/restart-policy.ts'
import { errorText } from '../../util/error-text.ts'
import { HandshakeMismatchError } from '../protocol/handshake.ts'
import { callChild, type ProcessCallOptions } from './call-child.ts'
import type { Child } from './child.ts'
import {
  DEFAULT_LIMITS,
  type ProcessDescriptor,
  type ResolvedDescriptor,
  resolveDescriptor,
} from './descriptor.ts'
import { type ChildEnd, ProcessMismatchError, ProcessUnavailableError } from './errors.ts'
import { effectiveGrants } from './grants.ts'
import { HealthWatch } from './health-watch.ts'
import { httpParams, type ProcessRequest, type ProcessResponse, readHttpResult } from './http-call.ts'
import type { SupervisorOptions } from './options.ts'
import { type RunningChild, startChild } from './start-child.ts'
import { startTimer } from './start-timer.ts'
import { within } from './within.ts'

/**
 * Where a module is in its life. `backoff`: it crashed, and is started again soon. `crashed`: it crashed too often, and
 * is not, until `restart`. `failed`: it is not what was approved, and is not started again until `restart`.
 */
export type SupervisorState = 'stopped' | 'starting' | 'ready' | 'draining' | 'backoff' | 'crashed' | 'failed'

/** What a supervisor tells. */
export interface SupervisorEvents {
  state: [state: SupervisorState, before: SupervisorState]
  /** A process has ended, whatever the reason. */
  exit: [end: ChildEnd]
  /** What the process writes to its error stream. */
  stderr: [chunk: Buffer]
  /** The module broke the protocol, or is not what was approved. */
  fault: [error: Error]
}

/** Why a process is drained, in the words of the protocol. */
export type DrainReason = 'disable' | 'upgrade' | 'shutdown'

/**
 * Runs one module in a process of its own: starts it, calls it, starts it again when it crashes, and ends it with all
 * that it has started. Whatever the process does, calls settle, and the host goes on.
 *
 * A process of its own is no security boundary: it can do what the user can do who runs the host. A running module
 * keeps the host's process alive until it is stopped.
 */
export class Supervisor extends EventEmitter<SupervisorEvents> {
  readonly descriptor: ResolvedDescriptor
  readonly #options: SupervisorOptions
  readonly #policy: RestartPolicy
  #grants: readonly string[]
  #generation: number
  #state: SupervisorState = 'stopped'
  /** Why it is in `crashed` or `failed`. */
  #why: Error | undefined
  #lastEnd: ChildEnd | undefined
  #child: Child | undefined
  #running: RunningChild | undefined
  #starting: { readonly promise: Promise<void>; readonly controller: AbortController } | undefined
  #pause: ReturnType<typeof setTimeout> | undefined
  #health: HealthWatch | undefined
  /** The drain that is under way. */
  #draining: Promise<void> | undefined
  /** Settles when the last restart that was asked for has. */
  #turn: Promise<void> = Promise.resolve()
  /** How often the module was stopped on purpose. */
  #stops = 0
  #requests = 0
  /** How often it was started again. */
  #restarts = 0

  /** @throws ProcessDescriptorError with everything that is wrong with the descriptor */
  constructor(descriptor: ProcessDescriptor, options: SupervisorOptions = {}) {
    super()
    const ceiling = { ...DEFAULT_LIMITS, ...definedOf(options.limits ?? {}) }
    this.descriptor = resolveDescriptor(descriptor, ceiling)
    this.#options = options
    this.#policy = new RestartPolicy(options.restart)
    this.#grants = effectiveGrants(this.descriptor.requestedGrants, options.grants ?? [])
    this.#generation = options.generation ?? 1
  }

  get state(): SupervisorState {
    return this.#state
  }

  /** Goes up with each `restart`. */
  get generation(): number {
    return this.#generation
  }

  /** How often the module was started again after a crash. */
  get restarts(): number {
    return this.#restarts
  }

  /** The process, while there is one. */
  get pid(): number | undefined {
    return this.#child?.pid
  }

  /** How the last process ended. */
  get lastEnd(): ChildEnd | undefined {
    return this.#lastEnd
  }

  /** Why the module is not started again by itself: it crashed too often, or is not what was approved. */
  problem(): { readonly reason: string } | undefined {
    return this.#why === undefined
      ? undefined
      : { reason: this.#why.message.split('\n')[0]!.replace(/\.$/, '') }
  }

  /** Tells of every change of state. @returns a function that stops telling */
  onChange(listener: () => void): () => void {
    const tell = (): void => listener()
    this.on('state', tell)
    return () => {
      this.off('state', tell)
    }
  }

  /**
   * Starts the module, unless it runs or starts already.
   *
   * @returns when it is ready
   * @throws ProcessMismatchError, HandshakeMismatchError when it is not what was approved: it is given up
   * @throws ProcessUnavailableError when this start fails otherwise: it is tried again by itself, until `stop`
   */
  start(): Promise<void> {
    if (this.#state === 'ready') return Promise.resolve()
    if (this.#state === 'draining') return Promise.reject(this.#unavailable('it is being stopped'))
    if (this.#state === 'crashed' || this.#state === 'failed') return Promise.reject(this.#why)
    return this.#begin()
  }

  /**
   * Calls a tool.
   *
   * @param inputs any JSON
   * @returns what the tool gives, as plain data
   * @throws ProcessUnavailableError when the module cannot answer: at once while it is not there (while it starts, the
   *   call waits), and by its deadline
   * @throws WireError what the module says; the reason of the signal; FrameTooLargeError, TooManyCallsError
   */
  async callTool(toolId: string, inputs?: unknown, options: ProcessCallOptions = {}): Promise<unknown> {
    const answer = await callChild(
      await this.#whenReady(options),
      this.descriptor,
      'module.tool.call',
      (frame) => ({
        tool_id: toolId,
        ...(inputs === undefined ? {} : { arguments: inputs }),
        ...frame,
      }),
      options,
    )
    return (answer as { result?: unknown } | null)?.result ?? null
  }

  /**
   * Asks a route of the module, as its proxy would.
   *
   * @param routeId of a route that the descriptor names
   * @throws what {@link callTool} throws, also for an answer that is none; TypeError for a route that is not approved
   */
  async request(routeId: string, request: ProcessRequest = {}): Promise<ProcessResponse> {
    const route = this.descriptor.routes.find(({ id }) => id === routeId)
    if (route === undefined)
      throw new TypeError(`The module "${this.descriptor.name}" has no route "${routeId}".`)
    const requestId = `${this.descriptor.name}-${++this.#requests}`
    const answer = await callChild(
      await this.#whenReady(request),
      this.descriptor,
      'module.http',
      (frame) => httpParams(route, requestId, request, frame),
      request,
    )
    const response = readHttpResult(answer)
    if (response === undefined) throw this.#unavailable(`its answer to the route "${routeId}" is none`)
    return response
  }

  /** Calls any method, with parameters as they are. @throws what {@link callTool} throws */
  async call(method: string, params?: unknown, options: ProcessCallOptions = {}): Promise<unknown> {
    return callChild(await this.#whenReady(options), this.descriptor, method, () => params, options)
  }

  /**
   * Winds the module down: no new calls, running ones get their answers, then the process ends. What is left when the
   * time is over is killed. Waits for a drain that is under way already.
   */
  drain(reason: DrainReason | (string & {}) = 'shutdown'): Promise<void> {
    if (this.#draining !== undefined) return this.#draining
    const running = this.#running
    if (running === undefined) return this.#end()
    this.#draining = this.#windDown(running, reason).finally(() => {
      this.#draining = undefined
    })
    return this.#draining
  }

  /**
   * Ends the module in stages: end of input, a signal, a signal that nobody can ignore. Safe at any time, and twice; a
   * start or a restart that is under way rejects.
   */
  stop(): Promise<void> {
    this.#stops++
    return this.#end()
  }

  /**
   * Ends the module and starts its next generation: crashes so far do not count any more, and a module that was given up
   * is tried again. Restarts take turns.
   *
   * @param change `grants` replaces what the application approves, with no moment in which both hold
   * @throws what {@link start} throws
   */
  restart(change: { readonly grants?: readonly string[] | undefined } = {}): Promise<void> {
    const stops = this.#stops
    const turn = this.#turn.catch(() => {}).then(() => this.#restartOnce(change, stops))
    this.#turn = turn
    return turn
  }

  /** @param stops how many there had been when it was asked for: a later one wins */
  async #restartOnce(
    { grants }: { readonly grants?: readonly string[] | undefined },
    stops: number,
  ): Promise<void> {
    await this.drain('upgrade')
    if (grants !== undefined) this.#grants = effectiveGrants(this.descriptor.requestedGrants, grants)
    this.#generation++
    this.#policy.reset()
    if (this.#stops !== stops) throw this.#unavailable('it was stopped')
    await this.#begin()
  }

  async #windDown({ child, delegations }: RunningChild, reason: string): Promise<void> {
    const budget = this.#options.drainTimeoutMs ?? 30_000
    const end = performance.now() + budget
    this.#leave()
    this.#setState('draining')
    const { peer } = child
    const word = ['disable', 'upgrade', 'shutdown'].includes(reason) ? reason : 'disable'
    const params = { reason: word, deadline_ms: Math.round(budget) }
    await peer.call('module.drain', params, { timeoutMs: budget }).catch(() => {})
    while (peer.inflight > 0 && performance.now() < end && !child.isOver) await pause(10)
    delegations.endAll()
    // The end of its input, then as much time as is left, then no more.
    const left = Math.max(0, end - performance.now())
    await Promise.race([child.stop(left), pause(left).then(() => child.kill('its time to end was over'))])
    await child.ended
    this.#stopped()
  }

  async #end(): Promise<void> {
    const { child, running } = { child: this.#child, running: this.#running }
    this.#leave()
    const starting = this.#starting
    const isThere = child !== undefined && !child.isOver
    // A start that ends now is no crash, and is not tried again.
    if (starting !== undefined || isThere) this.#setState('draining')
    starting?.controller.abort(new Error('it was stopped'))
    if (isThere) {
      running?.delegations.endAll()
      await child.stop(this.#options.stopTimeoutMs ?? 2000)
    }
    await starting?.promise.catch(() => {})
    this.#stopped()
  }

  /** Nothing is left, unless somebody has begun anew meanwhile. */
  #stopped(): void {
    if (this.#child !== undefined || this.#starting !== undefined) return
    this.#why = undefined
    this.#setState('stopped')
  }

  #begin(): Promise<void> {
    if (this.#starting !== undefined) return this.#starting.promise
    clearTimeout(this.#pause)
    const controller = new AbortController()
    const limit = this.#options.startTimeoutMs ?? 5000
    const timer = startTimer(limit, () => controller.abort(new Error(`it is not ready within ${limit} ms`)))
    const promise = this.#startOnce(controller.signal).finally(() => {
      timer.stop()
      if (this.#starting?.controller === controller) this.#starting = undefined
    })
    this.#starting = { promise, controller }
    this.#setState('starting')
    return promise
  }

  async #startOnce(signal: AbortSignal): Promise<void> {
    const { handlers = {}, readyIntervalMs = 50, stderrBytes = 65_536 } = this.#options
    let spawned: Child | undefined
    try {
      const running = await startChild({
        descriptor: this.descriptor,
        generation: this.#generation,
        grants: this.#grants,
        handlers,
        readyIntervalMs,
        stderrBytes,
        signal,
        onStderr: (chunk) => this.emit('stderr', chunk),
        onSpawn: (child) => {
          spawned = child
          this.#child = child
          void child.ended.then((end) => this.#ended(child, end))
        },
      })
      if (signal.aborted) throw this.#unavailable(errorText(signal.reason))
      this.#running = running
      this.#watchHealth(running)
      this.#setState('ready')
    } catch (error) {
      spawned?.kill('its start was given up')
      if (spawned !== undefined) await spawned.ended
      if (error instanceof ProcessMismatchError || error instanceof HandshakeMismatchError)
        this.#giveUp(error)
      else if (this.#state === 'starting') this.#crashed(error as Error)
      throw error
    }
  }

  /** Bound to its own child: the end of an old one never touches the one that has taken its place. */
  #ended(child: Child, end: ChildEnd): void {
    this.#lastEnd = end
    this.emit('exit', end)
    const { fault } = child.peer
    if (fault !== undefined && !fault.details.cutOff) this.emit('fault', fault)
    if (this.#child === child) this.#child = undefined
    if (this.#running?.child !== child) return
    this.#running.delegations.endAll()
    this.#leave()
    if (this.#state === 'ready') this.#crashed(this.#unavailable(end.reason, end))
  }

  #crashed(error: Error): void {
    const wait = this.#policy.crashed()
    if (wait === undefined) {
      const reason = `${this.#policy.circuitRule}, the last time because ${lastReason(error)}`
      this.#why = this.#unavailable(reason, this.#lastEnd, false)
      this.#setState('crashed')
      return
    }
    this.#setState('backoff')
    this.#pause = setTimeout(() => {
      this.#restarts++
      this.#begin().catch(() => {}) // It is told by the state, and tried again.
    }, wait)
  }

  #giveUp(error: Error): void {
    this.#why = error
    this.#setState('failed')
    this.emit('fault', error)
  }

  #watchHealth(running: RunningChild): void {
    const interval = this.#options.healthIntervalMs ?? 15_000
    if (interval > 0) this.#health = new HealthWatch(running.child, interval)
  }

  /** Takes no more calls, and plans no more starts. */
  #leave(): void {
    clearTimeout(this.#pause)
    this.#health?.stop()
    this.#health = undefined
    this.#running = undefined
  }

  /** Calls that are made while the module starts wait for that, within their own limits. */
  async #whenReady({ signal, timeoutMs }: ProcessCallOptions): Promise<RunningChild> {
    if (this.#state !== 'starting' || this.#starting === undefined) return this.#ready()
    const limit = Math.min(timeoutMs ?? Number.POSITIVE_INFINITY, this.descriptor.limits.deadlineMs)
    const late = (): Error => this.#unavailable(`it has not started within ${limit} ms`)
    await within(this.#starting.promise, limit, signal, late)
    return this.#ready()
  }

  #ready(): RunningChild {
    if (this.#running !== undefined && !this.#running.child.isOver) return this.#running
    if (this.#why !== undefined) throw this.#why
    const reasons: Partial<Record<SupervisorState, string>> = {
      stopped: 'it is not started',
      starting: 'it is starting',
      draining: 'it is being stopped',
    }
    const crash = this.#lastEnd?.reason
    const reason = reasons[this.#state] ?? `${crash ?? 'it has crashed'}, and is started again`
    throw this.#unavailable(reason, this.#state === 'stopped' ? undefined : this.#lastEnd)
  }

  #unavailable(reason: string, end?: ChildEnd, retryable = true): ProcessUnavailableError {
    return new ProcessUnavailableError({ module: this.descriptor.name, ...end, reason, retryable })
  }

  #setState(state: SupervisorState): void {
    const before = this.#state
    if (state === before) return
    this.#state = state
    this.emit('state', state, before)
  }
}

function lastReason(error: Error): string {
  return error instanceof ProcessUnavailableError ? error.details.reason : error.message
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })
}

function definedOf<T extends object>(given: T): { [Key in keyof T]?: NonNullable<T[Key]> } {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as never
}
