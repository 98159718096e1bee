/** Where a contribution comes from. Empty texts count as absent. */
export interface ContributionSource {
  /** One of the declared scopes, such as `project`; its tier decides who wins an ID. */
  readonly scope: string
  readonly pluginId?: string | undefined
  readonly version?: string | undefined
  /** Which part of the program offers it, such as an extensions root; by default the contributor's name. */
  readonly origin?: string | undefined
  /** The file it stands in, relative to the project. */
  readonly path?: string | undefined
}

/** Anything that is offered to the registry. */
export interface Contribution {
  /** One of the declared kinds, such as `module`. */
  readonly kind: string
  /** Unique within its kind; white space around it is ignored. */
  readonly id: string
  readonly source: ContributionSource
  /** 0 by default. */
  readonly priority?: number | undefined
  /** What is contributed: data, a function or an object. Arrays and plain objects are copied. */
  readonly payload?: unknown
}

/** A contribution as the catalog holds it: normalised, copied and deeply frozen. */
export interface CatalogContribution {
  readonly kind: string
  readonly id: string
  readonly source: ContributionSource
  readonly priority: number
  /** Its place among the contributions of its contributor, from 0. */
  readonly order: number
  readonly payload?: unknown
}

/** A contribution that is not in the catalog, because another one has its ID. */
export interface ShadowedContribution {
  readonly kind: string
  readonly id: string
  readonly source: ContributionSource
}

/** What a contributor is told when it is asked. */
export interface ContributeContext {
  /** Aborted when nobody waits for the build any more. */
  readonly signal: AbortSignal
}

/** A source of contributions. */
export interface Contributor {
  /** Names it in errors, and is the origin of contributions that give none. */
  readonly name: string
  /** Gives what it has to offer; the order within the list is the order of registration. */
  contribute(context: ContributeContext): readonly Contribution[] | Promise<readonly Contribution[]>
}

/** Prints a kind and an ID for a message. */
export function describeContribution(kind: string, id: string): string {
  return id === ''
    ? `${kind || 'contribution'} without an ID`
    : `${kind || 'contribution'} ${JSON.stringify(id)}`
}
