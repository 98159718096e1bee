import { ModuleRegistryError } from '../diagnostics/error.ts'
import type { ContributionSource } from './contribution.ts'
import { describeContribution } from './contribution.ts'
import { describeSource } from './source.ts'

/** Several distinct sources claim one ID at the highest tier. */
export interface ContributionConflict {
  readonly kind: string
  readonly id: string
  /** All of them, in a total order that does not depend on who was asked first. */
  readonly sources: readonly ContributionSource[]
  /** Whose contribution is in the catalog; only where the build went on. */
  readonly winner?: ContributionSource
}

/** Who claims a slot. */
export interface SlotOwner {
  readonly kind: string
  readonly id: string
  readonly source: ContributionSource
}

/** Several contributions claim one slot. */
export interface SlotConflict {
  readonly slot: string
  readonly owners: readonly SlotOwner[]
}

/** Several plugins have one kind and one name. */
export interface PluginConflict {
  readonly kind: string
  readonly name: string
  /** The paths of the sources that have one. */
  readonly paths: readonly string[]
  readonly sources: readonly ContributionSource[]
}

/**
 * The base of what a build throws when contributions contradict each other.
 *
 * One error covers all conflicts of its class; when a build has conflicts of several classes, the first error is
 * thrown, its message names all of them, and the others are in `others`.
 */
export class ResolutionError<Conflict extends object = object> extends ModuleRegistryError<
  Conflict & { readonly conflicts: readonly Conflict[] }
> {
  /** Every conflict of this class, sorted. */
  readonly conflicts: readonly Conflict[]
  /** The errors of the other classes of the same build. */
  readonly others: readonly ResolutionError[]

  constructor(
    code: string,
    conflicts: readonly [Conflict, ...Conflict[]],
    describe: (conflict: Conflict) => string,
    others: readonly ResolutionError[],
  ) {
    const lines = [...conflicts.map(describe), ...others.map((other) => other.message)]
    super(code, lines.join('\n'), { ...conflicts[0], conflicts })
    this.conflicts = conflicts
    this.others = others
  }
}

/** Distinct sources are tied for an ID (`CONTRIBUTION_CONFLICT`); details are the first conflict's, and all `conflicts`. */
export class ConflictError extends ResolutionError<ContributionConflict> {
  constructor(
    conflicts: readonly [ContributionConflict, ...ContributionConflict[]],
    others: readonly ResolutionError[] = [],
  ) {
    super('CONTRIBUTION_CONFLICT', conflicts, describeConflict, others)
    this.name = 'ConflictError'
  }
}

/** A plugin exists twice (`AMBIGUOUS_PLUGIN`); details are the first conflict's, and all `conflicts`. */
export class AmbiguousPluginError extends ResolutionError<PluginConflict> {
  constructor(
    conflicts: readonly [PluginConflict, ...PluginConflict[]],
    others: readonly ResolutionError[] = [],
  ) {
    super('AMBIGUOUS_PLUGIN', conflicts, describePluginConflict, others)
    this.name = 'AmbiguousPluginError'
  }
}

/** A slot has a second claimant (`SLOT_CONFLICT`); details are the first conflict's, and all `conflicts`. */
export class SlotConflictError extends ResolutionError<SlotConflict> {
  constructor(
    conflicts: readonly [SlotConflict, ...SlotConflict[]],
    others: readonly ResolutionError[] = [],
  ) {
    super('SLOT_CONFLICT', conflicts, describeSlotConflict, others)
    this.name = 'SlotConflictError'
  }
}

/** Says in one sentence who is tied for what. */
export function describeConflict({ kind, id, sources }: ContributionConflict): string {
  return `The ${describeContribution(kind, id)} has no clear owner: it is offered by ${listSources(sources)}.`
}

function describePluginConflict({ kind, name, sources }: PluginConflict): string {
  return `The plugin "${name}" of kind "${kind}" exists more than once: ${listSources(sources)}.`
}

function describeSlotConflict({ slot, owners }: SlotConflict): string {
  const claims = owners.map(
    ({ kind, id, source }) => `the ${describeContribution(kind, id)} of ${describeSource(source)}`,
  )
  return `The slot "${slot}" can have one owner, and is claimed by ${claims.join('; ')}.`
}

function listSources(sources: readonly ContributionSource[]): string {
  return sources.map(describeSource).join('; ')
}
