/** Who a call is made for, as the host found out. */
export interface ModuleCaller {
  /** The user or the service. Empty when the host knows of none. */
  readonly subject: string
  /** The tenant. Empty when there is none. */
  readonly tenant: string
}

/** A caller, and the handle by which the host knows the call again. The handle is the module's business only here. */
export interface DelegatedCaller extends ModuleCaller {
  readonly delegation: string
}

/** Nobody: what a call without a caller is made for. */
const NOBODY: DelegatedCaller = Object.freeze({ subject: '', tenant: '', delegation: '' })

/** Reads `caller` of some params. Whatever is missing or no text is empty. */
export function readCaller(params: Readonly<Record<string, unknown>>): DelegatedCaller {
  const { caller } = params
  if (typeof caller !== 'object' || caller === null) return NOBODY
  const given = caller as Record<string, unknown>
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  return { subject: text(given.subject), tenant: text(given.tenant), delegation: text(given.delegation) }
}
