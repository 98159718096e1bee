import { corpusFile } from '../corpus.mjs'
import { howToInstall, peerContender, peerFolder } from '../peers/peers.mjs'
import { absent, compare, limit } from '../rows.mjs'

const EDITS = /** @type {const} */ ({ body: 'one edit in a method', class: 'one edit that renames a class' })

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P4',
  title: 'one edit in a watched tree',
  async run(bench) {
    const sizes = bench.pick({ full: [50, 500, 2000, 5000], quick: [50, 2000], tiny: [20] })
    const rows = []
    for (const [kind, what] of Object.entries(EDITS)) {
      const samples = await bench.sample(sizes.map((n) => contender(bench, n, kind)))
      const smallest = sizes[0] ?? 0
      for (const n of sizes) {
        const ours = samples[n] ?? []
        rows.push(limit('P4', { what, n, ours, key: 'edit', unit: 'ms', target: 2, stretch: 0.5 }))
        if (n === smallest) continue
        const against = samples[smallest] ?? []
        rows.push(compare('P4', { what, n, ours, name: `N = ${smallest}:`, against, key: 'edit' }))
      }
    }
    return [...rows, await againstPeer(bench)]
  },
}

/**
 * @param {import('../bench.mjs').Bench} bench
 * @param {number} n
 * @param {string} kind
 */
function contender(bench, n, kind) {
  const { path, classes } = corpusFile(7, 'ids')
  const root = bench.freshCorpus(`edit-${kind}-${n}`, n, 'ids')
  const [warmUp, edits] = bench.pick({ full: [10, 20], quick: [6, 8], tiny: [1, 2] })
  const input = { root, path: `extensions/${path}`, name: classes[0], kind, warmUp, edits }
  return { name: String(n), program: 'one-edit.mjs', input }
}

/** @param {import('../bench.mjs').Bench} bench */
async function againstPeer(bench) {
  const what = 'one edit in a method'
  const peer = 'vue-router'
  if (peerFolder(peer) === undefined) return absent('P4', `${what}, against ${peer}`, howToInstall(peer))
  const n = bench.pick({ full: 2000, quick: 500, tiny: 20 })
  const own = { ...contender(bench, n, 'body'), name: 'ours' }
  const { ours = [], [peer]: against = [] } = await bench.sample([own, peerContender(bench, peer, n)])
  return compare('P4', { what, n, ours, name: peer, against, key: 'edit', target: 1 / 25 })
}
