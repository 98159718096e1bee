import { CloseError, KernelArgumentError } from './errors.ts'
import { assertGeneration } from './generation.ts'

/** A live resource: a child process, a watcher, the instance of a plugin. */
export interface Closer {
  close(): void | Promise<void>
}

/** The closable resources of one generation. */
export class RuntimeSet {
  readonly generation: number
  readonly #closers = new Set<Closer>()
  #closing: Promise<void> | undefined

  /** @throws KernelArgumentError when the generation is no whole number from 0 */
  constructor(generation: number) {
    this.generation = assertGeneration(generation)
  }

  /** Whether {@link close} was called; such a set takes nothing in any more. */
  get closed(): boolean {
    return this.#closing !== undefined
  }

  /** How many resources it still owns. */
  get size(): number {
    return this.#closers.size
  }

  /**
   * Takes over resources. One that it owns already is not taken twice.
   *
   * After the set was closed the newcomers are closed at once, in reverse order. Await the result to learn of their
   * failures; one that nobody awaits does not become an unhandled rejection.
   *
   * @returns when the set is open, at once; else when the newcomers are closed
   * @throws KernelArgumentError when something has no `close` method; then none is taken
   * @throws CloseError, through the promise, when newcomers failed to close
   */
  add(...closers: Closer[]): Promise<void> {
    const issues = closers.flatMap((closer, i) =>
      typeof closer?.close === 'function' ? [] : [{ path: `closers[${i}]`, message: 'has no close method' }],
    )
    if (issues.length > 0) throw new KernelArgumentError(issues)
    if (!this.closed) {
      for (const closer of closers) this.#closers.add(closer)
      return Promise.resolve()
    }
    const done = closeAll(this.generation, new Set(closers))
    done.catch(() => {})
    return done
  }

  /**
   * Gives a resource away unharmed, so that another set may take it: `if (old.release(child)) next.add(child)`.
   *
   * @returns whether the set still owned it; `false` once its closing has begun
   */
  release(closer: Closer): boolean {
    return this.#closers.delete(closer)
  }

  /**
   * Closes what the set owns, one by one, the last added first. However often it is called, it happens once, and
   * every call waits for the same end; a resource must therefore not wait for it in its own `close`.
   *
   * @throws CloseError at the end, with everything that was thrown on the way
   */
  close(): Promise<void> {
    this.#closing ??= closeAll(this.generation, this.#closers)
    return this.#closing
  }

  /**
   * Closes the set if it is bound to this generation, so that late clean-up cannot close what a newer one owns.
   *
   * @returns whether the generation matched, after everything is closed
   * @throws CloseError as {@link close} does
   */
  async closeIfGeneration(generation: number): Promise<boolean> {
    if (generation !== this.generation) return false
    await this.close()
    return true
  }
}

/** Takes each out before closing it, so that what is released in the meantime is spared. */
async function closeAll(generation: number, closers: Set<Closer>): Promise<void> {
  const errors: unknown[] = []
  for (const closer of [...closers].reverse()) {
    if (!closers.delete(closer)) continue
    try {
      await closer.close()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw new CloseError(generation, errors)
}
