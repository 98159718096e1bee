/** What a file or folder name must look like, as a half sentence. */
export const NAME_RULE =
  'it must start with a letter a-z and go on with letters, digits, "-" and "_", and a dot is no separator'

/** What a class name must give, as a half sentence. */
export const CLASS_RULE = 'a segment starts with a letter a-z'

/** `1 file`, `2 files`. */
export function count(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`
}

/** `a`, `a and b`, `a, b and c`. */
export function list(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items[items.length - 1]}`
}

/** Every character of a text in quotes: `"ä" and "ö"`. */
export function quoteAll(characters: string): string {
  return list([...characters].map((character) => `"${character}"`))
}

/** Where a contribution comes from, as far as it helps to find it. */
export interface SourceName {
  readonly scope: string
  readonly pluginId?: string | undefined
  readonly origin?: string | undefined
  readonly path?: string | undefined
}

/** `themes (project)`, `acme-tools, node_modules/acme-tools/index.ts (plugin)`. */
export function nameSource({ pluginId, origin, path, scope }: SourceName): string {
  return `${[pluginId, origin, path].filter((part) => part !== undefined && part !== '').join(', ')} (${scope})`
}

/** Whether a name of a path is that of the file. */
export function isFileName(d: { filePath: string; segment: string }): boolean {
  const name = d.filePath.slice(d.filePath.lastIndexOf('/') + 1)
  return name.startsWith(`${d.segment}.`)
}
