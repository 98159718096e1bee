/** The most grants a module may ask for. */
export const MAX_GRANTS = 32

const GRANT = /^[a-z0-9_*-]+:[a-z0-9_*-]+$/

/** Grants that would open everything, or everybody's data. No module can have them. */
const FORBIDDEN: ReadonlySet<string> = new Set(['CrossOwnerRead', '*', '*:*', '*:read'])

/**
 * Why a module may not ask for this grant.
 *
 * @param grant a grant as the descriptor has it, meant to be `resource:verb`
 * @returns the reason, or undefined when the grant may be asked for
 */
export function grantIssue(grant: unknown): string | undefined {
  if (typeof grant !== 'string') return 'a grant is a text like "articles:read"'
  if (FORBIDDEN.has(grant)) return `"${grant}" opens too much, no module can have it`
  if (!GRANT.test(grant)) return `"${grant}" is no grant: write "resource:verb", like "articles:read"`
  return undefined
}

/**
 * Does a grant cover what is needed? A `*` in either half of the grant stands for anything; a `*` in what is
 * needed is only a character.
 *
 * @param grant `resource:verb`
 * @param resource what is used, as it is named
 * @param verb what is done with it
 */
export function covers(grant: string, resource: string, verb: string): boolean {
  const colon = grant.indexOf(':')
  if (colon < 0) return false
  const half = (pattern: string, value: string): boolean => pattern === '*' || pattern === value
  return half(grant.slice(0, colon), resource) && half(grant.slice(colon + 1), verb)
}

/**
 * The grants that a module really gets: those it asks for that an approved grant covers, in the order of asking,
 * once each.
 *
 * @param requested what the descriptor asks for
 * @param approved what the application allows
 */
export function effectiveGrants(requested: readonly string[], approved: readonly string[]): string[] {
  const covered = requested.filter((grant) => {
    const colon = grant.indexOf(':')
    return approved.some((entry) => covers(entry, grant.slice(0, colon), grant.slice(colon + 1)))
  })
  return [...new Set(covered)]
}
