import { throwIfAborted } from './abort.ts'
import { type Activator, activate } from './activate.ts'
import { assemble } from './assemble.ts'
import type { Contributor } from './contribution.ts'
import { discover } from './discover.ts'
import { KernelArgumentError } from './errors.ts'
import { freeze } from './freeze.ts'
import { assertGeneration } from './generation.ts'
import { hashShape } from './hashes.ts'
import { createOrders } from './order.ts'
import { parse } from './parse.ts'
import { type ConflictPolicy, resolve } from './resolve.ts'
import type { RuntimeSet } from './runtime-set.ts'
import type { RuntimeSnapshot } from './snapshot.ts'
import { type BuilderOptions, createTables, type Tables } from './tables.ts'
import { validate } from './validate.ts'

/** What a build gives. */
export interface BuildResult {
  readonly snapshot: RuntimeSnapshot
  /** The live resources that the activator bound; empty without one. */
  readonly runtimeSet: RuntimeSet
}

/**
 * Turns contributions into a frozen snapshot. The order in which contributors are added never shows in the result.
 *
 * @example
 * const { snapshot } = await new Builder().addContributor(scanner, mine).build()
 */
export class Builder {
  readonly #tables: Tables
  readonly #contributors: Contributor[] = []
  #generation = 0
  #systemPrompt = ''
  #policy: ConflictPolicy = 'fail'
  #activator: Activator | undefined

  /**
   * @param options what the application adds to the built-in kinds, scopes, points and slots
   * @throws KernelArgumentError when a table holds something illegal or redefines what is built in
   */
  constructor(options: BuilderOptions = {}) {
    this.#tables = createTables(options)
  }

  /**
   * Adds sources of contributions, in any order.
   *
   * @throws KernelArgumentError when one has no name or no `contribute` method; then none is added
   */
  addContributor(...contributors: Contributor[]): this {
    const issues = contributors.flatMap((contributor, i) =>
      isContributor(contributor)
        ? []
        : [{ path: `contributors[${i}]`, message: 'is no { name, contribute(context) }' }],
    )
    if (issues.length > 0) throw new KernelArgumentError(issues)
    this.#contributors.push(...contributors)
    return this
  }

  /**
   * Numbers the snapshot; 0 by default.
   *
   * @throws KernelArgumentError when the generation is no whole number from 0
   */
  withGeneration(generation: number): this {
    this.#generation = assertGeneration(generation)
    return this
  }

  /** Sets the system prompt, which is part of what the hashes cover; empty by default. */
  withSystemPrompt(text: string): this {
    if (typeof text !== 'string')
      throw new KernelArgumentError([{ path: 'systemPrompt', message: 'is no text' }])
    this.#systemPrompt = text
    return this
  }

  /**
   * Chooses what a conflict does: `'fail'`, the default, or `'collect'`, which keeps the first registration and puts
   * the dispute into the snapshot's diagnostics.
   *
   * @throws KernelArgumentError for any other policy
   */
  withConflictPolicy(policy: ConflictPolicy): this {
    if (policy !== 'fail' && policy !== 'collect') {
      throw new KernelArgumentError([{ path: 'conflictPolicy', message: "is neither 'fail' nor 'collect'" }])
    }
    this.#policy = policy
    return this
  }

  /** Sets what binds live resources to the snapshot. */
  withActivator(activator: Activator | undefined): this {
    if (activator !== undefined && typeof activator !== 'function') {
      throw new KernelArgumentError([{ path: 'activator', message: 'is no function' }])
    }
    this.#activator = activator
    return this
  }

  /**
   * Runs the pipeline. If a stage fails nothing is published. What is set on the builder in the meantime counts for
   * the next build.
   *
   * @param options.signal ends the build early, in whatever stage it is
   * @returns the frozen snapshot, and the live resources bound to it
   * @throws ContributorError when contributors fail
   * @throws ContributionsInvalidError with every malformed contribution
   * @throws ConflictError, AmbiguousPluginError or SlotConflictError, with every conflict of the build
   * @throws ActivationError when the activator fails
   * @throws the signal's reason, or a BuildAbortedError around a reason that is no error
   */
  async build(options: { readonly signal?: AbortSignal | undefined } = {}): Promise<BuildResult> {
    const { signal = new AbortController().signal } = options
    const generation = this.#generation
    const systemPrompt = this.#systemPrompt
    const policy = this.#policy
    const activator = this.#activator
    const tables = this.#tables
    const orders = createOrders()

    const offers = await discover([...this.#contributors], signal)
    const parsed = parse(offers)
    const candidates = validate(parsed, tables)
    const resolution = resolve(candidates, policy, orders)
    const assembly = assemble(resolution, systemPrompt, tables.points, orders)
    const shape = Object.freeze(await hashShape(systemPrompt, assembly.toolSchemas))
    throwIfAborted(signal)
    const snapshot = freeze(assembly, generation, () => shape)
    const runtimeSet = await activate(snapshot, activator, signal)
    return { snapshot, runtimeSet }
  }
}

function isContributor(contributor: Contributor): boolean {
  const { name, contribute } = contributor ?? {}
  return typeof name === 'string' && name !== '' && typeof contribute === 'function'
}
