import { canonicalJson } from '../util/canonical-json.ts'
import { compareText } from '../util/compare.ts'
import { errorText } from '../util/error-text.ts'
import { ContributionsInvalidError, ValidationError } from './errors.ts'
import { compareSources } from './source.ts'
import type { Candidate } from './validate.ts'

type Compare = (a: Candidate, b: Candidate) => number

/** The three total orders of a build. None depends on the order in which contributors were added. */
export interface Orders {
  /** Who registered first: order, source, payload. */
  readonly registration: Compare
  /** How the catalog lists contributions. */
  readonly catalog: Compare
  /** How an interceptor chain runs. */
  readonly chain: Compare
  /**
   * Call it after sorting.
   *
   * @throws ContributionsInvalidError when a payload was needed to tell two contributions apart and has no canonical JSON
   */
  assertTotal(): void
}

/**
 * Creates the orders of one build. Where everything else is equal, the canonical JSON of the payloads decides, which
 * sees no functions: contributions that differ in nothing else count as equal.
 */
export function createOrders(): Orders {
  const texts = new Map<Candidate, string>()
  const errors: ValidationError[] = []

  function payloadText(candidate: Candidate): string {
    let text = texts.get(candidate)
    if (text === undefined) {
      const { contribution } = candidate
      try {
        text = contribution.payload === undefined ? '' : canonicalJson(contribution.payload)
      } catch (error) {
        text = ''
        const reason = `the payload is needed to tell it from its like, but ${errorText(error)}`
        errors.push(new ValidationError(contribution, reason))
      }
      texts.set(candidate, text)
    }
    return text
  }

  const last: Compare = (a, b) =>
    compareSources(a.contribution.source, b.contribution.source) ||
    compareText(payloadText(a), payloadText(b)) ||
    a.contribution.priority - b.contribution.priority

  return {
    registration: (a, b) => a.contribution.order - b.contribution.order || last(a, b),
    catalog: (a, b) => compareForCatalog(a, b) || last(a, b),
    chain: (a, b) => compareForChain(a, b) || last(a, b),
    assertTotal() {
      errors.sort((a, b) => compareText(a.message, b.message))
      if (errors.length > 0) throw new ContributionsInvalidError(errors)
    },
  }
}

/** Kind, tier and priority from high to low, plugin ID, ID, order, origin, path. */
function compareForCatalog(a: Candidate, b: Candidate): number {
  const [x, y] = [a.contribution, b.contribution]
  return (
    compareText(x.kind, y.kind) ||
    b.tier - a.tier ||
    y.priority - x.priority ||
    compareText(x.source.pluginId ?? '', y.source.pluginId ?? '') ||
    compareText(x.id, y.id) ||
    x.order - y.order ||
    compareText(x.source.origin ?? '', y.source.origin ?? '') ||
    compareText(x.source.path ?? '', y.source.path ?? '')
  )
}

/** Ascending priority, plugin ID, order, ID, origin. */
function compareForChain(a: Candidate, b: Candidate): number {
  const [x, y] = [a.contribution, b.contribution]
  return (
    x.priority - y.priority ||
    compareText(x.source.pluginId ?? '', y.source.pluginId ?? '') ||
    x.order - y.order ||
    compareText(x.id, y.id) ||
    compareText(x.source.origin ?? '', y.source.origin ?? '')
  )
}
