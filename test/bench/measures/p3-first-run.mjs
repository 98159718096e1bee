import { compare } from '../rows.mjs'
import { coldScans } from './scans.mjs'

/** By number of files: what is to be reached. */
const TARGETS = /** @type {Record<number, number>} */ ({ 500: 0.55, 2000: 0.3, 5000: 0.25 })

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P3',
  title: 'very first run, without any cache',
  async run(bench) {
    const rows = []
    for (const n of bench.pick({ full: [500, 2000, 5000], quick: [500], tiny: [20] })) {
      const { first, naive } = await coldScans(bench, n, 'ids')
      const target = TARGETS[n]
      rows.push(
        compare('P3', { what: this.title, n, ours: first, name: 'naive ts-morph', against: naive, target }),
      )
    }
    return rows
  },
}
