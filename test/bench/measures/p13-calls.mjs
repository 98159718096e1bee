import { compare } from '../rows.mjs'
import { wires, withoutJsonrpc } from './wires.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P13',
  title: 'wire: calls per second, 32 in flight',
  async run(bench) {
    const { calls: n, samples } = await wires(bench)
    const both = { what: this.title, n, ours: samples.ours, key: 'perSecond', unit: '/s', more: true }
    const jsonrpc = samples['vscode-jsonrpc']
    return [
      compare('P13', { ...both, name: 'bare lines', against: samples.bare, target: 0.5, stretch: 0.8 }),
      compare('P13', { ...both, name: 'MCP SDK', against: samples['mcp-sdk'], target: 3.5 }),
      jsonrpc === undefined
        ? withoutJsonrpc('P13', this.title)
        : compare('P13', { ...both, name: 'vscode-jsonrpc', against: jsonrpc, target: 3.5 }),
    ]
  },
}
