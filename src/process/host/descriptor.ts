import { isAbsolute } from 'node:path'
import { type DescriptorIssue, ProcessDescriptorError } from './errors.ts'
import { grantIssue, MAX_GRANTS } from './grants.ts'

/** A route that a module answers by `module.http`. */
export interface ProcessRoute {
  /** Unique in the module: a letter, then letters, digits, `_` and `-`. */
  id: string
  /** In capitals: `GET`. */
  method: string
  /** Starts with `/`. */
  path: string
}

/** A tool that was approved: what the running module lists has to be equal to it, to the byte. */
export interface ProcessTool {
  /** Unique in the module: a letter, then letters, digits, `_` and `-`. */
  id: string
  /** Name as the module lists it. The digest covers it. */
  name: string
  description?: string
  /** SHA-256 of the tool as the module lists it, in hex: `toolDigest`. */
  sha256: string
}

/** What a module may use at most. Missing or 0 means the host's own limit; higher than that is refused. */
export interface ProcessLimits {
  /** Bytes of one frame. Default 1 MiB. */
  frameBytes?: number
  /** Milliseconds that one call may take. Default 10 seconds. */
  deadlineMs?: number
  /** Calls in flight. Default 32. */
  inflight?: number
}

/** Everything a supervisor has to know about a module in its own process. Plain data, from the plugin's manifest. */
export interface ProcessDescriptor {
  /** A letter, then letters, digits, `_` and `-`. The module has to answer with the same name. */
  name: string
  /** The module has to answer with the same version. */
  version: string
  /** Program and arguments, handed over as they are. There is never a shell. */
  command: readonly string[]
  /** Working folder of the process, absolute. It has to exist. */
  cwd: string
  /** The file that was approved: absolute path, and SHA-256 of its bytes in hex. */
  artifact: { path: string; sha256: string }
  routes?: readonly ProcessRoute[]
  /** Approved tools. Without the key (or with an empty list) the module's list of tools is not asked for. */
  tools?: readonly ProcessTool[]
  /** Grants the module asks for: `articles:read`. What it gets is what the application approves of them. */
  requestedGrants?: readonly string[]
  limits?: ProcessLimits
  /** Environment variables for the process, with their values. */
  env?: Readonly<Record<string, string>>
  /** Names of the host's environment variables that are handed on. */
  envPass?: readonly string[]
  /** `true` or `'node-permission'`: run a Node program with Node's permission flags, or not at all. */
  sandbox?: boolean | string
  /** SHA-256 of the approved surface in hex. Compared with what this descriptor's surface gives. */
  surfaceSha256?: string
}

/** Limits with nothing left open. */
export type ResolvedLimits = Required<ProcessLimits>

/** What a host allows when it says nothing else. */
export const DEFAULT_LIMITS: ResolvedLimits = Object.freeze({
  frameBytes: 1_048_576,
  deadlineMs: 10_000,
  inflight: 32,
})

/** A checked, frozen copy of a descriptor: digests in lower case, nothing missing. */
export interface ResolvedDescriptor {
  readonly name: string
  readonly version: string
  readonly command: readonly [string, ...string[]]
  readonly cwd: string
  readonly artifact: { readonly path: string; readonly sha256: string }
  readonly routes: readonly ProcessRoute[]
  readonly tools: readonly ProcessTool[]
  readonly requestedGrants: readonly string[]
  readonly limits: ResolvedLimits
  readonly env: ReadonlyMap<string, string>
  readonly envPass: readonly string[]
  readonly sandbox: boolean
  readonly surfaceSha256: string | undefined
}

const NAME = /^[A-Za-z][A-Za-z0-9_-]*$/
const SHA256 = /^[0-9a-fA-F]{64}$/

/**
 * Checks a descriptor and copies it, so that later changes to it have no effect.
 *
 * @param descriptor from anywhere: it is checked field by field
 * @param ceiling the host's own limits, which the descriptor may only lower
 * @returns a frozen copy
 * @throws ProcessDescriptorError with all issues at once
 */
