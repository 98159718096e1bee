/** Counts who claims what, to find out which claims nobody disputes. */
export class Claims {
  readonly #counts = new Map<string, number>()

  constructor(keys: Iterable<string>) {
    for (const key of keys) this.#count(key, 1)
  }

  /**
   * Takes claims back and makes new ones, unless somebody disputes one of them, before or after.
   *
   * @returns whether it did
   */
  amend(gone: readonly string[], come: readonly string[]): boolean {
    const touched = new Set([...gone, ...come])
    const areUndisputed = () => [...touched].every((key) => (this.#counts.get(key) ?? 0) <= 1)
    if (!areUndisputed()) return false
    this.#move(gone, come)
    if (areUndisputed()) return true
    this.#move(come, gone)
    return false
  }

  #move(from: readonly string[], to: readonly string[]): void {
    for (const key of from) this.#count(key, -1)
    for (const key of to) this.#count(key, 1)
  }

  #count(key: string, by: number): void {
    const count = (this.#counts.get(key) ?? 0) + by
    if (count === 0) this.#counts.delete(key)
    else this.#counts.set(key, count)
  }
}
