import { compare } from '../rows.mjs'
import { coldScans, SIZES } from './scans.mjs'

/** By number of files: what is to be reached, and what would be better still. */
const TARGETS = /** @type {Record<number, [number, number]>} */ ({
  50: [0.35, 0.2],
  500: [0.3, 0.15],
  2000: [0.2, 0.08],
  5000: [0.15, 0.07],
})

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P1',
  title: 'cold scan, IDs only',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      const { cold, naive } = await coldScans(bench, n, 'ids')
      const [target, stretch] = TARGETS[n] ?? []
      const name = 'naive ts-morph'
      rows.push(compare('P1', { what: this.title, n, ours: cold, name, against: naive, target, stretch }))
    }
    return rows
  },
}
