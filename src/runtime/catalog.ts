import type { ContributionEntry } from '../catalog/contribution-entry.ts'
import { deepFreeze } from '../util/deep-freeze.ts'
import type { ModuleEntry } from './api.ts'

/**
 * Makes the catalog of a generated module: parses it and freezes it all the way down.
 *
 * @param json the entries, sorted by ID, as JSON; a key such as `__proto__` is a key like any other
 * @throws SyntaxError when it is not JSON
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineCatalog<Id extends string = string>(json: string): readonly ModuleEntry<Id>[] {
  return deepFreeze(JSON.parse(json))
}

/**
 * The same for contributions of other kinds than modules.
 *
 * @throws SyntaxError when it is not JSON
 */
/* @__NO_SIDE_EFFECTS__ */
export function defineContributions(json: string): readonly ContributionEntry[] {
  return deepFreeze(JSON.parse(json))
}
