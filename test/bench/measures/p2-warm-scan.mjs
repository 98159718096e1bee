import { join } from 'node:path'
import { compare } from '../rows.mjs'
import { scanInput } from './scans.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P2',
  title: 'warm scan, nothing changed',
  async run(bench) {
    const rows = []
    for (const n of bench.pick({ full: [500, 2000, 5000], quick: [2000], tiny: [20] })) {
      const root = bench.freshCorpus(`warm-${n}`, n, 'ids')
      // The dropped round fills the cache.
      const { warm = [], floor = [] } = await bench.sample([
        { name: 'warm', program: 'warm-scan.mjs', input: scanInput(root) },
        { name: 'floor', program: 'walk-and-stat.mjs', input: { folder: join(root, 'extensions') } },
      ])
      const name = 'walk and stat'
      const both = { n, ours: warm, name, against: floor }
      rows.push(
        compare('P2', { what: this.title, ...both, key: 'scan', target: 3, stretch: 2.2 }),
        compare('P2', { what: `${this.title}: whole process`, ...both }),
      )
    }
    return rows
  },
}
