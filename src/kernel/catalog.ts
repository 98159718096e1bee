import type { ContributionConflict } from './conflicts.ts'
import type { CatalogContribution, ShadowedContribution } from './contribution.ts'

const NONE: readonly never[] = Object.freeze([])

/**
 * The effective contributions of a build, frozen and sorted: kind, tier from high to low, priority from high to low,
 * plugin ID, ID, order, origin, path. A Builder makes it.
 */
export class Catalog {
  /** How many contributions there are. */
  readonly size: number
  readonly #all: readonly CatalogContribution[]
  readonly #conflicts: readonly ContributionConflict[]
  readonly #shadowed: readonly ShadowedContribution[]
  /** Filled when somebody asks. */
  readonly #byKind = new Map<string, readonly CatalogContribution[]>()
  readonly #byId = new Map<string, ReadonlyMap<string, CatalogContribution>>()

  /**
   * @param contributions deeply frozen, in catalog order
   * @param conflicts deeply frozen
   * @param shadowed deeply frozen
   */
  constructor(
    contributions: readonly CatalogContribution[],
    conflicts: readonly ContributionConflict[] = [],
    shadowed: readonly ShadowedContribution[] = [],
  ) {
    this.#all = Object.freeze([...contributions])
    this.#conflicts = Object.freeze([...conflicts])
    this.#shadowed = Object.freeze([...shadowed])
    this.size = contributions.length
    Object.freeze(this)
  }

  /** Gives all contributions, as a frozen array. */
  all(): readonly CatalogContribution[] {
    return this.#all
  }

  /** Gives the contributions of one kind, as a frozen array; empty for a kind that has none. */
  byKind(kind: string): readonly CatalogContribution[] {
    let found = this.#byKind.get(kind)
    if (found === undefined) {
      const ofKind = this.#all.filter((contribution) => contribution.kind === kind)
      if (ofKind.length === 0) return NONE
      found = Object.freeze(ofKind)
      this.#byKind.set(kind, found)
    }
    return found
  }

  /** Gives one contribution, or `undefined`; of an additive kind, the first with that ID. */
  get(kind: string, id: string): CatalogContribution | undefined {
    let found = this.#byId.get(kind)
    if (found === undefined) {
      const ofKind = this.byKind(kind)
      if (ofKind.length === 0) return undefined
      // The first with an ID counts, so it is put in last.
      found = new Map([...ofKind].reverse().map((contribution) => [contribution.id, contribution]))
      this.#byId.set(kind, found)
    }
    return found.get(id)
  }

  /** Gives what was offered and lost its ID to a contribution of the catalog, sorted by kind, ID and source. */
  shadowed(): readonly ShadowedContribution[] {
    return this.#shadowed
  }

  /** Gives the disputes that the build settled under the policy `'collect'`, sorted by kind and ID. */
  conflicts(): readonly ContributionConflict[] {
    return this.#conflicts
  }
}
