import type { ContributionEntry } from '../../catalog/contribution-entry.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { linesLiteral, scriptSafe, stringLiteral } from './literal.ts'

/** What a registry is made with besides its catalog and its loaders. */
export interface RegistryOptionsInput {
  /** First segments that hand-registered modules may not use, where they differ from the usual list. */
  readonly reservedWords?: readonly string[]
  /** Contributions of kinds other than modules and plugins. */
  readonly contributions?: readonly ContributionEntry[]
}

/** The options of `createRegistry` as code. */
export interface RenderedOptions {
  /** An object literal; empty without options. */
  readonly text: string
  /** What it needs from the runtime entry. */
  readonly names: readonly string[]
}

/**
 * Prints the options of `createRegistry`.
 *
 * @param instantiate whether the code has imported `instantiate`
 */
export function renderOptions(
  instantiate: boolean,
  { reservedWords, contributions = [] }: RegistryOptionsInput,
): RenderedOptions {
  const members: string[] = []
  if (instantiate) members.push('instantiate')
  if (reservedWords !== undefined) {
    members.push(`reservedWords: [${reservedWords.map(stringLiteral).join(', ')}]`)
  }
  if (contributions.length === 0) {
    return { text: members.length === 0 ? '' : `{ ${members.join(', ')} }`, names: [] }
  }
  const json = linesLiteral(jsonLines(contributions))
  members.push(`contributions: /* @__PURE__ */ defineContributions(${json})`)
  return { text: `{ ${members.join(', ')} }`, names: ['defineContributions'] }
}

/** A list as JSON, one item on each line of code. */
function jsonLines(items: readonly unknown[]): string[] {
  const last = items.length - 1
  return ['[', ...items.map((item, index) => scriptSafe(canonicalJson(item)) + (index === last ? '' : ',')), ']']
}
