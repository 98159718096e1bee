/** How a list is narrowed: a choice for each name; the empty text is every choice. */
export type Choices = Readonly<Record<string, string>>

/** One way to narrow a list. */
export interface Filter<T> {
  readonly name: string
  /** What is shown above it, such as `Scope`. */
  readonly label: string
  /** The choices that an item counts for. */
  valuesOf(item: T): readonly string[]
}

/**
 * Says whether a text has all words, in any order, anywhere and in any case.
 *
 * @param text in lower case
 */
function hasWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word))
}

/** The words of what somebody typed. */
function wordsOf(query: string): string[] {
  return query.toLowerCase().split(/\s+/u).filter(Boolean)
}

const texts = new WeakMap<object, string>()

/** Keeps what an item is found by as long as there is the item: it is asked for at every key. */
function searchText<T extends object>(item: T, partsOf: (item: T) => readonly unknown[]): string {
  let text = texts.get(item)
  if (text === undefined) {
    text = partsOf(item)
      .filter((part) => typeof part === 'string')
      .join('\n')
      .toLowerCase()
    texts.set(item, text)
  }
  return text
}

/** Keeps what has all words and fits all choices. */
export function narrow<T extends object>(
  items: readonly T[],
  given: {
    readonly query: string
    readonly choices: Choices
    readonly filters: readonly Filter<T>[]
    partsOf(item: T): readonly unknown[]
  },
): T[] {
  const words = wordsOf(given.query)
  const chosen = given.filters.filter(({ name }) => (given.choices[name] ?? '') !== '')
  return items.filter(
    (item) =>
      chosen.every((filter) => filter.valuesOf(item).includes(given.choices[filter.name]!)) &&
      hasWords(searchText(item, given.partsOf), words),
  )
}

/** The choices of a filter with how many items each has, sorted by name. */
export function choicesOf<T>(items: readonly T[], filter: Filter<T>): [value: string, count: number][] {
  const found = new Map<string, number>()
  for (const item of items) {
    for (const value of new Set(filter.valuesOf(item))) found.set(value, (found.get(value) ?? 0) + 1)
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1))
}
