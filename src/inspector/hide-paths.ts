/** A folder of the machine, and what stands for it where it is hidden. */
export interface HiddenFolder {
  /** Absolute. */
  readonly path: string
  readonly shown: string
}

/**
 * Makes what takes the paths of folders out of texts, wherever they are: with slashes or backslashes, in URLs, in the middle
 * of a sentence. A folder named like a part of another path is left alone.
 *
 * @param folders the root of the file system among them does not count: nothing could be told from it
 */
export function pathHider(folders: readonly HiddenFolder[]): (text: string) => string {
  const variants = folders
    .map(({ path, shown }) => ({ path: path.replace(/[/\\]+$/, ''), shown }))
    .filter(({ path }) => path.length > 2)
    .flatMap(({ path, shown }) => {
      const slashes = path.replaceAll('\\', '/')
      const spellings = [slashes, slashes.replaceAll('/', '\\'), encodeURI(slashes)]
      return [...new Set(spellings)].map((spelling) => ({ spelling, shown }))
    })
    .sort((a, b) => b.spelling.length - a.spelling.length)
  if (variants.length === 0) return (text) => text
  const shownBy = new Map(variants.map(({ spelling, shown }) => [spelling, shown] as const).reverse())
  const folder = variants.map(({ spelling }) => literally(spelling)).join('|')
  const pattern = new RegExp(`(?:(?:file://|/@fs)/?|(?<![\\w.@/\\\\-]))(?<folder>${folder})(?![\\w-])`, 'g')
  return (text) =>
    /[/\\]/.test(text) && variants.some(({ spelling }) => text.includes(spelling))
      ? text.replace(pattern, (...match) => {
          const { folder } = match.at(-1) as { folder: string }
          return shownBy.get(folder) ?? ''
        })
      : text
}

/**
 * Applies a change to every text in plain data, keys of objects included.
 *
 * @param value what JSON can hold
 * @returns a copy
 */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  if (typeof value === 'string') return change(value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change)) as T
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key), mapTexts(member, change)]),
  ) as T
}

function literally(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
