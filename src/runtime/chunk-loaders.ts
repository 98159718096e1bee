import type { CatalogEntry } from '../catalog/entry.ts'
import type { Loaders } from './api.ts'

/** What a chunk is: the namespaces of its files, numbered in the order in which the catalog first names them. */
type Chunk = Readonly<Record<string, unknown>>

/**
 * Makes the loaders of a registry whose files are in chunks. The catalog names every file already, so it is enough to
 * say for how many of its entries in a row the file is in which chunk.
 *
 * @param loaders those of the files that are in no chunk
 * @param chunks import the chunks
 * @param runs pairs of a number of entries and the number of their chunk, from 1; 0 for none
 * @returns loaders for all files
 */
/* @__NO_SIDE_EFFECTS__ */
export function chunkLoaders(
  catalog: readonly Pick<CatalogEntry, 'file'>[],
  loaders: Loaders,
  chunks: readonly (() => Promise<Chunk>)[],
  runs: readonly number[],
): Loaders {
  const all = new Map(Object.entries(loaders))
  const counts = chunks.map(() => 0)
  let at = 0
  for (let run = 0; run < runs.length; run += 2) {
    const number = runs[run + 1]! - 1
    for (const end = at + runs[run]!; at < end; at++) {
      const { file } = catalog[at]!
      if (number < 0 || all.has(file)) continue
      const member = `m${counts[number]!++}`
      all.set(file, () => chunks[number]!().then((chunk) => chunk[member]))
    }
  }
  return Object.fromEntries(all)
}
