import { limit } from '../rows.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P12',
  title: 'runtime in an application, minified and gzipped',
  async run(bench) {
    const input = { root: bench.workspace.folder }
    // A size is the same every time.
    const ours = [await bench.prepare('application-size.mjs', input)]
    return [
      limit('P12', { what: this.title, n: 1, ours, key: 'size', unit: 'B', target: 4000, stretch: 3000 }),
    ]
  },
}
