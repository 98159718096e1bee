// Calls over pipes, which several measures look at.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { absent } from '../rows.mjs'

/** @typedef {import('../bench.mjs').Sample} Sample */

/** How to have the peer that the repository does not install. */
const INSTALL = 'npm install --prefix $BENCH_PEERS/vscode-jsonrpc vscode-jsonrpc@latest, and set BENCH_PEERS'

/**
 * Calls a child in every way there is.
 *
 * @param {import('../bench.mjs').Bench} bench
 * @returns {Promise<{ calls: number, samples: Record<'ours' | 'bare' | 'mcp-sdk', Sample[]> & { 'vscode-jsonrpc'?: Sample[] } }>}
 */
export function wires(bench) {
  return bench.once('wires', async () => {
    const [calls, pings] = bench.pick({ full: [20_000, 3000], quick: [10_000, 2000], tiny: [64, 20] })
    const folder = jsonrpcFolder()
    const kinds = ['ours', 'bare', 'mcp-sdk', ...(folder === undefined ? [] : ['vscode-jsonrpc'])]
    if (folder !== undefined) process.env.BENCH_JSONRPC = folder
    const samples = await bench.sample(
      kinds.map((kind) => ({ name: kind, program: 'wire-calls.mjs', input: { kind, calls, pings } })),
    )
    return { calls, samples: /** @type {any} */ (samples) }
  })
}

/**
 * The row of the peer that is not there.
 *
 * @param {string} measure
 * @param {string} what
 */
export function withoutJsonrpc(measure, what) {
  return absent(measure, `${what} against vscode-jsonrpc`, INSTALL)
}

/** @returns {string | undefined} a folder from which it is found */
function jsonrpcFolder() {
  const folders = [
    join(process.env.BENCH_PEERS ?? '', 'vscode-jsonrpc'),
    join(import.meta.dirname, '../../..'),
  ]
  return folders.find((folder) => existsSync(join(folder, 'node_modules/vscode-jsonrpc')))
}
