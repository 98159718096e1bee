/** Computes something when it is asked for the first time, and gives the same from then on. */
export function lazy<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined
  return () => {
    known ??= { value: compute() }
    return known.value
  }
}
