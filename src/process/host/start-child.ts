import { randomBytes } from 'node:crypto'
import { childEnvironment } from '../../child-process/environment.ts'
import { errorText } from '../../util/error-text.ts'
import { artifactDigest, surfaceDigest, toolDigest } from '../protocol/digests.ts'
import { HandshakeMismatchError, handshake, waitForReady } from '../protocol/handshake.ts'
import { PeerClosedError } from '../wire/errors.ts'
import { rawElements, rawMembers } from '../wire/raw-json.ts'
import { type BrokerHandlers, installBroker } from './broker.ts'
import { Child } from './child.ts'
import { Delegations } from './delegations.ts'
import type { ResolvedDescriptor } from './descriptor.ts'
import { ProcessMismatchError, ProcessUnavailableError } from './errors.ts'
import { sandboxed, sandboxFolders } from './sandbox.ts'

/** How long a module may take to list its tools, in milliseconds. */
const TOOL_LIST_MS = 2000

/** What a start needs besides the descriptor. */
export interface StartSetting {
  readonly descriptor: ResolvedDescriptor
  readonly generation: number
  /** Those that the module really gets. */
  readonly grants: readonly string[]
  readonly handlers: BrokerHandlers
  readonly readyIntervalMs: number
  readonly stderrBytes: number
  readonly onStderr: (chunk: Buffer) => void
  /** Ends the start. */
  readonly signal: AbortSignal
  /** Told as soon as the process runs. */
  readonly onSpawn: (child: Child) => void
}

/** A child that is ready. */
export interface RunningChild {
  readonly child: Child
  readonly delegations: Delegations
  /** Made anew for each start. */
  readonly instanceId: string
}

/**
 * Starts a module: checks its program, starts it, shakes hands, waits until it is ready, and checks its tools. When
 * that fails its process and everything that it has started are gone.
 *
 * @throws ProcessMismatchError, HandshakeMismatchError for what another start would not change
 * @throws ProcessUnavailableError when it ends, or is not ready in time
 */
export async function startChild(setting: StartSetting): Promise<RunningChild> {
  const { descriptor, signal } = setting
  const { name } = descriptor
  const surface = checkSurface(descriptor)
  const command = descriptor.sandbox
    ? sandboxed(name, descriptor.command, sandboxFolders(descriptor.cwd, descriptor.artifact.path))
    : descriptor.command
  // The last thing in front of the start, so that little time is left to change the file.
  await checkArtifact(descriptor)
  if (signal.aborted) throw givenUp(name, signal)
  const child = new Child({
    command,
    cwd: descriptor.cwd,
    env: childEnvironment(descriptor.env, descriptor.envPass),
    maxFrameBytes: descriptor.limits.frameBytes,
    maxInflight: descriptor.limits.inflight,
    stderrBytes: setting.stderrBytes,
    onStderr: setting.onStderr,
  })
  setting.onSpawn(child)
  const delegations = new Delegations()
  const instanceId = randomBytes(16).toString('hex')
  try {
    installBroker(child.peer, {
      module: name,
      grants: setting.grants,
      delegations,
      handlers: setting.handlers,
    })
    child.peer.start()
    await handshake(child.peer, {
      expected: {
        name,
        version: descriptor.version,
        artifact_sha256: descriptor.artifact.sha256,
        surface_sha256: surface,
        desired_generation: setting.generation,
        instance_id: instanceId,
      },
      grants: setting.grants,
      limits: {
        frame_bytes: descriptor.limits.frameBytes,
        deadline_ms: descriptor.limits.deadlineMs,
        inflight: descriptor.limits.inflight,
      },
      signal,
    })
    await waitForReady(child.peer, { signal, intervalMs: setting.readyIntervalMs })
    await checkTools(child, descriptor, signal)
    return { child, delegations, instanceId }
  } catch (error) {
    delegations.endAll()
    throw await reasonOf(error, child, setting)
  }
}

