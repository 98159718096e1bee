/** A provider and one of its models. */
export interface ProviderRef {
  readonly name: string
  readonly model: string
}

/**
 * Splits `<name>/<model>`.
 *
 * @returns both parts, or `undefined` unless there is exactly one slash with something on both sides
 */
export function splitProviderRef(ref: string): ProviderRef | undefined {
  const [name, model, ...more] = ref.split('/')
  return name && model && more.length === 0 ? { name, model } : undefined
}
