import {
  Builder,
  type BuilderOptions,
  type ConflictPolicy,
  type Contribution,
  type ContributionSource,
  type Contributor,
  type RuntimeSnapshot,
} from '../../src/kernel.ts'

/** A contributor that offers a fixed list. */
export function offering(name: string, ...contributions: unknown[]): Contributor {
  return { name, contribute: () => contributions as Contribution[] }
}

/** A contribution of the project, with anything replaced. */
export function theme(
  id: string,
  source: Partial<ContributionSource> = {},
  rest: Partial<Contribution> = {},
): Contribution {
  return { kind: 'theme', id, source: { scope: 'project', ...source }, ...rest }
}

/** Builds from one contributor called `test`, or from contributors as they are. */
export async function snapshotOf(
  given: readonly (Contribution | Contributor)[],
  { policy = 'fail', ...options }: BuilderOptions & { policy?: ConflictPolicy } = {},
): Promise<RuntimeSnapshot> {
  const contributors = given.filter((one) => 'contribute' in one)
  const contributions = given.filter((one) => !('contribute' in one))
  if (contributions.length > 0) contributors.push(offering('test', ...contributions))
  const builder = new Builder(options).addContributor(...contributors).withConflictPolicy(policy)
  return (await builder.build()).snapshot
}

/** Gives what a promise rejects with, if that is an error of this class. */
export async function failure<E extends Error>(
  promise: Promise<unknown>,
  Class: abstract new (...args: never[]) => E,
): Promise<E> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Class) return error
    throw error
  }
  throw new Error(`Expected ${Class.name}, but nothing was thrown`)
}

/** Everything of a snapshot that bytes can show. */
export function bytes(snapshot: RuntimeSnapshot): string {
  return JSON.stringify({
    all: snapshot.catalog.all(),
    conflicts: snapshot.catalog.conflicts(),
    schemas: snapshot.toolSchemas(),
    chains: snapshot.interceptorChain(),
    replacements: snapshot.replacements(),
    diagnostics: snapshot.diagnostics(),
    shape: snapshot.cacheShape(),
  })
}
