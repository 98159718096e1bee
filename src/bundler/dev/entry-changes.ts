import type { Compilation } from '../../compiler/compile.ts'
import { canonicalJson } from '../../util/canonical-json.ts'
import { compareText } from '../../util/compare.ts'

/** How one list of entries differs from another. */
export interface EntryChanges<Entry> {
  /** Entries that are new, or other than before. */
  readonly come: readonly Entry[]
  /** Entries that are no more, or other than now. */
  readonly gone: readonly Entry[]
}

/**
 * Compares two lists of entries. Those that are the same objects, as unchanged ones are, cost next to nothing.
 *
 * @param before sorted by ID, as the other one
 */
export function compareEntries<Entry extends { readonly id: string }>(
  before: readonly Entry[],
  after: readonly Entry[],
): EntryChanges<Entry> {
  const come: Entry[] = []
  const gone: Entry[] = []
  let old = 0
  let now = 0
  while (old < before.length || now < after.length) {
    const [a, b] = [before[old], after[now]]
    if (a === b) {
      old++
      now++
      continue
    }
    const order = a === undefined ? 1 : b === undefined ? -1 : compareText(a.id, b.id)
    if (order === 0 && canonicalJson(a) === canonicalJson(b)) {
      old++
      now++
      continue
    }
    if (order <= 0) gone.push(before[old++]!)
    if (order >= 0) come.push(after[now++]!)
  }
  return { come, gone }
}

/** Whether two compilations say the same of one file, relative to the project. */
export function saysTheSame(file: string, one: Entries | undefined, other: Entries | undefined): boolean {
  return entriesOf(file, one) === entriesOf(file, other)
}

type Entries = Pick<Compilation, 'catalog' | 'plugins'>

function entriesOf(file: string, { catalog, plugins }: Entries = { catalog: [], plugins: [] }): string {
  return canonicalJson([...catalog, ...plugins].filter((entry) => entry.file === file))
}
