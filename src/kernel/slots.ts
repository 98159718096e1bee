import { KernelArgumentError } from './errors.ts'
import { type ProviderRef, splitProviderRef } from './provider-ref.ts'
import { toolIdProblems } from './tool-id.ts'

const TOOL = 'tool:'
const PROVIDER = 'provider:'

/** A slot, taken apart. */
export type Slot =
  | { readonly type: 'declared'; readonly name: string }
  | { readonly type: 'tool'; readonly name: string }
  | ({ readonly type: 'provider' } & ProviderRef)

/**
 * Reads the name of a slot. Slots are a closed set: `tool:<name>`, `provider:<name>/<model>`, and declared ones.
 *
 * @param text such as `tool:bash`
 * @param declared the slots that were passed to the Builder
 * @returns the slot, or `undefined` for anything that is no slot
 */
export function parseSlot(text: string, declared: Iterable<string> = []): Slot | undefined {
  if (typeof text !== 'string' || text === '' || /\s/.test(text)) return undefined
  if (text.startsWith(TOOL)) {
    const name = text.slice(TOOL.length)
    return name !== '' && toolIdProblems(name).length === 0 ? { type: 'tool', name } : undefined
  }
  if (text.startsWith(PROVIDER)) {
    const ref = splitProviderRef(text.slice(PROVIDER.length))
    return ref && { type: 'provider', ...ref }
  }
  for (const name of declared) if (name === text) return { type: 'declared', name }
  return undefined
}

/**
 * Names the slot of a tool.
 *
 * @param name a tool ID, such as `bash`
 * @returns `tool:bash`
 * @throws KernelArgumentError when the name is no tool ID
 */
export function toolSlot(name: string): string {
  return checked(TOOL + name, 'name', 'is no tool ID')
}

/**
 * Names the slot of one model of a provider.
 *
 * @param ref `<name>/<model>`
 * @returns `provider:<name>/<model>`
 * @throws KernelArgumentError when the reference has another form
 */
export function providerSlot(ref: string): string {
  return checked(PROVIDER + ref, 'ref', 'is not "<name>/<model>"')
}

/** Tells whether the application may declare this slot: the two built-in families are closed. */
export function isDeclarableSlot(text: unknown): text is string {
  return (
    typeof text === 'string' &&
    text !== '' &&
    !/\s/.test(text) &&
    !text.startsWith(TOOL) &&
    !text.startsWith(PROVIDER)
  )
}

function checked(slot: string, path: string, problem: string): string {
  if (parseSlot(slot) !== undefined) return slot
  throw new KernelArgumentError([
    { path, message: `${JSON.stringify(slot.slice(slot.indexOf(':') + 1))} ${problem}` },
  ])
}
