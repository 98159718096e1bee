import { join } from 'node:path'
import { corpusFile } from '../corpus.mjs'
import { compare } from '../rows.mjs'
import { writeText } from '../workspace.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P5',
  title: 'edit in a method to HMR message',
  async run(bench) {
    const rows = []
    const { path } = corpusFile(7, 'ids')
    const edits = bench.pick({ full: 12, quick: 8, tiny: 2 })
    for (const n of bench.pick({ full: [500, 2000], quick: [500], tiny: [20] })) {
      /** @param {boolean} withPlugin */
      const contender = (withPlugin) => {
        const name = withPlugin ? 'ours' : 'plain'
        const project = `hot-${name}-${n}`
        const root = join(bench.workspace.folder, project)
        const input = { root, path: `extensions/${path}`, withPlugin, edits }
        const before = () => {
          bench.freshCorpus(project, n, 'ids')
          writeText(join(root, 'main.ts'), withPlugin ? "import 'virtual:module-registry'\n" : 'export {}\n')
        }
        return { name, program: 'hot-update.mjs', input, before }
      }
      const { ours = [], plain = [] } = await bench.sample([contender(true), contender(false)])
      const both = { n, ours, name: 'Vite alone', against: plain }
      const target = { target: 1, stretch: 0.3 }
      rows.push(compare('P5', { what: this.title, ...both, key: 'message', kind: 'difference', ...target }))
      rows.push(
        compare('P5', { what: `${this.title}, best`, ...both, key: 'best', kind: 'difference', ...target }),
      )
    }
    return rows
  },
}
