import type { CatalogEntry } from '../catalog/entry.ts'
import { errorText } from '../util/error-text.ts'
import type { ResolvedOptions } from './options.ts'
import { OptionsInvalidError } from './resolve-options.ts'

/** What both a file system and every bundler takes for a name. */
const NAME = /^\w[\w.-]*$/

/**
 * Decides which files are loaded together. Files that load with the registry are in none of the chunks, and a chunk
 * of one file is not worth the detour.
 *
 * @param catalog sorted by ID
 * @returns the files of each chunk, relative to the project, in the order in which the catalog first names them
 * @throws OptionsInvalidError when the function of the application gives no name
 */
export function groupIntoChunks(
  catalog: readonly CatalogEntry[],
  { chunks }: Pick<ResolvedOptions, 'chunks'>,
): ReadonlyMap<string, readonly string[]> {
  const eager = new Set(catalog.filter(({ load }) => load === 'eager').map(({ file }) => file))
  const byFile = new Map<string, string | undefined>()
  for (const entry of catalog) {
    if (eager.has(entry.file)) continue
    const name = nameFor(entry, chunks)
    if (byFile.has(entry.file) && byFile.get(entry.file) !== name) refuse(differs(entry, byFile, name))
    byFile.set(entry.file, name)
  }
  const files = new Map<string, string[]>()
  for (const [file, name] of byFile) {
    if (name === undefined) continue
    const members = files.get(name)
    if (members === undefined) files.set(name, [file])
    else members.push(file)
  }
  return new Map([...files].filter(([, members]) => members.length > 1))
}

function nameFor(entry: CatalogEntry, chunks: ResolvedOptions['chunks']): string | undefined {
  let name: unknown
  try {
    name = chunks(entry)
  } catch (error) {
    refuse(`threw for "${entry.id}": ${errorText(error)}`)
  }
  if (name === undefined || (typeof name === 'string' && NAME.test(name))) return name
  return refuse(
    `returned ${String(name)} for "${entry.id}"; it must return a name of letters, digits, "_", "-" and ".", or undefined.`,
  )
}

function differs({ id, file }: CatalogEntry, byFile: ReadonlyMap<string, unknown>, name: unknown): string {
  return `returned ${String(name)} for "${id}", but ${String(byFile.get(file))} for another module of ${file}; a file cannot be in two chunks.`
}

function refuse(message: string): never {
  throw new OptionsInvalidError([{ path: 'chunks', message }])
}
