import type { Report } from '../diagnostics/collector.ts'
import { amend } from '../kernel/amend.ts'
import { type Assembly, assemble } from '../kernel/assemble.ts'
import {
  AmbiguousPluginError,
  ConflictError,
  ResolutionError,
  SlotConflictError,
} from '../kernel/conflicts.ts'
import type { CatalogContribution, Contribution, Contributor } from '../kernel/contribution.ts'
import type { Offer } from '../kernel/discover.ts'
import { ContributionsInvalidError } from '../kernel/errors.ts'
import { freeze } from '../kernel/freeze.ts'
import { shapeOnDemand } from '../kernel/hashes.ts'
import { createOrders } from '../kernel/order.ts'
import { type Prepared, prepare } from '../kernel/prepare.ts'
import { resolve } from '../kernel/resolve.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { createTables, type Tables } from '../kernel/tables.ts'
import type { Candidate } from '../kernel/validate.ts'
import { errorText } from '../util/error-text.ts'
import type { ResolvedOptions } from './options.ts'

/** A snapshot, and what of it is other than in the one before. */
export interface AmendedSnapshot {
  readonly snapshot: RuntimeSnapshot
  readonly gone: readonly CatalogContribution[]
  readonly come: readonly CatalogContribution[]
}

/** Has the kernel resolve everything that is offered, again and again: what it knows already is not looked at again. */
export class SnapshotBuilder {
  readonly #options: ResolvedOptions
  readonly #tables: Tables
  readonly #prepared: Prepared = new WeakMap()
  #last: Assembly | undefined

  constructor(options: ResolvedOptions) {
    this.#options = options
    this.#tables = createTables(options.tables)
  }

  /**
   * Makes a snapshot. What the kernel refuses is reported and left out, so that there is always one of what is healthy.
   *
   * @param own what is offered by ourselves
   * @param contributors further ones, and the user's
   */
  async build(
    own: readonly Offer[],
    contributors: readonly Contributor[],
    generation: number,
    report: Report,
  ): Promise<RuntimeSnapshot> {
    this.#last = undefined
    let offers = [...own, ...(await gather(contributors, report))]
    for (;;) {
      try {
        const assembly = this.#assemble(offers)
        this.#last = assembly
        return snapshotOf(assembly, generation)
      } catch (error) {
        const refused = reportRefusal(error, report)
        if (refused === undefined) throw error
        const kept = offers.filter(({ raw, contributor }) => !refused(raw as Contribution, contributor))
        if (kept.length === offers.length) throw error
        offers = kept
      }
    }
  }

  /**
   * Makes the next snapshot from the last one.
   *
   * @param gone what is offered no more
   * @param come what is offered now, and nothing else has the IDs of it
   * @returns nothing where only a build can tell what the next snapshot is
   */
  amend(gone: readonly Offer[], come: readonly Offer[], generation: number): AmendedSnapshot | undefined {
    if (this.#last === undefined) return undefined
    const before = prepare(gone, this.#tables, this.#prepared)
    let after: Candidate[]
    try {
      after = prepare(come, this.#tables, this.#prepared)
    } catch (error) {
      if (error instanceof ContributionsInvalidError) return undefined
      throw error
    }
    const assembly = amend(this.#last, { gone: before, come: after })
    if (assembly === undefined) return undefined
    this.#last = assembly
    return {
      snapshot: snapshotOf(assembly, generation),
      gone: before.map(({ contribution }) => contribution),
      come: after.map(({ contribution }) => contribution),
    }
  }

  #assemble(offers: readonly Offer[]): Assembly {
    const candidates = prepare(offers, this.#tables, this.#prepared)
    const orders = createOrders()
    const resolution = resolve(candidates, this.#options.conflictPolicy, orders)
    return assemble(resolution, '', this.#tables.points, orders)
  }
}

function snapshotOf(assembly: Assembly, generation: number): RuntimeSnapshot {
  const { systemPrompt, toolSchemas } = assembly
  return freeze(assembly, generation, shapeOnDemand(systemPrompt, toolSchemas))
}

async function gather(contributors: readonly Contributor[], report: Report): Promise<Offer[]> {
  const { signal } = new AbortController()
  const offers = await Promise.all(
    contributors.map(async (contributor): Promise<Offer[]> => {
      const { name } = contributor
      try {
        const contributions = [...(await contributor.contribute({ signal }))]
        return contributions.map((raw, order) => ({ contributor: name, order, raw }))
      } catch (error) {
        report('CONTRIBUTOR_FAILED', { contributor: name, reason: errorText(error) })
        return []
      }
    }),
  )
  return offers.flat()
}

/** Whether a contribution of a contributor is one of those that were refused. */
type IsRefused = (contribution: Contribution, contributor: string) => boolean

function reportRefusal(error: unknown, report: Report): IsRefused | undefined {
  if (error instanceof ContributionsInvalidError) {
    for (const { details } of error.errors) {
      const { kind, id, reason } = details
      report('CONTRIBUTION_INVALID', { kind, id, reason })
    }
    const refused = error.errors.map(({ details }) => details)
    return ({ kind, id, source }, name) =>
      refused.some(
        (one) =>
          one.kind === String(kind).trim() &&
          one.id === String(id ?? '').trim() &&
          (one.source?.origin ?? name) === (source?.origin || name) &&
          one.source?.path === source?.path,
      )
  }
  if (!(error instanceof ResolutionError)) return undefined
  const refusals = [error, ...error.others].map((one) => reportConflicts(one, report))
  return (contribution, name) => refusals.some((refused) => refused(contribution, name))
}

function reportConflicts(error: ResolutionError, report: Report): IsRefused {
  const ids = new Set<string>()
  const key = (kind: string, id: string): string => `${kind}\0${id}`
  if (error instanceof ConflictError) {
    for (const { kind, id, sources } of error.conflicts) {
      report('CONTRIBUTION_CONFLICT', { kind, id, sources })
      ids.add(key(kind, id))
    }
  } else if (error instanceof SlotConflictError) {
    for (const { slot, owners } of error.conflicts) {
      report('SLOT_CONFLICT', { slot, owners })
      for (const { kind, id } of owners) ids.add(key(kind, id))
    }
  } else if (error instanceof AmbiguousPluginError) {
    for (const { kind, name, paths } of error.conflicts) {
      report('AMBIGUOUS_PLUGIN', { kind, name, paths })
      ids.add(key('plugin', `${kind}:${name}`))
    }
  }
  return ({ kind, id }) => ids.has(key(kind, String(id).trim()))
}
