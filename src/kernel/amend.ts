import { amendSorted } from '../util/sorted-list.ts'
import { type Assembly, schemaOrder, schemasOf } from './assemble.ts'
import { createOrders } from './order.ts'
import type { Candidate } from './validate.ts'

/** What is other than in an earlier build. */
export interface Amendment {
  /** Effective contributions that are offered no more. */
  readonly gone: readonly Candidate[]
  /** New contributions; nothing else that is offered has the ID of one of them. */
  readonly come: readonly Candidate[]
}

/**
 * Derives from an assembly the one that a build with other contributions would give, without building: what is
 * unchanged is shared.
 *
 * @returns nothing where the rest could be concerned, so that only a build can tell
 */
export function amend(assembly: Assembly, { gone, come }: Amendment): Assembly | undefined {
  if ([...gone, ...come].some(concernsOthers)) return undefined
  const orders = createOrders()
  const effective = amendSorted(assembly.effective, gone, come, orders.catalog)
  const toolSchemas = amendSorted(assembly.toolSchemas, schemasOf(gone), schemasOf(come), schemaOrder())
  if (effective === undefined || toolSchemas === undefined) return undefined
  orders.assertTotal()
  return { ...assembly, effective, toolSchemas }
}

/** Whether a contribution has a say beyond its own ID. */
function concernsOthers({ contribution: { kind }, rule, slots }: Candidate): boolean {
  return rule.additive === true || rule.unique === true || slots.length > 0 || kind === 'interceptor'
}
