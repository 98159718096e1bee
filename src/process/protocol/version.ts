/** The versions of the protocol that one side speaks, both ends included. */
export interface ProtoRange {
  readonly min: number
  readonly max: number
}

/** The versions that this package speaks. */
export const PROTO: ProtoRange = Object.freeze({ min: 1, max: 1 })

/**
 * The version that two sides use: the highest that both speak.
 *
 * @returns nothing when there is none, or when a range is no range of whole numbers from 1 on
 */
export function negotiate(host: ProtoRange, child: ProtoRange): number | undefined {
  if (!isRange(host) || !isRange(child)) return undefined
  const version = Math.min(host.max, child.max)
  return version >= Math.max(host.min, child.min) ? version : undefined
}

/** The features of ours that the other side has too, in our order, each once. */
export function acknowledgeFeatures(ours: readonly string[], theirs: readonly string[]): string[] {
  return [...new Set(ours)].filter((feature) => theirs.includes(feature))
}

/** The features that are required and not supported, in order. */
export function checkCritical(supported: readonly string[], required: readonly string[]): string[] {
  return [...new Set(required)].filter((feature) => !supported.includes(feature))
}

function isRange({ min, max }: ProtoRange): boolean {
  return Number.isSafeInteger(min) && Number.isSafeInteger(max) && min >= 1 && min <= max
}
