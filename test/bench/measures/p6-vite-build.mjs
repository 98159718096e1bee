import { compare } from '../rows.mjs'
import { SIZES, viteBuilds } from './builds.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P6',
  title: 'vite build',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      const { glob, modules, folders } = await viteBuilds(bench, n)
      const against = { n, name: 'lazy glob', against: glob, key: 'build', wholeProcess: true }
      rows.push(
        compare('P6', { what: this.title, ours: modules, ...against, target: 1 }),
        compare('P6', {
          what: `${this.title}, chunks: 'folder'`,
          ours: folders,
          ...against,
          target: 0.35,
          stretch: 0.27,
        }),
      )
    }
    return rows
  },
}
