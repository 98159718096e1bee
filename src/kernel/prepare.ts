import type { Offer } from './discover.ts'
import { parse } from './parse.ts'
import type { Tables } from './tables.ts'
import { type Candidate, validate } from './validate.ts'

/** Legal contributions by the offers that they were made from, for builds that follow each other with one table. */
export type Prepared = WeakMap<Offer, Candidate>

/**
 * Parses and validates offers. What an earlier build found legal is not looked at again.
 *
 * @param prepared what is known; kept up to date
 * @returns one candidate per offer, in the same order
 * @throws ContributionsInvalidError with every malformed contribution
 */
export function prepare(offers: readonly Offer[], tables: Tables, prepared: Prepared): Candidate[] {
  const fresh = offers.filter((offer) => !prepared.has(offer))
  const candidates = validate(parse(fresh), tables)
  fresh.forEach((offer, index) => void prepared.set(offer, candidates[index]!))
  return offers.map((offer) => prepared.get(offer)!)
}
