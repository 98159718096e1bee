import { canonicalJson } from '../util/canonical-json.ts'
import { compareText } from '../util/compare.ts'
import type { ContributionConflict } from './conflicts.ts'
import type { CatalogContribution, ShadowedContribution } from './contribution.ts'
import type { Orders } from './order.ts'
import type { Resolution } from './resolve.ts'
import type { SlotOwners } from './resolve-slots.ts'
import type { ToolSchema } from './tool-schema.ts'
import type { Candidate } from './validate.ts'

/** Everything that a snapshot holds, but its generation and its hashes. */
export interface Assembly {
  /** In catalog order. */
  readonly effective: readonly Candidate[]
  readonly shadowed: readonly ShadowedContribution[]
  readonly systemPrompt: string
  /** Sorted by name, description, parameters. */
  readonly toolSchemas: readonly ToolSchema[]
  /** One chain for each declared point, in running order. */
  readonly chains: ReadonlyMap<string, readonly CatalogContribution[]>
  readonly owners: SlotOwners
  readonly conflicts: readonly ContributionConflict[]
}

/**
 * Derives from the effective contributions all that can be derived.
 *
 * @param resolution the effective contributions
 * @param systemPrompt the text of the system prompt
 * @param points the declared interceptor points
 * @param orders the orders of this build
 * @throws ContributionsInvalidError when contributions cannot be ordered
 */
export function assemble(
  resolution: Resolution,
  systemPrompt: string,
  points: readonly string[],
  orders: Orders,
): Assembly {
  const sorted = [...resolution.winners].sort(orders.catalog)
  const chains = chainInterceptors(sorted, points, orders)
  orders.assertTotal()
  const toolSchemas = sortedSchemas(sorted)
  return {
    effective: sorted,
    shadowed: resolution.shadowed,
    systemPrompt,
    toolSchemas,
    chains,
    owners: resolution.owners,
    conflicts: resolution.conflicts,
  }
}

function chainInterceptors(winners: readonly Candidate[], points: readonly string[], orders: Orders) {
  const interceptors = winners.filter((candidate) => candidate.contribution.kind === 'interceptor')
  const chains = new Map<string, CatalogContribution[]>(points.map((point) => [point, []]))
  for (const { contribution } of interceptors.sort(orders.chain))
    chains.get(contribution.id)!.push(contribution)
  return chains
}

function sortedSchemas(winners: readonly Candidate[]): ToolSchema[] {
  return schemasOf(winners).sort(schemaOrder())
}

/** The tool schemas of contributions, in their order. */
export function schemasOf(candidates: readonly Candidate[]): ToolSchema[] {
  return candidates.flatMap(({ toolSchema }) => (toolSchema === undefined ? [] : [toolSchema]))
}

/** The order of tool schemas: name, description, parameters. */
export function schemaOrder(): (a: ToolSchema, b: ToolSchema) => number {
  const texts = new Map<ToolSchema, string>()
  const parametersText = (schema: ToolSchema) => {
    const text = texts.get(schema) ?? canonicalJson(schema.parameters)
    texts.set(schema, text)
    return text
  }
  return (a, b) =>
    compareText(a.name, b.name) ||
    compareText(a.description, b.description) ||
    compareText(parametersText(a), parametersText(b))
}
