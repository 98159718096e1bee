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

/** The same for the items of a list that is changed here and there: the last texts are kept, one for each item. */
export class RenderedList<Item extends object> {
  readonly #last = new Map<string, { readonly items: readonly Item[]; readonly texts: readonly string[] }>()

  /**
   * Renders every item of a list; one that was in the last list is not rendered again.
   *
   * @param how whatever else the texts depend on
   */
  of(items: readonly Item[], how: string, render: (item: Item) => string): readonly string[] {
    const last = this.#last.get(how) ?? { items: [], texts: [] }
    if (last.items === items) return last.texts
    let at = 0
    const texts = items.map((item) => {
      // An item that is gone, or that another one stands for, is passed over.
      if (last.items[at] !== item && last.items[at + 1] === item) at++
      return last.items[at] === item ? last.texts[at++]! : render(item)
    })
    this.#last.set(how, { items, texts })
    return texts
  }
}
