/** What was rendered of things that never change, for texts that are rendered again and again while a project is edited. */
export class Rendered<Item extends object> {
  readonly #texts = new WeakMap<Item, Map<string, string>>()

  /**
   * Gives what was rendered of an item, or renders it.
   *
   * @param item remembered only if it is frozen; then it has to be so all the way down
   * @param how whatever else the text depends on
   */
  of(item: Item, how: string, render: () => string): string {
    const known = this.#texts.get(item)?.get(how)
    if (known !== undefined) return known
    const text = render()
    if (Object.isFrozen(item)) {
      const texts = this.#texts.get(item) ?? new Map<string, string>()
      this.#texts.set(item, texts.set(how, text))
    }
    return text
  }
}
