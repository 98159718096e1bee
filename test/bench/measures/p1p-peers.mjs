import { howToInstall, PEERS, peerContender, peerFolder } from '../peers/peers.mjs'
import { absent, compare } from '../rows.mjs'
import { coldScan } from './scans.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P1P',
  title: 'cold scan with the start of Node',
  async run(bench) {
    const rows = []
    const all = /** @type {import('../peers/peers.mjs').PeerName[]} */ (Object.keys(PEERS))
    const there = all.filter((name) => peerFolder(name) !== undefined)
    for (const n of there.length === 0 ? [] : bench.pick({ full: [500, 2000], quick: [500], tiny: [20] })) {
      const root = bench.freshCorpus(`against-peers-${n}`, n, 'ids')
      const samples = await bench.sample([
        { name: 'ours', ...coldScan(root) },
        ...there.map((name) => peerContender(bench, name, n)),
      ])
      for (const name of there) {
        const { ours = [], [name]: against = [] } = samples
        const { target } = PEERS[name]
        rows.push(compare('P1P', { what: this.title, n, ours, name, against, key: 'cold', target }))
      }
    }
    const missing = all.filter((name) => !there.includes(name))
    return [
      ...rows,
      ...missing.map((name) => absent('P1P', `${this.title}, against ${name}`, howToInstall(name))),
    ]
  },
}
