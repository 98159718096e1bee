// The JSON-RPC peer of editors and their language servers, if it is installed.
import { createRequire } from 'node:module'
import { join } from 'node:path'

const requireHere = createRequire(join(process.env.BENCH_JSONRPC ?? '', 'package.json'))
const rpc = requireHere('vscode-jsonrpc/node')

/** @param {import('node:child_process').ChildProcessByStdio<import('node:stream').Writable, import('node:stream').Readable, null>} child */
export async function callChild(child) {
  const connection = connect(child.stdout, child.stdin)
  connection.listen()
  return (/** @type {string} */ method, /** @type {unknown} */ params) =>
    connection.sendRequest(method, params)
}

/** @param {Record<string, (params: any) => any>} handlers */
export async function serve(handlers) {
  const connection = connect(process.stdin, process.stdout)
  for (const [method, handler] of Object.entries(handlers)) connection.onRequest(method, handler)
  connection.listen()
}

/**
 * @param {import('node:stream').Readable} input
 * @param {import('node:stream').Writable} output
 */
function connect(input, output) {
  return rpc.createMessageConnection(new rpc.StreamMessageReader(input), new rpc.StreamMessageWriter(output))
}
