import type { Report } from '../diagnostics/collector.ts'
import { Builder } from '../kernel/builder.ts'
import {
  AmbiguousPluginError,
  ConflictError,
  ResolutionError,
  SlotConflictError,
} from '../kernel/conflicts.ts'
import type { Contribution, Contributor } from '../kernel/contribution.ts'
import { ContributionsInvalidError, ContributorError } from '../kernel/errors.ts'
import type { RuntimeSnapshot } from '../kernel/snapshot.ts'
import { errorText } from '../util/error-text.ts'
import type { ResolvedOptions } from './options.ts'

/** A contributor's offers, once they are known. */
interface Offer {
  readonly name: string
  readonly contributions: readonly Contribution[]
}

/**
 * Has the kernel resolve everything that is offered. What it refuses is reported and left out, so that there is always
 * a snapshot of what is healthy.
 *
 * @param contributors our own, and the user's
 */
export async function buildSnapshot(
  contributors: readonly Contributor[],
  options: ResolvedOptions,
  generation: number,
  report: Report,
): Promise<RuntimeSnapshot> {
  let offers = await gather(contributors, report)
  for (;;) {
    const builder = new Builder(options.tables)
      .withGeneration(generation)
      .withConflictPolicy(options.conflictPolicy)
      .addContributor(...offers.map(({ name, contributions }) => ({ name, contribute: () => contributions })))
    try {
      return (await builder.build()).snapshot
    } catch (error) {
      const refused = reportRefusal(error, report)
      if (refused === undefined) throw error
      const kept = offers.map(({ name, contributions }) => ({
        name,
        contributions: contributions.filter((contribution) => !refused(contribution, name)),
      }))
      if (countOf(kept) === countOf(offers)) throw error
      offers = kept
    }
  }
}

function countOf(offers: readonly Offer[]): number {
  return offers.reduce((sum, { contributions }) => sum + contributions.length, 0)
}

async function gather(contributors: readonly Contributor[], report: Report): Promise<Offer[]> {
  const { signal } = new AbortController()
  const offers = await Promise.all(
    contributors.map(async (contributor): Promise<Offer | undefined> => {
      const { name } = contributor
      try {
        return { name, contributions: [...(await contributor.contribute({ signal }))] }
      } catch (error) {
        report('CONTRIBUTOR_FAILED', { contributor: name, reason: errorText(error) })
        return undefined
      }
    }),
  )
  return offers.filter((offer) => offer !== undefined)
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
  if (error instanceof ContributorError) {
    const failed = error.details.contributors
    for (const [index, contributor] of failed.entries()) {
      report('CONTRIBUTOR_FAILED', { contributor, reason: errorText(error.errors[index]) })
    }
    return (_contribution, name) => failed.includes(name)
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
