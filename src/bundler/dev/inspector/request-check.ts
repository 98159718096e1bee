import { isIP } from 'node:net'

/** What of a request decides whether it is answered. Texts are those of its headers. */
export interface RequestFacts {
  readonly method: string
  readonly host: string | undefined
  readonly origin: string | undefined
  /** `Sec-Fetch-Site` and `Sec-Fetch-Mode`, which browsers send. */
  readonly site: string | undefined
  readonly mode: string | undefined
  /** Where it comes from; absent for sockets that are no network. */
  readonly address: string | undefined
}

/** What a dev server is set up for. */
export interface ServerFacts {
  /** Names that it may be called by, besides `localhost`; one with a dot in front holds for all below it too. */
  readonly hosts: readonly string[]
  /** Whether other machines may use it. */
  readonly isShared: boolean
}

/**
 * Says why a request is not answered. Other web sites must not be able to read the inspector, or to do anything with it: not
 * by a request of theirs, not by a name of theirs that leads to this machine, and not from another machine.
 *
 * @returns nothing when it is answered
 */
export function refusal(request: RequestFacts, server: ServerFacts): string | undefined {
  const { host, origin, site, address, method } = request
  if (!server.isShared && address !== undefined && !isLoopback(address)) {
    return 'other machines are not answered; start the server with `--host` if they should be'
  }
  const name = host === undefined ? undefined : hostName(host)
  if (name === undefined || !isAllowed(name, server.hosts)) {
    return 'the name of the host is not known; list it in `server.allowedHosts`'
  }
  if (origin !== undefined && !isSame(origin, host!)) return 'other origins are not answered'
  const changes = method !== 'GET' && method !== 'HEAD'
  if (changes && origin === undefined) return 'requests that do something need an `Origin`'
  if (site === undefined || site === 'same-origin') return undefined
  if (!changes && (site === 'none' || (site === 'same-site' && request.mode === 'navigate'))) return undefined
  return 'other sites are not answered'
}

/** Whether a host of the configuration is this machine only. */
export function isLocalHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || isLoopback(host)
}

function isLoopback(address: string): boolean {
  // A name may start like an address.
  return address === '::1' || (isIP(address) !== 0 && /^(?:::ffff:)?127\./i.test(address))
}

/** The name in a `Host` header, without the port; nothing for what no browser would send. */
function hostName(host: string): string | undefined {
  const { name } = /^(?<name>\[[\d:a-f.]+\]|[\w.-]+)(?::\d{1,5})?$/i.exec(host)?.groups ?? {}
  return URL.canParse(`http://${host}`) ? name?.toLowerCase().replace(/^\[|\]$/g, '') : undefined
}

function isAllowed(name: string, hosts: readonly string[]): boolean {
  // A name can be made to lead anywhere, an address cannot.
  if (isIP(name) !== 0 || isLocalHost(name)) return true
  return hosts.some((host) =>
    host.startsWith('.') ? name === host.slice(1) || name.endsWith(host) : name === host,
  )
}

/** Whether an origin is that of the host that was asked, whoever took the encryption off in between. */
function isSame(origin: string, host: string): boolean {
  if (!/^https?:\/\//.test(origin) || !URL.canParse(origin)) return false
  const { protocol, host: own } = new URL(origin)
  const asked = `${protocol}//${host}`
  return URL.canParse(asked) && new URL(asked).host === own
}
