import { compare } from '../rows.mjs'
import { SIZES, starts } from './starts.mjs'

/** What the modules say of themselves, all of which is in the catalog. */
const KINDS = /** @type {const} */ (['ids', 'metadata'])

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P9',
  title: 'start of Node to first answer',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      for (const kind of KINDS) {
        const { registry: ours, one } = await starts(bench, n, kind)
        const what = kind === 'ids' ? this.title : `${this.title}, with metadata`
        const both = {
          what,
          n,
          ours,
          name: 'importing one file',
          against: one,
          key: 'at',
          wholeProcess: true,
        }
        rows.push(compare('P9', { ...both, target: 1.4, stretch: 1.1 }))
      }
    }
    return rows
  },
}
