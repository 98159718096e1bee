import { compare } from '../rows.mjs'
import { SIZES, starts } from './starts.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P9',
  title: 'start of Node to first answer',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      const { registry, one } = await starts(bench, n)
      const both = {
        n,
        ours: registry,
        name: 'importing one file',
        against: one,
        key: 'at',
        wholeProcess: true,
      }
      rows.push(compare('P9', { what: this.title, ...both, target: 1.4, stretch: 1.1 }))
    }
    return rows
  },
}
