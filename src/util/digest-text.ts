/** A tool, as far as its digest goes. */
interface ToolText {
  readonly id: string
  readonly name: string
  readonly description?: string | undefined
  /** Plain data. */
  readonly inputSchema?: unknown
}

/** What a module shows to its host, as far as the digest of that goes. */
interface SurfaceText {
  readonly name: string
  readonly version: string
  readonly routes?: readonly { readonly id: string; readonly method: string; readonly path: string }[]
  readonly tools?: readonly { readonly id: string; readonly sha256: string }[]
  readonly grants?: readonly string[]
}

/**
 * The text whose SHA-256 is the digest of a tool in the module protocol, for a tool that is known as data. One that
 * came over the wire has a text of its own, of which its schema is taken as it is.
 */
export function toolDigestText({ id, name, description = '', inputSchema = null }: ToolText): string {
  return escapeHtml(JSON.stringify({ id, name, description, input_schema: inputSchema }))
}

/** The text whose SHA-256 is the digest of a surface in the module protocol, of a module that nobody vouches for. */
export function surfaceDigestText({
  name,
  version,
  routes = [],
  tools = [],
  grants = [],
}: SurfaceText): string {
  return escapeHtml(
    JSON.stringify({
      name,
      version,
      routes: routes.map(({ id, method, path }) => ({ id, method, path })),
      ...(tools.length === 0 ? {} : { tools: tools.map(({ id, sha256 }) => ({ id, sha256 })) }),
      requested_grants: grants,
      trust_tier: 'untrusted',
    }),
  )
}

/** Five characters that the protocol escapes and JSON need not; a lone surrogate becomes U+FFFD there. */
function escapeHtml(json: string): string {
  return json
    .replace(/\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g, '\ufffd')
    .replace(
      /[<>&\u2028\u2029]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    )
}
