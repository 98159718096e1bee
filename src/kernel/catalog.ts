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
  readonly #byKind = new Map<string, readonly CatalogContribution[]>()
  readonly #byId = new Map<string, Map<string, CatalogContribution>>()

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
    const byKind = new Map<string, CatalogContribution[]>()
    for (const contribution of contributions) {
      const { kind, id } = contribution
      const list = byKind.get(kind)
      if (list === undefined) {
        byKind.set(kind, [contribution])
        this.#byId.set(kind, new Map([[id, contribution]]))
      } else {
        list.push(contribution)
        const ids = this.#byId.get(kind)!
        if (!ids.has(id)) ids.set(id, contribution)
      }
    }
    for (const [kind, list] of byKind) this.#byKind.set(kind, Object.freeze(list))
    Object.freeze(this)
  }

  /** Gives all contributions, as a frozen array. */
  all(): readonly CatalogContribution[] {
    return this.#all
  }

  /** Gives the contributions of one kind, as a frozen array; empty for a kind that has none. */
  byKind(kind: string): readonly CatalogContribution[] {
    return this.#byKind.get(kind) ?? NONE
  }

  /** Gives one contribution, or `undefined`; of an additive kind, the first with that ID. */
  get(kind: string, id: string): CatalogContribution | undefined {
    return this.#byId.get(kind)?.get(id)
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