export function resolveDescriptor(
  descriptor: ProcessDescriptor,
  ceiling: ResolvedLimits = DEFAULT_LIMITS,
): ResolvedDescriptor {
  const issues: DescriptorIssue[] = []
  const check = (path: string, good: boolean, reason: string): void => {
    if (!good) issues.push({ path, reason })
  }
  const named = isRecord(descriptor) && typeof descriptor.name === 'string' ? descriptor.name : '?'
  if (!isRecord(descriptor))
    throw new ProcessDescriptorError(named, [{ path: '', reason: 'it is no object' }])

  const { artifact, command, cwd } = descriptor
  check('name', isName(descriptor.name), NAME_REASON)
  check('version', isText(descriptor.version), 'the version is missing')
  const commandIsGood = Array.isArray(command) && command.length > 0 && command.every(isArgument)
  check('command', commandIsGood, 'it is a list of texts: the program, then its arguments')
  check('command[0]', !commandIsGood || command[0] !== '', 'the program is missing')
  check('cwd', isFolderPath(cwd), 'the working folder is an absolute path')
  check('artifact.path', isRecord(artifact) && isFolderPath(artifact.path), 'the file is an absolute path')
  check('artifact.sha256', isRecord(artifact) && isDigest(artifact.sha256), DIGEST_REASON)
  const surface = descriptor.surfaceSha256
  check('surfaceSha256', surface === undefined || isDigest(surface), DIGEST_REASON)

  const routes = list(descriptor.routes, 'routes', issues)
  const tools = list(descriptor.tools, 'tools', issues)
  routes.forEach((route, index) => {
    check(`routes[${index}].id`, isName(route?.id), NAME_REASON)
    check(`routes[${index}].method`, /^[A-Z]+$/.test(String(route?.method)), 'write it in capitals: "GET"')
    check(`routes[${index}].path`, isText(route?.path) && route.path.startsWith('/'), 'it starts with "/"')
  })
  tools.forEach((tool, index) => {
    check(`tools[${index}].id`, isName(tool?.id), NAME_REASON)
    check(`tools[${index}].name`, isText(tool?.name), 'the name is missing')
    check(`tools[${index}].sha256`, isDigest(tool?.sha256), DIGEST_REASON)
  })
  checkUnique('routes', routes, issues)
  checkUnique('tools', tools, issues)

  const grants = list(descriptor.requestedGrants, 'requestedGrants', issues)
  check('requestedGrants', grants.length <= MAX_GRANTS, `${grants.length} grants, the most is ${MAX_GRANTS}`)
  grants.forEach((grant, index) => {
    const reason = grantIssue(grant)
    if (reason !== undefined) issues.push({ path: `requestedGrants[${index}]`, reason })
  })

  const env = descriptor.env ?? {}
  check('env', isRecord(env), 'it is an object of names and texts')
  for (const [name, value] of isRecord(env) ? Object.entries(env) : []) {
    check(`env.${name}`, isVariable(name) && isArgument(value), 'it is a name without "=" and a text')
  }
  const envPass = list(descriptor.envPass, 'envPass', issues)
  envPass.forEach((name, index) => {
    check(`envPass[${index}]`, isVariable(name), 'it is the name of an environment variable')
  })
  const sandbox = descriptor.sandbox ?? false
  check(
    'sandbox',
    typeof sandbox === 'boolean' || sandbox === 'node-permission',
    `${JSON.stringify(sandbox)} is no sandbox: write true or "node-permission"`,
  )
  const limits = resolveLimits(descriptor.limits, ceiling, issues)
  if (issues.length > 0) throw new ProcessDescriptorError(named, issues)

  return Object.freeze({
    name: descriptor.name,
    version: descriptor.version,
    command: Object.freeze([...command]) as unknown as readonly [string, ...string[]],
    cwd,
    artifact: Object.freeze({ path: artifact.path, sha256: artifact.sha256.toLowerCase() }),
    routes: routes.map(({ id, method, path }) => Object.freeze({ id, method, path })),
    tools: tools.map((tool) => Object.freeze({ ...tool, sha256: tool.sha256.toLowerCase() })),
    requestedGrants: [...grants],
    limits,
    env: new Map(Object.entries(env)),
    envPass: [...envPass],
    sandbox: sandbox !== false,
    surfaceSha256: surface?.toLowerCase(),
  })
}

/** Limits that only go down. Missing and 0 mean the ceiling. */
function resolveLimits(
  limits: ProcessLimits | undefined,
  ceiling: ResolvedLimits,
  issues: DescriptorIssue[],
): ResolvedLimits {
  const resolved = { ...ceiling }
  for (const key of ['frameBytes', 'deadlineMs', 'inflight'] as const) {
    const value = limits?.[key] ?? 0
    const good = Number.isSafeInteger(value) && value >= 0 && value <= ceiling[key]
    if (!good)
      issues.push({ path: `limits.${key}`, reason: `it is a whole number of at most ${ceiling[key]}` })
    else if (value > 0) resolved[key] = value
  }
  return Object.freeze(resolved)
}

const NAME_REASON = 'it is a letter, then letters, digits, "_" and "-"'
const DIGEST_REASON = 'it is a SHA-256 of 64 hex characters'

function checkUnique(path: string, entries: readonly { id: string }[], issues: DescriptorIssue[]): void {
  const seen = new Set<string>()
  entries.forEach((entry, index) => {
    if (seen.has(entry?.id))
      issues.push({ path: `${path}[${index}].id`, reason: `"${entry.id}" is there twice` })
    seen.add(entry?.id)
  })
}

function list<Item>(
  value: readonly Item[] | undefined,
  path: string,
  issues: DescriptorIssue[],
): readonly Item[] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value
  issues.push({ path, reason: 'it is a list' })
  return []
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function isName(value: unknown): boolean {
  return typeof value === 'string' && NAME.test(value)
}

function isDigest(value: unknown): boolean {
  return typeof value === 'string' && SHA256.test(value)
}

/** The system ends a text at the character 0, so no argument, path or value may have one. */
function isArgument(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0')
}

function isVariable(name: unknown): boolean {
  return isArgument(name) && name !== '' && !name.includes('=')
}

function isFolderPath(value: unknown): boolean {
  return isArgument(value) && isAbsolute(value)
}
