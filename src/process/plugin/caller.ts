import type { Context } from '../../runtime/api.ts'

/** Who a call is made for. */
interface Caller {
  readonly subject: string
  readonly tenant: string
}

/**
 * Reads who a call is made for: the member `caller` of the context that the application gave, as
 * `{ subject, tenant? }`.
 *
 * @returns nothing where the application does not say
 */
export function readCaller(context: Context | undefined): Caller | undefined {
  const caller = context?.caller
  if (typeof caller !== 'object' || caller === null) return undefined
  const { subject, tenant } = caller as { subject?: unknown; tenant?: unknown }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return { subject: text(subject), tenant: text(tenant) }
}
