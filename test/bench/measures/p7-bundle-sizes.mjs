import { compare } from '../rows.mjs'
import { SIZES, viteBuilds } from './builds.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P7',
  title: 'size of a build, gzipped',
  async run(bench) {
    const rows = []
    for (const n of bench.pick(SIZES)) {
      const { glob, modules, folders, catalog } = await viteBuilds(bench, n)
      const unit = 'B'
      const all = { n, name: 'lazy glob', against: glob, key: 'gzip', unit }
      const entry = { n, key: 'entry', unit }
      const beyond = {
        name: 'catalog and runtime',
        against: catalog,
        kind: /** @type {const} */ ('difference'),
      }
      rows.push(
        compare('P7', { what: 'all of a build, gzipped', ours: modules, ...all }),
        compare('P7', { what: "the same, chunks: 'folder'", ours: folders, ...all, target: 0.25 }),
        compare('P7', { what: 'its entry', ours: modules, ...entry, name: 'lazy glob', against: glob }),
        compare('P7', {
          what: "its entry, chunks: 'folder'",
          ours: folders,
          ...entry,
          ...beyond,
          target: 1200,
        }),
      )
    }
    return rows
  },
}
