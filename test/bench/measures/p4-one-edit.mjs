import { corpusFile } from '../corpus.mjs'
import { howToInstall, peerContender, peerFolder } from '../peers/peers.mjs'
import { absent, compare, limit } from '../rows.mjs'

/** What is edited, by what the program reports. */
const EDITS = { body: 'one edit in a method', renamed: 'one edit that renames a class' }

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P4',
  title: 'one edit in a watched tree',
  async run(bench) {
    const sizes = bench.pick({ full: [50, 500, 2000, 5000], quick: [50, 500], tiny: [20] })
    const samples = await bench.sample(sizes.map((n) => contender(bench, n)))
    const smallest = sizes[0] ?? 0
    const rows = []
    for (const [key, what] of Object.entries(EDITS)) {
      for (const n of sizes) {
        const ours = samples[n] ?? []
        rows.push(limit('P4', { what, n, ours, key, unit: 'ms', target: 2, stretch: 0.5 }))
        if (n === smallest) continue
        const against = samples[smallest] ?? []
        rows.push(compare('P4', { what, n, ours, name: `N = ${smallest}:`, against, key }))
      }
    }
    return [...rows, await againstPeer(bench)]
  },
}

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {number} n
 */
function contender(bench, n) {
  const { path, classes } = corpusFile(7, 'ids')
  const [warmUp, edits] = bench.pick({ full: [10, 20], quick: [4, 6], tiny: [1, 2] })
  const root = bench.freshCorpus(`edit-${n}`, n, 'ids')
  const input = { root, path: `extensions/${path}`, name: classes[0], warmUp, edits }
  return { name: String(n), program: 'one-edit.mjs', input }
}

/** @param {import('../bench.mjs').Bench} bench */
async function againstPeer(bench) {
  const what = 'one edit in a method'
  const peer = 'vue-router'
  if (peerFolder(peer) === undefined) return absent('P4', `${what}, against ${peer}`, howToInstall(peer))
  const n = bench.pick({ full: 2000, quick: 500, tiny: 20 })
  const { ours = [], [peer]: against = [] } = await bench.sample([
    { ...contender(bench, n), name: 'ours' },
    peerContender(bench, peer, n),
  ])
  const own = ours.map((one) => ({ ...one, edit: one.body ?? Number.NaN }))
  return compare('P4', { what, n, ours: own, name: peer, against, key: 'edit', target: 1 / 25 })
}
