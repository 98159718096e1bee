import { compare } from '../rows.mjs'
import { coldScans } from './scans.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P11',
  title: 'peak memory of a cold scan',
  async run(bench) {
    const rows = []
    for (const n of bench.pick({ full: [2000, 5000], quick: [500], tiny: [20] })) {
      const { cold, naive } = await coldScans(bench, n, 'ids')
      const both = { n, ours: cold, name: 'naive ts-morph', against: naive, key: 'rss', unit: 'MB' }
      rows.push(compare('P11', { what: this.title, ...both, target: 0.45, stretch: 0.3 }))
    }
    return rows
  },
}
