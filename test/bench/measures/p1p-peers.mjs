import { howToInstall, PEERS, peerContender, peerFolder } from '../peers/peers.mjs'
import { absent, compare } from '../rows.mjs'
import { scanInput } from './scans.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P1P',
  title: 'cold scan, whole process',
  async run(bench) {
    const rows = []
    const all = /** @type {import('../peers/peers.mjs').PeerName[]} */ (Object.keys(PEERS))
    const there = all.filter((name) => peerFolder(name) !== undefined)
    for (const n of there.length === 0 ? [] : bench.pick({ full: [500, 2000], quick: [500], tiny: [20] })) {
      const root = bench.freshCorpus(`against-peers-${n}`, n, 'ids')
      const { options } = scanInput(root)
      const own = { name: 'ours', program: 'scan.mjs', input: { options: { ...options, cache: false } } }
      const samples = await bench.sample([own, ...there.map((name) => peerContender(bench, name, n))])
      for (const name of there) {
        const { ours = [], [name]: against = [] } = samples
        const { target } = PEERS[name]
        // Peers go on with edits; their first run alone counts, and all of our process.
        const timed = against.map((one) => ({ ...one, wall: one.cold ?? Number.NaN }))
        const both = { what: `${this.title}, no cache`, n, ours, name, against: timed, wholeProcess: false }
        rows.push(compare('P1P', { ...both, target }))
      }
    }
    const missing = all.filter((name) => !there.includes(name))
    return [
      ...rows,
      ...missing.map((name) => absent('P1P', `${this.title}, against ${name}`, howToInstall(name))),
    ]
  },
}
