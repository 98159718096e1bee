import { compare } from '../rows.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P15',
  title: 'kernel: resolve and freeze',
  async run(bench) {
    const [n, fewer] = bench.pick({ full: [100_000, 10_000], quick: [50_000, 5_000], tiny: [200, 20] })
    const { many = [], few = [] } = await bench.sample([
      { name: 'many', program: 'kernel-build.mjs', input: { count: n } },
      { name: 'few', program: 'kernel-build.mjs', input: { count: fewer } },
    ])
    const both = { n, ours: many, name: `${fewer} of them`, against: few, key: 'build', wholeProcess: false }
    return [compare('P15', { what: this.title, ...both, target: 15 })]
  },
}
