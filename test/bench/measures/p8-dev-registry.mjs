import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { corpusFile } from '../corpus.mjs'
import { compare } from '../rows.mjs'
import { writeText } from '../workspace.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P8',
  title: 'registry in a dev server',
  async run(bench) {
    const rows = []
    const adds = bench.pick({ full: 6, quick: 2, tiny: 1 })
    const path = `extensions/${corpusFile(7, 'ids').path}`
    for (const n of bench.pick({ full: [500, 2000], quick: [500], tiny: [20] })) {
      /** @param {boolean} withPlugin */
      const contender = (withPlugin) => {
        const name = withPlugin ? 'ours' : 'glob'
        const project = `dev-${name}-${n}`
        const root = writeProject(bench, project, n)
        const before = () => forgetAdded(root)
        return { name, program: 'dev-registry.mjs', input: { root, path, withPlugin, adds }, before }
      }
      const { ours = [], glob = [] } = await bench.sample([contender(true), contender(false)])
      const both = { n, ours, name: 'lazy glob', against: glob }
      rows.push(
        compare('P8', { what: 'dev: first request', ...both, key: 'first', target: 0.3, stretch: 0.2 }),
        compare('P8', { what: 'dev: request after an added file', ...both, key: 'refresh', target: 0.25 }),
        compare('P8', { what: 'dev: start of the server and first request', ...both, key: 'start' }),
      )
    }
    return rows
  },
}

/**
 * Takes out what earlier samples have added. Caches stay, as they do between two days of work.
 *
 * @param {string} root
 */
function forgetAdded(root) {
  const folder = join(root, 'extensions')
  for (const name of readdirSync(folder)) if (name.startsWith('added_')) rmSync(join(folder, name))
}

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {string} project
 * @param {number} n
 * @returns {string} its folder
 */
function writeProject(bench, project, n) {
  const root = bench.freshCorpus(project, n, 'ids')
  const glob = "const all = import.meta.glob(['./extensions/**/*.ts', '!./extensions/**/helper_*.ts'])"
  writeText(join(root, 'glob.ts'), `${glob}\nObject.assign(globalThis, { all })\n`)
  writeText(join(root, 'warm-up.ts'), 'export {}\n')
  return root
}
