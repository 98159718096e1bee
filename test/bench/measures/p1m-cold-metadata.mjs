import { compare } from '../rows.mjs'
import { coldScans, SIZES } from './scans.mjs'

/** By number of files: what is to be reached, and what would be better still. */
const TARGETS = /** @type {Record<number, [number, number]>} */ ({
  50: [0.5, 0.3],
  500: [0.4, 0.25],
  2000: [0.3, 0.15],
  5000: [0.25, 0.12],
})

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P1M',
  title: 'cold scan with metadata',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      const { cold, naive } = await coldScans(bench, n, 'metadata')
      const [target, stretch] = TARGETS[n] ?? []
      const name = 'naive ts-morph'
      rows.push(compare('P1M', { what: this.title, n, ours: cold, name, against: naive, target, stretch }))
    }
    return rows
  },
}
