import { errorText } from '../util/error-text.ts'
import { orAborted, throwIfAborted } from './abort.ts'
import { ActivationError } from './errors.ts'
import { RuntimeSet } from './runtime-set.ts'
import type { RuntimeSnapshot } from './snapshot.ts'

/** Binds live resources to a snapshot, which it may read and never change. */
export type Activator = (
  snapshot: RuntimeSnapshot,
  context: { readonly signal: AbortSignal },
) => RuntimeSet | undefined | Promise<RuntimeSet | undefined>

/**
 * Lets the activator bind live resources to a snapshot.
 *
 * @returns its runtime set, or an empty one of the snapshot's generation
 * @throws ActivationError when it throws, or gives anything but a set of the snapshot's generation
 * @throws the signal's reason when that is aborted; a set that still comes is closed
 */
export async function activate(
  snapshot: RuntimeSnapshot,
  activator: Activator | undefined,
  signal: AbortSignal,
): Promise<RuntimeSet> {
  throwIfAborted(signal)
  const { generation } = snapshot
  if (activator === undefined) return new RuntimeSet(generation)
  const activation = call(activator, snapshot, signal)
  const set = await orAborted(activation, signal).catch((error) => {
    // Whoever waited has gone: nobody is left to hear how closing went.
    if (signal.aborted) activation.then((late) => late?.close()).catch(() => {})
    throw error
  })
  if (set === undefined) return new RuntimeSet(generation)
  if (typeof set?.close !== 'function')
    throw new ActivationError(generation, 'the activator gave no runtime set')
  // The set of another generation may be in use, so it is not closed here.
  if (set.generation !== generation)
    throw new ActivationError(generation, `the activator gave the set of generation ${set.generation}`)
  return set
}

async function call(activator: Activator, snapshot: RuntimeSnapshot, signal: AbortSignal) {
  try {
    return await activator(snapshot, { signal })
  } catch (error) {
    throw new ActivationError(snapshot.generation, errorText(error), error)
  }
}