/** What to tell of a start that failed; the process is gone by then. */
async function reasonOf(
  error: unknown,
  child: Child,
  { descriptor, signal }: StartSetting,
): Promise<unknown> {
  const module = descriptor.name
  const isMismatch = error instanceof HandshakeMismatchError || error instanceof ProcessMismatchError
  if (isMismatch || signal.aborted) child.kill(isMismatch ? error.message : 'its start was given up')
  // What has closed the connection is told by the end of the process.
  else if (!(error instanceof PeerClosedError)) child.abandon(`its start failed: ${errorText(error)}`)
  const end = await child.ended
  if (isMismatch) return error
  const reason = signal.aborted ? errorText(signal.reason) : end.reason
  // That the connection was closed says less than the end of the process, which is told already.
  const cause = error instanceof PeerClosedError ? undefined : { cause: error }
  return new ProcessUnavailableError({ module, ...end, reason, retryable: true }, cause)
}

function givenUp(module: string, { reason }: AbortSignal): ProcessUnavailableError {
  return new ProcessUnavailableError({ module, reason: errorText(reason), retryable: true })
}

async function checkArtifact({ name, artifact }: ResolvedDescriptor): Promise<void> {
  let digest: string
  try {
    digest = await artifactDigest(artifact.path)
  } catch (error) {
    const isGone = (error as { code?: unknown }).code === 'ENOENT'
    const reason = isGone
      ? `its program is not there: "${artifact.path}"`
      : `its program cannot be read: ${errorText(error)}`
    throw new ProcessUnavailableError({ module: name, reason, retryable: true }, { cause: error })
  }
  if (digest !== artifact.sha256) {
    throw new ProcessMismatchError(name, `the SHA-256 of "${artifact.path}"`, artifact.sha256, digest)
  }
}

/** @returns the digest of the surface that the descriptor approves */
function checkSurface(descriptor: ResolvedDescriptor): string {
  const { name, version, routes, tools, requestedGrants, surfaceSha256 } = descriptor
  const digest = surfaceDigest({ name, version, routes, tools, grants: requestedGrants })
  if (surfaceSha256 !== undefined && surfaceSha256 !== digest) {
    throw new ProcessMismatchError(name, 'the digest of its surface', surfaceSha256, digest)
  }
  return digest
}

/** No tool may be missing, none may be there besides, and each must be what was approved, to the byte. */
async function checkTools(child: Child, descriptor: ResolvedDescriptor, signal: AbortSignal): Promise<void> {
  const { name, tools } = descriptor
  if (tools.length === 0) return
  const { text } = await child.peer.callForText('module.tool.list', undefined, {
    signal,
    timeoutMs: TOOL_LIST_MS,
  })
  const missing = new Map(tools.map((tool) => [tool.id, tool.sha256]))
  const seen = new Set<string>()
  for (const tool of listedTools(text)) {
    const id = toolId(tool)
    const shown = JSON.stringify(id)
    if (seen.has(id)) throw new ProcessMismatchError(name, 'its list of tools', 'once each', `${shown} twice`)
    seen.add(id)
    const wanted = missing.get(id)
    if (wanted === undefined) {
      throw new ProcessMismatchError(name, 'its list of tools', 'what was approved', `one with ${shown}`)
    }
    const digest = toolDigest(tool)
    if (digest !== wanted) {
      const hint = `It lists ${tool.slice(0, 500)}, and its manifest has to say the same.`
      throw new ProcessMismatchError(name, `the digest of its tool ${shown}`, wanted, digest, hint)
    }
    missing.delete(id)
  }
  if (missing.size > 0) {
    const absent = [...missing.keys()].map((id) => JSON.stringify(id)).join(', ')
    throw new ProcessMismatchError(name, 'its list of tools', 'what was approved', `one without ${absent}`)
  }
}

function listedTools(text: string): string[] {
  const isObject = text.trimStart().startsWith('{')
  const tools = isObject ? (rawMembers(text).get('tools') ?? '') : ''
  return tools.startsWith('[') ? rawElements(tools) : []
}

function toolId(text: string): string {
  const id: unknown = text.startsWith('{') ? JSON.parse(rawMembers(text).get('id') ?? '""') : ''
  return typeof id === 'string' ? id : ''
}
