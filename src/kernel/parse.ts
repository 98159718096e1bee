import { errorText } from '../util/error-text.ts'
import { frozenCopy } from '../util/frozen-copy.ts'
import type { CatalogContribution, Contribution, ContributionSource } from './contribution.ts'
import type { Offer } from './discover.ts'

/** A contribution in its final, frozen form, and what of it could not be read. */
export interface ParsedContribution {
  readonly contribution: CatalogContribution
  /** Clauses such as `priority is no finite number`; what could not be read is left empty. */
  readonly problems: readonly string[]
}

/**
 * Brings every offer into one form: IDs trimmed, empty origins filled, payloads copied and frozen.
 *
 * Judges nothing beyond the types of the fields.
 *
 * @param offers what the contributors gave, possibly anything
 * @returns one entry per offer, in the same order
 */
export function parse(offers: readonly Offer[]): ParsedContribution[] {
  return offers.map(parseOffer)
}

function parseOffer({ contributor, order, raw }: Offer): ParsedContribution {
  const problems: string[] = []
  const given = guarded(() => readFields(raw), 'it', problems) ?? { source: {} }
  const source = guarded(() => readFields(given.source), 'source', problems) ?? {}
  const payload = guarded(() => frozenCopy(given.payload), 'the payload', problems)
  const contribution: CatalogContribution = Object.freeze({
    kind: text(given.kind, 'kind', problems),
    id: text(given.id, 'id', problems).trim(),
    source: parseSource(source, contributor, problems),
    priority: finite(given.priority, problems),
    order,
    ...(payload === undefined ? {} : { payload }),
  })
  return { contribution, problems }
}

function parseSource(
  given: Partial<Record<keyof ContributionSource, unknown>>,
  contributor: string,
  problems: string[],
): ContributionSource {
  const scope = text(given.scope, 'source.scope', problems)
  const pluginId = text(given.pluginId, 'source.pluginId', problems)
  const version = text(given.version, 'source.version', problems)
  const origin = text(given.origin, 'source.origin', problems) || contributor
  const path = text(given.path, 'source.path', problems)
  return Object.freeze({
    scope,
    ...(pluginId === '' ? {} : { pluginId }),
    ...(version === '' ? {} : { version }),
    origin,
    ...(path === '' ? {} : { path }),
  })
}

/** Reads every field once, since accessors may answer differently the next time. */
function readFields(value: unknown): Partial<Record<keyof Contribution | keyof ContributionSource, unknown>> {
  if (value === null || typeof value !== 'object') throw new TypeError('no object')
  const { kind, id, source, priority, payload, scope, pluginId, version, origin, path } = value as Record<
    string,
    unknown
  >
  return { kind, id, source, priority, payload, scope, pluginId, version, origin, path }
}

function guarded<T>(read: () => T, what: string, problems: string[]): T | undefined {
  try {
    return read()
  } catch (error) {
    problems.push(`${what} cannot be read: ${errorText(error)}`)
    return undefined
  }
}

function text(value: unknown, field: string, problems: string[]): string {
  if (typeof value === 'string') return value
  if (value !== undefined && value !== null) problems.push(`${field} is no text`)
  return ''
}

function finite(value: unknown, problems: string[]): number {
  if (value === undefined || value === null) return 0
  if (typeof value !== 'number' || !Number.isFinite(value)) problems.push('priority is no finite number')
  // Adding 0 turns -0 into 0, which JSON could not tell apart.
  else return value + 0
  return 0
}
