import { compare } from '../rows.mjs'
import { SIZES, starts } from './starts.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P10',
  title: 'start against run-time discovery',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      const { registry, discovery } = await starts(bench, n, 'metadata')
      const both = { n, ours: registry, name: 'importing all files', against: discovery, key: 'at' }
      rows.push(compare('P10', { what: this.title, ...both, wholeProcess: true, target: 1 / 30 }))
    }
    return rows
  },
}
