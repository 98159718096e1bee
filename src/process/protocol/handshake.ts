import { setTimeout as delay } from 'node:timers/promises'
import { ModuleRegistryError } from '../../diagnostics/error.ts'
import type { Peer } from '../wire/peer.ts'
import type { Expected, HandshakeParams, WireLimits } from './methods.ts'
import { acknowledgeFeatures, checkCritical, negotiate, PROTO, type ProtoRange } from './version.ts'

/** What a host demands of a child, and gives to it. */
export interface HandshakeOptions {
  readonly expected: Expected
  readonly grants: readonly string[]
  readonly limits: WireLimits
  /** Default: 1 to 1. */
  readonly proto?: ProtoRange | undefined
  /** Features that a child may have. */
  readonly features?: readonly string[] | undefined
  /** Features that a child must have. */
  readonly critical?: readonly string[] | undefined
  readonly signal?: AbortSignal | undefined
}

/** What a host and a child have agreed on. */
export interface HandshakeOutcome {
  /** The version of the protocol. */
  readonly proto: number
  /** Features that both have, in the host's order. */
  readonly features: readonly string[]
  /** Only informative: `module.ready` decides. */
  readonly ready: boolean
}

/** A child is not what the host expects (`HANDSHAKE_MISMATCH`): another start would not change that. */
export class HandshakeMismatchError extends ModuleRegistryError<{
  field: string
  want: string
  got: string
}> {
  /** @param field what differs: `identity.name`, `surface_sha256`, `proto`, `features` and so on */
  constructor(field: string, want: string, got: string) {
    super(
      'HANDSHAKE_MISMATCH',
      `The module is not the one that is expected: ${field} is ${JSON.stringify(got.slice(0, 200))}, not ${JSON.stringify(want)}.`,
      { field, want, got },
    )
    this.name = 'HandshakeMismatchError'
  }
}

/**
 * Shakes hands with a child, as its host, and checks that it is the one that is expected: name, version, instance,
 * generation, surface, then the version of the protocol, then the features that it must have.
 *
 * @throws HandshakeMismatchError for the first of them that differs
 * @throws what `Peer.call` throws
 */
export async function handshake(peer: Peer, options: HandshakeOptions): Promise<HandshakeOutcome> {
  const { expected, grants, limits, proto = PROTO, features = [], critical = [], signal } = options
  const params: HandshakeParams = {
    expected: {
      name: expected.name,
      version: expected.version,
      artifact_sha256: expected.artifact_sha256,
      surface_sha256: expected.surface_sha256,
      desired_generation: expected.desired_generation,
      instance_id: expected.instance_id,
    },
    grants,
    limits,
    ...(features.length === 0 ? {} : { features }),
    ...(critical.length === 0 ? {} : { critical }),
    proto,
  }
  const answer = record(await peer.call('module.handshake', params, { signal }))
  const identity = record(answer.identity)
  const check = (field: string, want: string | number, got: unknown): void => {
    const shown = got === undefined || got === null ? (typeof want === 'number' ? 0 : '') : got
    if (shown !== want) throw new HandshakeMismatchError(field, String(want), text(shown))
  }
  check('identity.name', expected.name, identity.name)
  check('identity.version', expected.version, identity.version)
  check('identity.instance_id', expected.instance_id, identity.instance_id)
  check('identity.desired_generation', expected.desired_generation, identity.desired_generation)
  check('surface_sha256', expected.surface_sha256, answer.surface_sha256)

  const { min, max } = record(answer.proto)
  const version = negotiate(proto, { min: Number(min), max: Number(max) })
  if (version === undefined) {
    throw new HandshakeMismatchError('proto', `${proto.min} to ${proto.max}`, `${text(min)} to ${text(max)}`)
  }
  const theirs = Array.isArray(answer.features) ? answer.features.filter(isText) : []
  const missing = checkCritical(theirs, critical)
  if (missing.length > 0) throw new HandshakeMismatchError('features', critical.join(', '), theirs.join(', '))
  return {
    proto: version,
    features: acknowledgeFeatures(features, theirs),
    ready: answer.ready === true,
  }
}

/**
 * Asks a child until it says that it is ready, the first time after one interval.
 *
 * @param intervalMs default 50 ms
 * @throws the reason of the signal; what `Peer.call` throws, a `WireError` included
 */
export async function waitForReady(
  peer: Peer,
  {
    signal,
    intervalMs = 50,
  }: { readonly signal?: AbortSignal | undefined; readonly intervalMs?: number } = {},
): Promise<void> {
  for (;;) {
    try {
      await delay(intervalMs, undefined, signal && { signal })
    } catch (error) {
      throw signal?.aborted ? signal.reason : error
    }
    const answer = record(await peer.call('module.ready', {}, { signal }))
    if (answer.ready === true) return
  }
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
