import { compareText } from '../util/compare.ts'
import { orAborted, throwIfAborted } from './abort.ts'
import type { Contributor } from './contribution.ts'
import { ContributorError } from './errors.ts'

/** A contribution as its contributor gave it, not yet looked at. */
export interface Offer {
  readonly contributor: string
  /** Its place in the contributor's list. */
  readonly order: number
  readonly raw: unknown
}

type Answer =
  | { readonly name: string; readonly list: readonly unknown[] }
  | { readonly name: string; readonly list?: undefined; readonly error: unknown }

/**
 * Asks all contributors at once for what they offer.
 *
 * @returns everything offered, each with its place within its contributor's list
 * @throws ContributorError, when all have answered, for those that threw or gave no list
 * @throws the signal's reason as soon as it is aborted
 */
export async function discover(contributors: readonly Contributor[], signal: AbortSignal): Promise<Offer[]> {
  throwIfAborted(signal)
  const answers = Promise.all(contributors.map((contributor) => ask(contributor, signal)))
  const failures: { name: string; error: unknown }[] = []
  const offers: Offer[] = []
  for (const answer of await orAborted(answers, signal)) {
    if (answer.list === undefined) failures.push(answer)
    else
      for (const [order, raw] of answer.list.entries()) offers.push({ contributor: answer.name, order, raw })
  }
  failures.sort((a, b) => compareText(a.name, b.name))
  if (failures.length > 0) throw new ContributorError(failures)
  return offers
}

async function ask(contributor: Contributor, signal: AbortSignal): Promise<Answer> {
  const { name } = contributor
  try {
    const list: unknown = await contributor.contribute({ signal })
    if (!Array.isArray(list)) throw new TypeError('contribute() gave no array')
    return { name, list: [...list] }
  } catch (error) {
    return { name, error }
  }
}
