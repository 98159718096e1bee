import { compare } from '../rows.mjs'
import { wires, withoutJsonrpc } from './wires.mjs'

/** @type {import('../bench.mjs').Measure} */
export default {
  id: 'P14',
  title: 'wire: time of one call',
  async run(bench) {
    const { samples } = await wires(bench)
    const both = { what: this.title, n: 1, ours: samples.ours, key: 'ping', unit: 'µs' }
    const jsonrpc = samples['vscode-jsonrpc']
    return [
      compare('P14', { ...both, name: 'bare lines', against: samples.bare, target: 1.4, stretch: 1.15 }),
      compare('P14', { ...both, name: 'MCP SDK', against: samples['mcp-sdk'] }),
      jsonrpc === undefined
        ? withoutJsonrpc('P14', this.title)
        : compare('P14', { ...both, name: 'vscode-jsonrpc', against: jsonrpc }),
    ]
  },
}
