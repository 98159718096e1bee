/** A tool, as far as its digest goes. */
interface ToolText {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** Plain data. */
  readonly inputSchema?: unknown
}

/** What of a module the digest of its surface covers; lists count in their order. */
export interface Surface {
  readonly name: string
  readonly version: string
  readonly routes?: readonly { readonly id: string; readonly method: string; readonly path: string }[]
  readonly tools?: readonly { readonly id: string; readonly sha256: string }[]
  /** The grants that it asks for. */
  readonly grants?: readonly string[]
  /** Default `untrusted`: nobody vouches for the module. */
  readonly trustTier?: 'trusted' | 'untrusted'
  readonly migrationGroup?: string
}

/**
 * The text whose SHA-256 is the digest of a tool in the module protocol, for a tool that is known as data. One that
 * came over the wire has a text of its own, of which its schema is taken as it is.
 */
export function toolDigestText({ id, name, description = '', inputSchema = null }: ToolText): string {
  const texts = { id: wellFormed(id), name: wellFormed(name), description: wellFormed(description) }
  // The schema counts as it is written, escapes included.
  return escapeAsGo(JSON.stringify({ ...texts, input_schema: inputSchema }))
}

/** The text whose SHA-256 is the digest of a surface in the module protocol, with its lists in their order. */
export function surfaceDigestText({
  name,
  version,
  routes = [],
  tools = [],
  grants = [],
  trustTier = 'untrusted',
  migrationGroup = '',
}: Surface): string {
  const surface = {
    name,
    version,
    routes: routes.map(({ id, method, path }) => ({ id, method, path })),
    ...(tools.length === 0 ? {} : { tools: tools.map(({ id, sha256 }) => ({ id, sha256 })) }),
    requested_grants: grants,
    trust_tier: trustTier,
    ...(migrationGroup === '' ? {} : { migration_group: migrationGroup }),
  }
  return escapeAsGo(
    JSON.stringify(surface, (_, value) => (typeof value === 'string' ? wellFormed(value) : value)),
  )
}

/** The characters that Go's JSON writer escapes and others do not; in JSON they can only stand in strings. */
export function escapeAsGo(json: string): string {
  return json.replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A lone surrogate becomes U+FFFD, as it does in Go. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd')
}
